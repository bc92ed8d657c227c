/** How assets are stored, and who may do what with them. */

import { assignableColumns } from './columns.ts'
import { type EntityDescriptor, namedFields } from './entity-descriptor.ts'
import { all, customersWith, some } from './rules.ts'

export const asset = {
  table: 'asset',
  columns: {
    ...assignableColumns,
    label: 'text or null',
  },
  nameColumn: 'name',
  owner: { tenant: 'tenant_id', customer: 'customer_id' },
  rules: {
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: [...customersWith(), ...some('NAMED_FOR_VISITORS', 'WRITE_ATTRIBUTES')],
  },
  query: { fields: { ...namedFields, label: 'label', additionalInfo: 'additional_info' }, typeColumn: 'type' },
  trash: { typeColumn: 'type' },
  removal: 'second',
} as const satisfies EntityDescriptor
