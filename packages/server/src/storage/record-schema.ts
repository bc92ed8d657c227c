/**
 * Tables of records about entities that are written at run time: attributes, alarms, RPC calls, events, the audit log
 * and others. Column conventions: see `schema.ts`.
 */

import type { Row } from '../entities/columns.ts'
import type { Descriptors } from '../entities/entity-descriptors.ts'
import type { passwordHistoryColumns } from '../entities/user.ts'

export type PasswordHistoryTable = Row<typeof passwordHistoryColumns>

export interface DeadLetterTable {
  id: string
  created_time: number
  tenant_id: string
  /** Entity type of the message's originator. */
  entity_type: string
  entity_id: string
  message_type: string
  message_ts: number
  reason: string
  /** Bytes of `message`. */
  size: number
  message: Uint8Array
}

export interface AuditLogTable {
  id: string
  created_time: number
  /** Tenant of the actor. */
  tenant_id: string
  customer_id: string
  entity_type: string
  entity_id: string
  entity_name: string
  user_id: string
  user_name: string
  action_type: string
  action_data: string
  action_status: string
  action_failure_details: string
}

export type ApiUsageStateTable = Row<Descriptors['API_USAGE_STATE']['columns']>

export interface CustomerUsageTable {
  id: string
  created_time: number
  tenant_id: string
  customer_id: string
  /** Start of the month that the counts cover. */
  cycle_ts: number
  counts: string
}

export interface LimitHourTable {
  tenant_id: string
  /** Start of the hour. */
  ts: number
  used: string
}

export interface LimitCauserTable {
  tenant_id: string
  /** Start of the day (UTC). */
  day_ts: number
  causers: string
}

export interface RuleNodeStateTable {
  rule_node_id: string
  entity_id: string
  tenant_id: string
  /** JSON; the rule node defines its content. */
  state_data: string
}

export interface AttributeTable {
  tenant_id: string
  entity_type: string
  entity_id: string
  scope: string
  key: string
  last_update_ts: number
  /** ValueType of model/telemetry/values. */
  value_type: number
  /** Value as text. Numbers too, so that a LONG keeps all its digits; booleans are `true` or `false`. */
  value: string
}

export type RpcTable = Row<Descriptors['RPC']['columns']>

export type AlarmTable = Row<Descriptors['ALARM']['columns']>

/** An entity that shows an alarm: the originator and entities that the alarm propagates to. */
export interface AlarmEntityTable {
  entity_id: string
  /** Creation time of the alarm. */
  created_time: number
  alarm_id: string
  entity_type: string
}

/** An entry of an alarm's history. */
export interface AlarmEventTable {
  id: string
  created_time: number
  alarm_id: string
  kind: string
  /** Null: created by a rule or the server. */
  user_id: string | null
  user_name: string | null
  /** JSON; its content depends on `kind`. */
  detail: string | null
  edited_ts: number
  /** When the comment was deleted; 0: not deleted. */
  removed: number
}

/** Event of a rule chain or rule node. Each event type uses only some of the columns. */
export interface EventTable {
  id: string
  created_time: number
  tenant_id: string
  entity_type: string
  entity_id: string
  type: string
  server: string
  /** `IN` or `OUT`. */
  direction: string | null
  /** Originator of the message. */
  about_type: string | null
  about_id: string | null
  message_id: string | null
  message_type: string | null
  data_type: string | null
  relation_type: string | null
  data: string | null
  metadata: string | null
  error: string | null
  method: string | null
  message: string | null
  /** `STARTED`, `UPDATED` … */
  lifecycle: string | null
  success: number | null
  processed: number | null
  failed: number | null
}

export interface EdgeEventTable {
  id: string
  created_time: number
  tenant_id: string
  edge_id: string
  uid: string
  type: string
  action: string
  entity_id: string | null
  body: string | null
}

/** A device profile whose package changed, while devices are being updated. */
export interface PackageRolloutTable {
  device_profile_id: string
  type: string
  tenant_id: string
  /** Id of the last device that was updated; empty: none yet. */
  after_id: string
}

/** A deleted entity whose points, attributes and events are removed step by step. */
export interface DeletedEntityTable {
  entity_id: string
  entity_type: string
  tenant_id: string
  deleted_time: number
  /** When its data was completely removed for the first time; null: not yet. */
  purged_time: number | null
}
