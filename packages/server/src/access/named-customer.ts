/** The customer that a body names as the owner of what is saved. */

import { badRequest, DomainError, ErrorCode } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { Access } from './operations.ts'
import type { Owned, Scope } from './scope.ts'

/**
 * Throws 400 when there is no such customer or the caller may not read it, in the same words: in a path either is a 404,
 * but the wire counts a customer in a body as input.
 */
export async function requireNamedCustomer(access: Access, scope: Scope, id: string): Promise<Owned> {
  try {
    return await access.requireEntity(scope, 'READ', entityId('CUSTOMER', id.toLowerCase()))
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === ErrorCode.GENERAL) throw error
    throw badRequest('The customer doesn’t exist. Specify another one, or none.')
  }
}
