/** Storage and access rules of device profiles. */

import type { Columns } from './columns.ts'
import { type EntityDescriptor, namedFields } from './entity-descriptor.ts'
import { all } from './rules.ts'

export const keyDescriptionColumns = {
  tenant_id: 'text or null',
  device_profile_id: 'text or null',
  keys: 'text',
} as const satisfies Columns

export const deviceProfile = {
  table: 'device_profile',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    name: 'text',
    description: 'text or null',
    image: 'text or null',
    is_default: 'number',
    type: 'text',
    transport_type: 'text',
    provision_type: 'text',
    provision_device_key: 'text or null',
    default_rule_chain_id: 'text or null',
    default_dashboard_id: 'text or null',
    default_queue_name: 'text or null',
    firmware_id: 'text or null',
    software_id: 'text or null',
    profile_data: 'text',
  },
  nameColumn: 'name',
  owner: { tenant: 'tenant_id' },
  rules: { TENANT_ADMIN: all('OWN_TENANT') },
  query: { fields: namedFields, typeColumn: 'type' },
  trash: {
    typeColumn: 'transport_type',
    parts: [{ table: 'key_description', columns: keyDescriptionColumns, key: 'device_profile_id' }],
  },
} as const satisfies EntityDescriptor
