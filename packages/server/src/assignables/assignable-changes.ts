/** Changes published for devices, assets, entity views and edges. */

import type { Assignable } from '@sonde/model/assignables/assignable'
import { badRequest, DomainError } from '@sonde/model/errors'
import type { Owned } from '../access/scope.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'

/** Changed aspect: other credentials end the sessions of a device, lists depend on the assignment. */
export type AssignableAspect = 'assignment' | 'edge' | 'credentials' | 'profile'

export const ownedAssignable = (entity: Assignable): Owned => ({
  id: entity.id,
  tenantId: entity.tenantId.id,
  customerId: entity.customerId.id,
})

export const assignableChange = (
  kind: EntityChange['kind'],
  entity: Assignable,
  aspect?: AssignableAspect,
): EntityChange => ({
  kind,
  entity: entity.id,
  tenantId: entity.tenantId.id,
  customerId: entity.customerId.id,
  ...(aspect && { aspect }),
})

/** Translates errors of the store into messages for the caller. `word`: name of the type, such as `asset`. */
export async function assignableWritten<T>(word: string, commit: Promise<T>): Promise<T> {
  try {
    return await commit
  } catch (error) {
    if (error instanceof DomainError) throw error
    if (error instanceof UniqueViolation) {
      throw badRequest(
        error.columns.includes('routing_key')
          ? 'Another edge uses this edge key. Enter another.'
          : `${/^[aeiou]/.test(word) ? 'An' : 'A'} ${word} with this name already exists.`,
      )
    }
    if (error instanceof RowsMismatch) throw badRequest(`Someone else changed this ${word}. Reload and try again.`)
    throw error
  }
}
