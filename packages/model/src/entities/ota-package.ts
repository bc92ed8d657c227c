/** What an OTA package is to the rest of the platform. */

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
