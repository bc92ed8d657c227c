/** How the store's refusals to write a device are answered. */

import { badRequest, DomainError } from '@sonde/model/errors'
import { RowsMismatch, UniqueViolation } from '../storage/storage.ts'

/** Store refusals in the caller's words. */
export async function deviceWritten<T>(commit: Promise<T>): Promise<T> {
  try {
    return await commit
  } catch (error) {
    throw deviceRefusal(error)
  }
}

export function deviceRefusal(error: unknown): unknown {
  if (error instanceof DomainError) return error
  if (error instanceof UniqueViolation) {
    return error.table === 'device_credentials'
      ? badRequest('Another device has these credentials; choose others.')
      : badRequest('A device with this name exists already.')
  }
  if (error instanceof RowsMismatch) return badRequest('The device was changed meanwhile; load it again.')
  return error
}
