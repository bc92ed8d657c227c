/** What others hear when a device, an asset, an entity view or an edge changes. */

import type { Assignable } from '@sonde/model/assignables/assignable'
import { badRequest, DomainError } from '@sonde/model/errors'
import type { Owned, Scope } from '../access/scope.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { Message } from '../messages/message.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'

/** What about it changed: sessions of a device end with other credentials, lists care about the owner. */
export type AssignableAspect = 'assignment' | 'edge' | 'credentials' | 'profile'

export const ownedAssignable = (thing: Assignable): Owned => ({
  id: thing.id,
  tenantId: thing.tenantId.id,
  customerId: thing.customerId.id,
})

export const assignableChange = (
  kind: EntityChange['kind'],
  thing: Assignable,
  aspect?: AssignableAspect,
): EntityChange => ({
  kind,
  entity: thing.id,
  tenantId: thing.tenantId.id,
  customerId: thing.customerId.id,
  ...(aspect && { aspect }),
})

export const assignableMessage = (
  scope: Scope,
  type: string,
  thing: Assignable,
  nowMs: number,
  metadata: Record<string, string> = {},
): Message =>
  entityMessage({ scope, type, originator: thing.id, customerId: thing.customerId.id, data: thing, metadata, nowMs })

/** Store refusals in the caller's words; `word` names the thing: `asset`. */
export async function assignableWritten<T>(word: string, commit: Promise<T>): Promise<T> {
  try {
    return await commit
  } catch (error) {
    if (error instanceof DomainError) throw error
    if (error instanceof UniqueViolation) {
      throw badRequest(
        error.columns.includes('routing_key')
          ? 'Another edge has this routing key; choose another.'
          : `There is ${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word} with this name already; choose another.`,
      )
    }
    if (error instanceof RowsMismatch) throw badRequest(`The ${word} was changed meanwhile; load it again.`)
    throw error
  }
}
