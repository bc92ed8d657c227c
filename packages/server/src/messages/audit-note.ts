/**
 * Input of the audit log from a transaction or a route. The audit log writes the note: for a transaction, together with
 * its
 * changes; for a call that failed or changes nothing, in a separate transaction.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import type { EntityId } from '@sonde/model/ids'

/** The user who acted, and the tenant whose audit log gets the entry. */
export interface AuditActor {
  readonly tenantId: string
  readonly userId: string
  /** Email address. */
  readonly userName: string
}

export interface AuditNote {
  readonly action: AuditAction
  readonly entity: EntityId
  /** Absent: the entity's name at the end of the transaction. */
  readonly entityName?: string
  /** Absent or NIL_UUID: the caller's customer. */
  readonly customerId?: string
  /** Details of the action, as JSON. */
  readonly data: unknown
  /** Why the action failed; absent if it succeeded. */
  readonly failure?: string
  /** Absent: the caller. Outside of a call, a note without an actor isn't written. */
  readonly by?: AuditActor
}
