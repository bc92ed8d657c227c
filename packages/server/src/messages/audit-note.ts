/**
 * What a transaction says of itself for the audit log, where its messages do not: sign-ins, changes by a link that was
 * mailed. Written in that transaction by the audit log.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import type { EntityId } from '@sonde/model/ids'

export interface AuditNote {
  readonly action: AuditAction
  readonly entity: EntityId
  readonly entityName: string
  /** Whose log it stands in. */
  readonly tenantId: string
  readonly customerId: string
  readonly userId: string
  /** The e-mail address. */
  readonly userName: string
  /** What was done, as JSON. */
  readonly data: unknown
  /** Why it was not done; absent when it was. */
  readonly failure?: string
}
