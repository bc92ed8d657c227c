/** Storage and access rules of tenant profiles. */

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
    /** JSON object with the values of limits by name. */
    limits: 'text with default',
  },
  nameColumn: 'name',
  owner: {},
  rules: { SYS_ADMIN: all('ANY') },
  // Restored as a profile that isn't the default: the default profile can't be deleted.
  trash: { reset: { columns: { is_default: 0 }, fields: { default: false } } },
} as const satisfies EntityDescriptor
