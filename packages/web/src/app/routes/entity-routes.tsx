/** Routes of entities and their profiles: devices, assets, entity views, edges, device profiles, packages. */

import { type PlainType, plainTypes } from '@sonde/model/entities/entity-kinds'
import { createRoute } from '@tanstack/react-router'
import { requireAuthority } from '../route-guard.ts'
import { homeCrumb, lazyPage, shell, tenantOnly } from './base-routes.tsx'
import { customersCrumb, edgesCrumb, entityRoutes, roomOf, routesBelow } from './room-routes.tsx'

const deviceRoom = roomOf('DEVICE', {
  list: [() => import('../../pages/devices/devices-page.tsx'), 'DevicesPage'],
  page: [() => import('../../pages/devices/devices-page.tsx'), 'DevicePage'],
})
const entityViewRoom = roomOf('ENTITY_VIEW', {
  list: [() => import('../../pages/entity-views/entity-views-page.tsx'), 'EntityViewsPage'],
  page: [() => import('../../pages/entity-views/entity-view-page.tsx'), 'EntityViewPage'],
})
const edgeRoom = roomOf('EDGE', {
  list: [() => import('../../pages/edges/edges-page.tsx'), 'EdgesPage'],
  page: [() => import('../../pages/edges/edge-page.tsx'), 'EdgePage'],
})

const plainPages = async (type: PlainType) =>
  (await import('../../pages/plain-entities/plain-pages.tsx')).plainPages(type)

/** Pages of the plain entity types: top-level, below a customer and below an edge. */
const plain = plainTypes.flatMap((type) => {
  const room = roomOf(type, { list: [() => plainPages(type), 'list'], page: [() => plainPages(type), 'page'] })
  return [
    ...entityRoutes(room),
    ...routesBelow(`/customers/$customerId${room.path}`, customersCrumb, room),
    ...routesBelow(`/edgeInstances/$edgeId${room.path}`, edgesCrumb, room),
  ]
})

/** Entity lists below customers and edges. */
const entities = [
  ...entityRoutes(deviceRoom),
  ...entityRoutes(entityViewRoom),
  ...entityRoutes(edgeRoom),
  ...routesBelow('/customers/$customerId/devices', customersCrumb, deviceRoom),
  ...routesBelow('/customers/$customerId/edgeInstances', customersCrumb, edgeRoom),
  ...routesBelow('/edgeInstances/$edgeId/devices', edgesCrumb, deviceRoom),
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
const deviceProfiles = entityRoutes(
  roomOf('DEVICE_PROFILE', {
    list: [deviceProfilesPage, 'DeviceProfilesPage'],
    page: [deviceProfilesPage, 'DeviceProfilePage'],
  }),
)

const otaUpdatesPage = () => import('../../pages/ota-updates/ota-updates-page.tsx')
const otaUpdates = entityRoutes(
  roomOf('OTA_PACKAGE', {
    list: [otaUpdatesPage, 'OtaUpdatesPage'],
    page: [otaUpdatesPage, 'OtaPackagePage'],
  }),
)

export const allEntityRoutes = [...entities, ...plain, ...deviceProfiles, ...otaUpdates] as const
