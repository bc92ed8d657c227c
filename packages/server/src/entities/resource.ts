/**
 * How resources are stored, and who may do what with them: files of the library, of LwM2M models with what they
 * describe.
 */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { libraryRules } from './rules.ts'

export const resource = {
  table: 'resource',
  columns: {
    id: 'text',
    created_time: 'number',
    /** NIL_UUID: the system's. */
    tenant_id: 'text',
    title: 'text',
    resource_type: 'text',
    resource_key: 'text',
    file_name: 'text',
    object_id: 'number or null',
    object_name: 'text or null',
    /** What a form offers of it as JSON; null: nothing, or no model. */
    object: 'text or null',
    /** Of the file, not of its Base64. */
    bytes: 'number',
    /** Base64 */
    data: 'text',
  },
  nameColumn: 'title',
  owner: { tenant: 'tenant_id' },
  rules: libraryRules,
  trash: { typeColumn: 'resource_type', bytesColumn: 'bytes' },
} as const satisfies EntityDescriptor
