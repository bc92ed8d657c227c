/** Storage and access rules of edges. */

import { assignableColumns } from './columns.ts'
import { type EntityDescriptor, namedFields } from './entity-descriptor.ts'
import { assignableRules } from './rules.ts'

export const edge = {
  table: 'edge',
  columns: {
    ...assignableColumns,
    label: 'text or null',
    root_rule_chain_id: 'text or null',
    routing_key: 'text',
    secret: 'text',
  },
  nameColumn: 'name',
  owner: { tenant: 'tenant_id', customer: 'customer_id' },
  rules: assignableRules,
  query: { fields: { ...namedFields, label: 'label', additionalInfo: 'additional_info' }, typeColumn: 'type' },
  trash: { typeColumn: 'type' },
  removal: 'second',
} as const satisfies EntityDescriptor
