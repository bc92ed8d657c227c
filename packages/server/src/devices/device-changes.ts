/** What others hear when a device changes: entity changes for caches and sessions, messages for the rule engine. */

import type { Device } from '@sonde/model/devices/device'
import { badRequest, DomainError } from '@sonde/model/errors'
import type { Scope } from '../access/scope.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { Message } from '../journal/message.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'

/** What about a device changed: sessions end with other credentials, lists care about the owner. */
export type DeviceAspect = 'credentials' | 'assignment' | 'profile'

export const deviceChange = (kind: EntityChange['kind'], device: Device, aspect?: DeviceAspect): EntityChange => ({
  kind,
  entity: device.id,
  tenantId: device.tenantId.id,
  customerId: device.customerId.id,
  ...(aspect && { aspect }),
})

export const deviceMessage = (
  scope: Scope,
  type: string,
  device: Device,
  nowMs: number,
  metadata: Record<string, string> = {},
): Message =>
  entityMessage({ scope, type, originator: device.id, customerId: device.customerId.id, data: device, metadata, nowMs })

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
