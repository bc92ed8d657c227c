/** Descriptor of the entity type `OTA_PACKAGE`. */

import { type EntityKind, tenantAdmins } from './entity-kind.ts'

export const otaPackage = {
  one: 'an OTA package',
  many: 'OTA packages',
  path: 'otaPackage',
  nameField: 'title',
  isTrashed: true,
  limit: 'maxOtaPackagesInBytes',
  page: '/otaUpdates',
  openedBy: tenantAdmins,
} as const satisfies EntityKind
