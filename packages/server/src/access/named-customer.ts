/** Customer that a request body names as the owner of a saved entity. */

import { badRequest, DomainError, ErrorCode } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { Access } from './operations.ts'
import type { Owned, Scope } from './scope.ts'

/**
 * Throws 400 with the same message when the customer doesn't exist and when the caller may not read it. In a path
 * either case is a 404, but the API treats a customer in a body as input.
 */
export async function requireNamedCustomer(access: Access, scope: Scope, id: string): Promise<Owned> {
  try {
    return await access.requireEntity(scope, 'READ', entityId('CUSTOMER', id.toLowerCase()))
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === ErrorCode.GENERAL) throw error
    throw badRequest('The customer doesn’t exist. Specify another one, or none.')
  }
}
