/**
 * What a transaction or a route says for the audit log. The audit log writes it: of a transaction with its changes, of a
 * call that failed or that changes nothing in the store in a transaction of its own.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import type { EntityId } from '@sonde/model/ids'

/** Who did it, and in whose log that stands. */
export interface AuditActor {
  readonly tenantId: string
  readonly userId: string
  /** The e-mail address. */
  readonly userName: string
}

export interface AuditNote {
  readonly action: AuditAction
  readonly entity: EntityId
  /** Absent: the name that the entity has when the transaction ends. */
  readonly entityName?: string
  /** Absent or NIL_UUID: the caller's. */
  readonly customerId?: string
  /** What was done, as JSON. */
  readonly data: unknown
  /** Why it was not done; absent when it was. */
  readonly failure?: string
  /** Absent: the caller. Outside of calls such a note is not written. */
  readonly by?: AuditActor
}
