/** Storage and access rules of alarms. */

import type { EntityDescriptor } from './entity-descriptor.ts'
import { all, some } from './rules.ts'

export const alarm = {
  table: 'alarm',
  columns: {
    id: 'text',
    created_time: 'number',
    tenant_id: 'text',
    customer_id: 'text',
    originator_type: 'text',
    originator_id: 'text',
    type: 'text',
    severity: 'text',
    start_ts: 'number',
    end_ts: 'number',
    ack_ts: 'number',
    clear_ts: 'number',
    /** Status flags; `ack_ts` and `clear_ts` are the times. */
    acknowledged: 'number',
    cleared: 'number',
    details: 'text or null',
    propagate: 'number',
    propagate_to_owner: 'number',
    propagate_to_tenant: 'number',
    propagate_relation_types: 'text',
    /** JSON of the model's `AlarmCause`. */
    cause: 'text or null',
    /** ID of a user, who may have been deleted. */
    assignee_id: 'text or null',
    /** Epoch ms. */
    shelved_until: 'number or null',
    shelved_reason: 'text or null',
    /** Name of a user. */
    shelved_by: 'text or null',
  },
  nameColumn: 'type',
  owner: { tenant: 'tenant_id', customer: 'customer_id' },
  rules: {
    TENANT_ADMIN: all('OWN_TENANT'),
    CUSTOMER_USER: [...all('OWN_CUSTOMER_WITH_ACCOUNT'), ...some('OWN_CUSTOMER', 'READ')],
  },
} as const satisfies EntityDescriptor
