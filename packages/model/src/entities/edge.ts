/** Descriptor of the entity type `EDGE`. */

import { allTabs, type EntityKind, tenantUsers } from './entity-kind.ts'

export const edge = {
  one: 'an edge',
  many: 'edges',
  path: 'edge',
  nameField: 'name',
  isTyped: true,
  customers: 'one',
  isTrashed: true,
  page: '/edgeInstances',
  openedBy: tenantUsers,
  pickedBy: tenantUsers,
  tabs: allTabs,
  importColumns: { entity: ['NAME', 'TYPE', 'LABEL', 'DESCRIPTION'], credentials: ['ROUTING_KEY', 'SECRET'] },
} as const satisfies EntityKind
