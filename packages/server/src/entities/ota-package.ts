/** Storage and access rules of OTA packages. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { all, some } from './rules.ts'

export const otaPackage = {
  table: 'ota_package',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    /** null: for devices of all profiles. */
    device_profile_id: 'text or null',
    type: 'text',
    title: 'text',
    version: 'text',
    tag: 'text or null',
    url: 'text or null',
    /** File name in the packages folder; null: no file was uploaded. */
    file: 'text or null',
    file_name: 'text or null',
    content_type: 'text or null',
    checksum_algorithm: 'text or null',
    checksum: 'text or null',
    data_size: 'number or null',
    additional_info: 'text or null',
  },
  nameColumn: 'title',
  owner: { tenant: 'tenant_id' },
  // Lists and pickers show packages to all users of the tenant.
  rules: { TENANT_ADMIN: all('OWN_TENANT'), CUSTOMER_USER: some('OWN_TENANT_WITH_ACCOUNT', 'READ') },
  trash: { typeColumn: 'version', fileColumn: 'file', bytesColumn: 'data_size', whole: 'DEVICE_PROFILE' },
} as const satisfies EntityDescriptor
