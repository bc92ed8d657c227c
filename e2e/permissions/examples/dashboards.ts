/** Examples for dashboards: assigned users can read them, administrators assign them. */

import { type Asking, about, type Examples, ofCustomer, page, plain } from '../examples.ts'

const ownTenant = "a tenant administrator's, of the own tenant"
const ofAcme = "administration of a tenant's own thing"

const withCustomers = plain(ofAcme, async ({ side }) => ({
  path: [(await side.make('dashboard')).id.id],
  body: [side.customers.customer],
}))

/** A share link for a dashboard of the caller's customer. */
const shareLinkInput = ({ side }: Asking) => ({
  name: 'Fair',
  customerId: side.customers.customer,
  endTime: Date.now() + 3_600_000,
})

/** A saved dashboard of the caller's tenant and its only version. */
const version = async ({ side }: Asking) => ({ path: [(await side.make('dashboard')).id.id, '1'] })

export const dashboardExamples: Examples = {
  'GET /api/dashboard/home': plain('for whoever is signed in'),
  'GET /api/dashboard/home/info': plain('for whoever is signed in'),
  'GET /api/dashboard/info/:dashboardId': about(
    'dashboard: read its name',
    ({ side, about: owner }) => ({ path: [side.has[owner].dashboard.id.id] }),
    // A dashboard contains the customers it is assigned to.
    { shows: 'dashboard', names: ['customer'] },
  ),
  'GET /api/dashboard/:dashboardId': about(
    'dashboard: read',
    ({ side, about: owner }) => ({ path: [side.has[owner].dashboard.id.id] }),
    { shows: 'dashboard' },
  ),
  'GET /api/tenant/dashboards': plain(ownTenant, () => ({ query: page }), { shows: 'dashboard' }),
  'GET /api/tenant/dashboard/home/info': plain(ownTenant),
  'POST /api/tenant/dashboard/home/info': plain(ofAcme, ({ side }) => ({
    body: { dashboardId: side.has.nobody.dashboard.id, hideDashboardToolbar: true },
  })),
  'GET /api/tenant/:tenantId/dashboards': plain(
    "the system administrator's",
    ({ side }) => ({ path: [side.tenant.id], query: page }),
    { names: ['customer'] },
  ),
  'GET /api/customer/:customerId/dashboards': ofCustomer(
    'customer: read what it has',
    ({ side, about: owner }) => ({ path: [side.customers[owner]], query: page }),
    { shows: 'dashboard' },
  ),
  'POST /api/dashboard': [
    {
      ...plain(ownTenant, ({ side }) => ({ body: { title: side.newName('dashboard'), configuration: {} } })),
      named: 'new',
    },
    {
      ...about('dashboard: change', ({ side, about: owner }) => ({
        body: side.has[owner].dashboard.json,
      })),
      named: 'changed',
    },
  ],
  'DELETE /api/dashboard/:dashboardId': about('dashboard: delete', async ({ side, about: owner }) => ({
    path: [(await side.make('dashboard', owner)).id.id],
  })),
  'POST /api/customer/:customerId/dashboard/:dashboardId': about(
    'dashboard: assign, publish',
    async ({ side, about: owner }) => ({
      path: [side.customers.neighbour, (await side.make('dashboard', owner)).id.id],
    }),
  ),
  'DELETE /api/customer/:customerId/dashboard/:dashboardId': plain(ofAcme, async ({ side }) => ({
    path: [side.customers.customer, (await side.make('dashboard', 'customer')).id.id],
  })),
  'POST /api/customer/public/dashboard/:dashboardId': about(
    'dashboard: assign, publish',
    async ({ side, about: owner }) => ({ path: [(await side.make('dashboard', owner)).id.id] }),
  ),
  'DELETE /api/customer/public/dashboard/:dashboardId': plain(ofAcme, async ({ side }) => ({
    path: [(await side.make('dashboard', 'public')).id.id],
  })),
  'POST /api/dashboard/:dashboardId/customers': withCustomers,
  'POST /api/dashboard/:dashboardId/customers/add': withCustomers,
  'POST /api/dashboard/:dashboardId/customers/remove': withCustomers,
  'GET /api/v2/dashboards/:dashboardId/share-links': plain(ofAcme, async ({ side }) => ({
    path: [(await side.make('dashboard')).id.id],
  })),
  'POST /api/v2/dashboards/:dashboardId/share-links': plain(ofAcme, async (asking) => ({
    path: [(await asking.side.make('dashboard', 'customer')).id.id],
    body: shareLinkInput(asking),
  })),
  'DELETE /api/v2/dashboards/:dashboardId/share-links/:linkId': plain(ofAcme, async (asking) => {
    const { id } = (await asking.side.make('dashboard', 'customer')).id
    const path = `/api/v2/dashboards/${id}/share-links`
    const made = await asking.side.call<{ link: { id: string } }>('POST', path, shareLinkInput(asking))
    return { path: [id, made.link.id] }
  }),
  'GET /api/v2/dashboards/:dashboardId/versions': plain(ofAcme, async ({ side }) => ({
    path: [(await side.make('dashboard')).id.id],
    query: page,
  })),
  'GET /api/v2/dashboards/:dashboardId/versions/:number': plain(ofAcme, version),
  'POST /api/v2/dashboards/:dashboardId/versions/:number/restore': plain(ofAcme, version),
}
