/** Storage and access rules of resources: files of the library, and for LwM2M models the objects that they describe. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { libraryRules } from './rules.ts'

export const resource = {
  table: 'resource',
  columns: {
    id: 'text',
    created_time: 'number',
    /** NIL_UUID: belongs to the system. */
    tenant_id: 'text',
    title: 'text',
    resource_type: 'text',
    resource_key: 'text',
    file_name: 'text',
    object_id: 'number or null',
    object_name: 'text or null',
    /** Part of an LwM2M model that forms offer, as JSON; null: none, or not a model. */
    object: 'text or null',
    /** Size of the file, not of its Base64 text. */
    bytes: 'number',
    /** Content of the file, Base64. */
    data: 'text',
  },
  nameColumn: 'title',
  owner: { tenant: 'tenant_id' },
  rules: libraryRules,
  trash: { typeColumn: 'resource_type', bytesColumn: 'bytes' },
} as const satisfies EntityDescriptor
