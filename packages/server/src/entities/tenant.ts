/** Storage and access rules of tenants. */

import { contactColumns } from './columns.ts'
import { contactFields, type EntityDescriptor, titledFields } from './entity-descriptor.ts'
import { all, look, some } from './rules.ts'

export const tenant = {
  table: 'tenant',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_profile_id: 'text',
    title: 'text',
    region: 'text or null',
    ...contactColumns,
    additional_info: 'text or null',
  },
  nameColumn: 'title',
  owner: { tenant: 'id' },
  rules: { SYS_ADMIN: all('ANY'), TENANT_ADMIN: some('OWN_TENANT', ...look) },
  query: { fields: { ...titledFields, ...contactFields, region: 'region', additionalInfo: 'additional_info' } },
} as const satisfies EntityDescriptor
