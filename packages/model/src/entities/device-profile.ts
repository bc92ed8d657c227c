/** Descriptor of the entity type `DEVICE_PROFILE`. */

import { allTabs, type EntityKind, tenantAdmins } from './entity-kind.ts'

export const deviceProfile = {
  one: 'a device profile',
  many: 'device profiles',
  path: 'deviceProfile',
  nameField: 'name',
  edges: 'all',
  isTrashed: true,
  page: '/deviceProfiles',
  openedBy: tenantAdmins,
  tabs: allTabs,
} as const satisfies EntityKind
