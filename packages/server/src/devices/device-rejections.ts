/** Translates errors of the store that a device write can cause. */

import { badRequest, DomainError } from '@sonde/model/errors'
import { RowsMismatch, UniqueViolation } from '../storage/storage.ts'

/** Translates errors of the store into messages for the caller. */
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
