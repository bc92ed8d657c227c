/** Storage and access rules of devices. */

import { assignableColumns, type Columns } from './columns.ts'
import { type EntityDescriptor, namedFields } from './entity-descriptor.ts'
import { all, customersWith, some } from './rules.ts'

export const deviceCredentialsColumns = {
  id: 'text',
  created_time: 'number',
  device_id: 'text',
  credentials_type: 'text',
  credentials_id: 'text',
  credentials_value: 'text or null',
} as const satisfies Columns

export const deviceClaimColumns = {
  device_id: 'text',
  secret_key: 'text',
  expiration_time: 'number',
} as const satisfies Columns

export const device = {
  table: 'device',
  columns: {
    ...assignableColumns,
    device_profile_id: 'text',
    label: 'text or null',
    device_data: 'text',
    firmware_id: 'text or null',
    software_id: 'text or null',
  },
  nameColumn: 'name',
  owner: { tenant: 'tenant_id', customer: 'customer_id' },
  rules: {
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: [
      // The credentials allow sending data as the device. Those of an edge are readable only by its tenant.
      ...customersWith('READ_CREDENTIALS'),
      ...some('NAMED_FOR_VISITORS', 'WRITE_ATTRIBUTES', 'RPC_CALL'),
      // An unclaimed device has no customer: the claim secret decides.
      ...some('OWN_TENANT_WITH_ACCOUNT', 'CLAIM_DEVICES'),
    ],
  },
  query: { fields: { ...namedFields, label: 'label', additionalInfo: 'additional_info' }, typeColumn: 'type' },
  trash: {
    typeColumn: 'type',
    parts: [
      { table: 'device_credentials', columns: deviceCredentialsColumns, key: 'device_id' },
      { table: 'device_claim', columns: deviceClaimColumns, key: 'device_id' },
    ],
  },
  removal: 'second',
} as const satisfies EntityDescriptor
