/** Descriptor of the entity type `CUSTOMER`. */

import { allTabs, type EntityKind, tenantAdmins, tenantUsers } from './entity-kind.ts'

export const customer = {
  one: 'a customer',
  many: 'customers',
  path: 'customer',
  nameField: 'title',
  edges: 'all',
  isTrashed: true,
  limit: 'maxCustomers',
  page: '/customers',
  openedBy: tenantAdmins,
  pickedBy: tenantUsers,
  tabs: allTabs,
} as const satisfies EntityKind
