/** Descriptor of the entity type `TENANT_PROFILE`. */

import { type EntityKind, systemAdmins } from './entity-kind.ts'

export const tenantProfile = {
  one: 'a tenant profile',
  many: 'tenant profiles',
  path: 'tenantProfile',
  nameField: 'name',
  isTrashed: true,
  ofSystem: 'only',
  page: '/tenantProfiles',
  openedBy: systemAdmins,
  tabs: ['telemetry', 'attributes', 'alarms', 'events'],
} as const satisfies EntityKind
