/** Device profile rows for tests. */

import type { Insertable } from 'kysely'
import type { Schema } from '../storage/schema.ts'

type ProfileRow = Insertable<Schema['device_profile']>

/** Row of a default profile whose name is its id. */
export const deviceProfileRow = (id: string, tenantId: string, more: Partial<ProfileRow> = {}): ProfileRow => ({
  id,
  created_time: 1,
  tenant_id: tenantId,
  name: id,
  description: null,
  image: null,
  is_default: 0,
  type: 'DEFAULT',
  transport_type: 'DEFAULT',
  provision_type: 'DISABLED',
  provision_device_key: null,
  default_rule_chain_id: null,
  default_dashboard_id: null,
  default_queue_name: null,
  firmware_id: null,
  software_id: null,
  profile_data: '{}',
  ...more,
})
