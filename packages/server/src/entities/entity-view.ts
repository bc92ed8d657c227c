/** Storage and access rules of entity views. */

import { assignableColumns } from './columns.ts'
import { type EntityDescriptor, namedFields } from './entity-descriptor.ts'
import { assignableRules } from './rules.ts'

export const entityView = {
  table: 'entity_view',
  columns: {
    ...assignableColumns,
    /** The viewed entity. */
    entity_type: 'text',
    entity_id: 'text',
    keys: 'text',
    /** Epoch ms; 0: unbounded. */
    start_ts: 'number',
    end_ts: 'number',
  },
  nameColumn: 'name',
  owner: { tenant: 'tenant_id', customer: 'customer_id' },
  rules: assignableRules,
  query: { fields: { ...namedFields, additionalInfo: 'additional_info' }, typeColumn: 'type' },
  trash: { typeColumn: 'type' },
  // Deleted before the entities that they show.
  removal: 'first',
} as const satisfies EntityDescriptor
