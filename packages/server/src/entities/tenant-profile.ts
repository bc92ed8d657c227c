/** How tenant profiles are stored, and who may do what with them. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { all } from './rules.ts'

export const tenantProfile = {
  table: 'tenant_profile',
  columns: {
    id: 'text',
    created_time: 'number',
    name: 'text',
    description: 'text or null',
    is_default: 'number',
    isolated_core: 'number',
    isolated_rule_engine: 'number',
    profile_data: 'text',
    /** JSON object, values of limits by name. */
    limits: 'text with default',
  },
  nameColumn: 'name',
  owner: {},
  rules: { SYS_ADMIN: all('ANY') },
  // Another one is the default by now; it was none, or it could not have been deleted.
  trash: { reset: { columns: { is_default: 0 }, fields: { default: false } } },
} as const satisfies EntityDescriptor
