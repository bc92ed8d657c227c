/** How OTA packages are stored, and who may do what with them. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { all, some } from './rules.ts'

export const otaPackage = {
  table: 'ota_package',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    /** Null: for devices of every profile. */
    device_profile_id: 'text or null',
    type: 'text',
    title: 'text',
    version: 'text',
    tag: 'text or null',
    url: 'text or null',
    /** Name in the folder of packages; null: no file was uploaded. */
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
