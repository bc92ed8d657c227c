/** What an asset is to the rest of the platform. */

import { allTabs, type EntityKind, tenantUsers } from './entity-kind.ts'

export const asset = {
  one: 'an asset',
  many: 'assets',
  path: 'asset',
  nameField: 'name',
  isTyped: true,
  customers: 'one',
  edges: 'assigned',
  isTrashed: true,
  isAudited: true,
  limit: 'maxAssets',
  page: '/assets',
  openedBy: tenantUsers,
  pickedBy: tenantUsers,
  tabs: allTabs,
  importColumns: {
    entity: ['NAME', 'TYPE', 'LABEL', 'DESCRIPTION', 'SERVER_ATTRIBUTE', 'TIMESERIES'],
    credentials: [],
  },
} as const satisfies EntityKind
