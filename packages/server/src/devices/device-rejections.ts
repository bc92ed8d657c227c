/** How the store's refusals to write a device are answered. */

import { badRequest, DomainError } from '@sonde/model/errors'
import { RowsMismatch, UniqueViolation } from '../storage/storage.ts'

/** Store refusals in the caller's words. */
export async function deviceWritten<T>(commit: Promise<T>): Promise<T> {
  try {
    return await commit
  } catch (error) {
    throw deviceRejection(error)
  }
}

export function deviceRejection(error: unknown): unknown {
  if (error instanceof DomainError) return error
  if (error instanceof UniqueViolation) {
    return error.table === 'device_credentials'
      ? badRequest('Another device has these credentials. Choose others.')
      : badRequest('A device with this name already exists.')
  }
  if (error instanceof RowsMismatch) return badRequest('Someone else changed this device. Reload and try again.')
  return error
}
