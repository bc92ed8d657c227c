/** Descriptor of the entity type `USER`. */

import { administrators, type EntityKind, tenantUsers } from './entity-kind.ts'

export const user = {
  one: 'a user',
  many: 'users',
  path: 'user',
  nameField: 'email',
  edges: 'all',
  isTrashed: true,
  ofSystem: 'too',
  limit: 'maxUsers',
  page: '/users',
  openedBy: administrators,
  pickedBy: tenantUsers,
  tabs: ['telemetry', 'attributes', 'auditLogs'],
} as const satisfies EntityKind
