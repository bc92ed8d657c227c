/** What may be asked of `access`; the rules are in access.ts, one table for all. */

import type { EntityId } from '@sonde/model/ids'
import type { Owned, Scope } from './scope.ts'

export const operations = [
  'CREATE',
  'READ',
  'WRITE',
  'DELETE',
  'ASSIGN_TO_CUSTOMER',
  'UNASSIGN_FROM_CUSTOMER',
  'RPC_CALL',
  'READ_CREDENTIALS',
  'WRITE_CREDENTIALS',
  'READ_ATTRIBUTES',
  'WRITE_ATTRIBUTES',
  'READ_TELEMETRY',
  'WRITE_TELEMETRY',
  'CLAIM_DEVICES',
] as const
export type Operation = (typeof operations)[number]

export interface Access {
  allows(scope: Scope, operation: Operation, owned: Owned): boolean
  /** Throws the wire's refusal: 403, or 404 where the recordings show that a foreign thing does not exist. */
  demand(scope: Scope, operation: Operation, owned: Owned): void
  /**
   * Finds the owner of any entity and demands; 404 when there is no such entity. `names` are what the caller would write
   * by it, RPC methods or `SCOPE/KEY` of attributes: visitors may write what the owner named. Throws 429 when visitors
   * write too often.
   */
  demandEntity(scope: Scope, operation: Operation, entity: EntityId, names?: readonly string[]): Promise<Owned>
}
