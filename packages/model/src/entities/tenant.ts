/** Descriptor of the entity type `TENANT`. */

import { administrators, type EntityKind, systemAdmins } from './entity-kind.ts'

export const tenant = {
  one: 'a tenant',
  many: 'tenants',
  path: 'tenant',
  nameField: 'title',
  page: '/tenants',
  openedBy: systemAdmins,
  pickedBy: administrators,
  tabs: ['telemetry', 'attributes', 'alarms', 'events', 'relations'],
} as const satisfies EntityKind
