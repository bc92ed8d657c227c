/** How entity views are stored, and who may do what with them. */

import { assignableColumns } from './columns.ts'
import { type EntityDescriptor, namedFields } from './entity-descriptor.ts'
import { assignableRules } from './rules.ts'

export const entityView = {
  table: 'entity_view',
  columns: {
    ...assignableColumns,
    /** What it is a view of. */
    entity_type: 'text',
    entity_id: 'text',
    keys: 'text',
    /** Epoch ms, 0: open. */
    start_ts: 'number',
    end_ts: 'number',
  },
  nameColumn: 'name',
  owner: { tenant: 'tenant_id', customer: 'customer_id' },
  rules: assignableRules,
  query: { fields: { ...namedFields, additionalInfo: 'additional_info' }, typeColumn: 'type' },
  trash: { typeColumn: 'type' },
  // Before what they are views of.
  removal: 'first',
} as const satisfies EntityDescriptor
