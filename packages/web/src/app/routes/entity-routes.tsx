/** Things and what describes them: devices, assets, entity views, edges, device profiles, packages. */

import { createRoute } from '@tanstack/react-router'
import { requireAuthority } from '../route-guard.ts'
import { homeCrumb, lazyPage, shell, tenantAndCustomer, tenantOnly } from './base-routes.tsx'
import { customersCrumb, edgesCrumb, entityRoutes, routesBelow } from './room-routes.tsx'

const deviceRoom = {
  title: 'shell.devices',
  authorities: tenantAndCustomer,
  list: [() => import('../../pages/devices/devices-page.tsx'), 'DevicesPage'],
  page: [() => import('../../pages/devices/devices-page.tsx'), 'DevicePage'],
} as const
const assetRoom = {
  title: 'assets.title',
  authorities: tenantAndCustomer,
  list: [() => import('../../pages/assets/assets-page.tsx'), 'AssetsPage'],
  page: [() => import('../../pages/assets/asset-page.tsx'), 'AssetPage'],
} as const
const entityViewRoom = {
  title: 'entityViews.title',
  authorities: tenantAndCustomer,
  list: [() => import('../../pages/entity-views/entity-views-page.tsx'), 'EntityViewsPage'],
  page: [() => import('../../pages/entity-views/entity-view-page.tsx'), 'EntityViewPage'],
} as const
const edgeRoom = {
  title: 'edges.title',
  authorities: tenantAndCustomer,
  list: [() => import('../../pages/edges/edges-page.tsx'), 'EdgesPage'],
  page: [() => import('../../pages/edges/edge-page.tsx'), 'EdgePage'],
} as const

/** What customers and edges have. */
const things = [
  ...entityRoutes({ path: '/devices', ...deviceRoom }),
  ...entityRoutes({ path: '/assets', ...assetRoom }),
  ...entityRoutes({ path: '/entityViews', ...entityViewRoom }),
  ...entityRoutes({ path: '/edgeInstances', ...edgeRoom }),
  ...routesBelow('/customers/$customerId/devices', customersCrumb, deviceRoom),
  ...routesBelow('/customers/$customerId/assets', customersCrumb, assetRoom),
  ...routesBelow('/customers/$customerId/edgeInstances', customersCrumb, edgeRoom),
  ...routesBelow('/edgeInstances/$edgeId/devices', edgesCrumb, deviceRoom),
  ...routesBelow('/edgeInstances/$edgeId/assets', edgesCrumb, assetRoom),
  ...routesBelow('/edgeInstances/$edgeId/entityViews', edgesCrumb, entityViewRoom),
  createRoute({
    getParentRoute: () => shell,
    path: '/edgeInstances/$edgeId/ruleChains',
    staticData: { title: 'edges.ruleChains', crumbs: [homeCrumb, edgesCrumb] },
    beforeLoad: ({ context }) => requireAuthority(context, tenantOnly),
    component: lazyPage(() => import('../../pages/edges/edge-rule-chains-page.tsx'), 'EdgeRuleChainsPage'),
  }),
] as const

const deviceProfilesPage = () => import('../../pages/device-profiles/device-profiles-page.tsx')
const deviceProfiles = entityRoutes({
  path: '/deviceProfiles',
  title: 'deviceProfiles.title',
  authorities: tenantOnly,
  list: [deviceProfilesPage, 'DeviceProfilesPage'],
  page: [deviceProfilesPage, 'DeviceProfilePage'],
})

const otaUpdatesPage = () => import('../../pages/ota-updates/ota-updates-page.tsx')
const otaUpdates = entityRoutes({
  path: '/otaUpdates',
  title: 'otaUpdates.title',
  authorities: tenantOnly,
  list: [otaUpdatesPage, 'OtaUpdatesPage'],
  page: [otaUpdatesPage, 'OtaPackagePage'],
})

export const thingRoutes = [...things, ...deviceProfiles, ...otaUpdates] as const
