/**
 * Tables of what is noted of entities while the platform runs: attributes, alarms, calls, events, the audit log and the
 * like. Read and written as `schema.ts` says.
 */

import type { Row } from '../entities/columns.ts'
import type { Descriptors } from '../entities/entity-descriptors.ts'
import type { passwordHistoryColumns } from '../entities/user.ts'

export type PasswordHistoryTable = Row<typeof passwordHistoryColumns>

export interface DeadLetterTable {
  id: string
  created_time: number
  tenant_id: string
  /** The originator. */
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
  /** Of who did it. */
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
  /** Start of the month that the counts are of. */
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
  /** JSON of the node's own. */
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
  /** Text, also of numbers, so that a LONG keeps its digits; booleans `true`, `false`. */
  value: string
}

export type RpcTable = Row<Descriptors['RPC']['columns']>

export type AlarmTable = Row<Descriptors['ALARM']['columns']>

/** An entity through which an alarm is seen; the originator is one. */
export interface AlarmEntityTable {
  entity_id: string
  /** Of the alarm. */
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
  /** Null: a rule, or the server. */
  user_id: string | null
  user_name: string | null
  /** JSON of the kind's own. */
  detail: string | null
  edited_ts: number
  /** When a comment was deleted; 0: it wasn't. */
  removed: number
}

/** What happened to an entity that rules are made of; each type fills some of the columns. */
export interface EventTable {
  id: string
  created_time: number
  tenant_id: string
  entity_type: string
  entity_id: string
  type: string
  server: string
  /** `IN`, `OUT`. */
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

/** A profile whose package changed, during the rollout. */
export interface PackageRolloutTable {
  device_profile_id: string
  type: string
  tenant_id: string
  /** The last device that was updated; empty: none yet. */
  after_id: string
}

/** An entity that was deleted; its points, attributes and events go step by step. */
export interface DeletedEntityTable {
  entity_id: string
  entity_type: string
  tenant_id: string
  deleted_time: number
  /** When all of it was gone for the first time. */
  purged_time: number | null
}
