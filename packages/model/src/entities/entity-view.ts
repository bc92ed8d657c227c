/** Descriptor of the entity type `ENTITY_VIEW`. */

import { allTabs, type EntityKind, tenantUsers } from './entity-kind.ts'

export const entityView = {
  one: 'an entity view',
  many: 'entity views',
  path: 'entityView',
  nameField: 'name',
  isTyped: true,
  customers: 'one',
  edges: 'assigned',
  isTrashed: true,
  page: '/entityViews',
  openedBy: tenantUsers,
  pickedBy: tenantUsers,
  tabs: allTabs,
} as const satisfies EntityKind
