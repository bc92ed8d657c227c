/** Routes of customers, tenants, tenant profiles and users. */

import { createRoute, redirect } from '@tanstack/react-router'
import type { Crumb } from '../../places/crumb.ts'
import { requireAuthority } from '../route-guard.ts'
import { administrators, homeCrumb, lazyPage, shell, systemOnly, tenantOnly } from './base-routes.tsx'
import { customersCrumb, entityRoutes, roomOf, routesBelow } from './room-routes.tsx'

const customers = entityRoutes(
  roomOf('CUSTOMER', {
    list: [() => import('../../pages/customers/customers-page.tsx'), 'CustomersPage'],
    page: [() => import('../../pages/customers/customers-page.tsx'), 'CustomerPage'],
  }),
)

const tenants = entityRoutes(
  roomOf('TENANT', {
    list: [() => import('../../pages/tenants/tenants-page.tsx'), 'TenantsPage'],
    page: [() => import('../../pages/tenants/tenants-page.tsx'), 'TenantPage'],
  }),
)

const tenantProfiles = entityRoutes(
  roomOf('TENANT_PROFILE', {
    list: [() => import('../../pages/tenant-profiles/tenant-profiles-page.tsx'), 'TenantProfilesPage'],
    page: [() => import('../../pages/tenant-profiles/tenant-profiles-page.tsx'), 'TenantProfilePage'],
  }),
)

const usersPage = () => import('../../pages/users/users-page.tsx')
const tenantsCrumb: Crumb = { label: 'tenants.title', to: '/tenants' }

const tenantUsers = routesBelow('/tenants/$tenantId/users', tenantsCrumb, {
  title: 'users.administrators',
  authorities: systemOnly,
  list: [usersPage, 'TenantUsersPage'],
  page: [usersPage, 'UserPage'],
})
const customerUsers = routesBelow('/customers/$customerId/users', customersCrumb, {
  title: 'users.title',
  authorities: tenantOnly,
  list: [usersPage, 'CustomerUsersPage'],
  page: [usersPage, 'UserPage'],
})

/** There is no list of all users: redirects. */
const allUsers = createRoute({
  getParentRoute: () => shell,
  path: '/users',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

const user = createRoute({
  getParentRoute: () => shell,
  path: '/users/$entityId',
  staticData: { crumbs: [homeCrumb] },
  beforeLoad: ({ context }) => requireAuthority(context, administrators),
  component: lazyPage(usersPage, 'UserPage'),
})

export const peopleRoutes = [
  ...customers,
  ...tenants,
  ...tenantProfiles,
  ...tenantUsers,
  ...customerUsers,
  allUsers,
  user,
] as const
