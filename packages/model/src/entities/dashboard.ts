/** Descriptor of the entity type `DASHBOARD`. */

import { type EntityKind, tenantUsers } from './entity-kind.ts'

export const dashboard = {
  one: 'a dashboard',
  many: 'dashboards',
  path: 'dashboard',
  nameField: 'title',
  customers: 'several',
  edges: 'assigned',
  isTrashed: true,
  limit: 'maxDashboards',
  page: '/dashboards',
  openedBy: tenantUsers,
  pickedBy: tenantUsers,
  tabs: ['auditLogs'],
} as const satisfies EntityKind
