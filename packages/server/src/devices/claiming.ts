/**
 * Claiming: a device allows a claim for a limited time, with a secret. A user who knows the secret assigns the device
 * to the user's customer.
 *
 * A wrong secret ends the claim, and failures delay the caller's next attempt, so that secrets can't be guessed.
 */

import type { Device } from '@sonde/model/devices/device'
import { badRequest, DomainError, notFound } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import { ownedAssignable } from '../assignables/assignable-changes.ts'
import type { Clock } from '../clock.ts'
import type { CustomersOfTenant } from '../customers/customers-of-tenant.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { AttributeWrite } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import type { ClaimAttempts } from './claim-attempts.ts'
import { sameText } from './credentials.ts'
import { createDeviceClaimStore } from './device-claim-store.ts'
import type { DeviceDirectory } from './device-directory.ts'
import type { DeviceService } from './device-service.ts'
import type { DeviceStore } from './device-store.ts'

export const claimDurationDefaultMs = 86_400_000
export const claimDurationMaxMs = 365 * 86_400_000
export const secretKeyLengthMax = 255
/** Server attributes that allow claiming a device; deleted when it is claimed. */
export const claimAttributes = ['claimingData', 'claimingAllowed'] as const

export type ClaimOutcome =
  | { readonly kind: 'SUCCESS'; readonly device: Device }
  | { readonly kind: 'FAILURE' }
  | { readonly kind: 'CLAIMED' }

export interface ClaimingDeps {
  readonly relational: RelationalStore
  readonly store: DeviceStore
  readonly directory: Pick<DeviceDirectory, 'find'>
  readonly attributes: AttributeStore
  readonly devices: Pick<DeviceService, 'setOwner' | 'removeOwner'>
  readonly customers: Pick<CustomersOfTenant, 'title'>
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly attempts: ClaimAttempts
}

interface OpenClaim {
  readonly secretKey: string
  readonly expirationTime: number
}

export type Claims = ReturnType<typeof createClaims>

export function createClaims(deps: ClaimingDeps) {
  const { store, directory, attributes, devices, customers, access, commit, clock, attempts } = deps
  const claimStore = createDeviceClaimStore(deps.relational)

  /**
   * Allows claiming the device. Absent secret: none is needed; absent duration: one day. Throws 400 when the device
   * already belongs to a customer.
   */
  async function register(deviceId: string, secretKey: string | null, durationMs: number | null): Promise<void> {
    const device = await directory.find(deviceId)
    if (!device) throw notFound('DEVICE', deviceId)
    if (device.customerId !== NIL_UUID) throw badRequest('This device is already claimed.')
    const secret = secretKey ?? ''
    if (secret.length > secretKeyLengthMax)
      throw badRequest(`The secret key can have at most ${secretKeyLengthMax} characters.`)
    const duration = durationMs !== null && durationMs > 0 ? durationMs : claimDurationDefaultMs
    const claim = {
      secret_key: secret,
      expiration_time: Math.trunc(clock.nowMs() + Math.min(duration, claimDurationMaxMs)),
    }
    await commit({
      statements: [claimStore.open(deviceId, claim)],
    })
  }

  /**
   * Assigns the device with this name to the caller's customer. Throws 404 when no device has this name, 429 for a
   * caller who failed too often.
   */
  async function claim(scope: Scope, deviceName: string, secretKey: string | null): Promise<ClaimOutcome> {
    attempts.begin(scope)
    const outcome = await tryClaim(scope, deviceName, secretKey).catch((error: unknown) => {
      attempts.failed(scope)
      throw error
    })
    if (outcome.kind === 'SUCCESS') attempts.succeeded(scope)
    else attempts.failed(scope)
    return outcome
  }

  async function tryClaim(scope: Scope, deviceName: string, secretKey: string | null): Promise<ClaimOutcome> {
    const device = await deviceNamed(scope, deviceName)
    const open = await openClaim(device.id.id)
    const isFree = device.customerId.id === NIL_UUID
    if (!open) return { kind: isFree ? 'FAILURE' : 'CLAIMED' }
    if (open.expirationTime < clock.nowMs() || !sameText(open.secretKey, secretKey ?? '')) {
      await commit({ statements: [claimStore.close(device.id.id)] })
      return { kind: 'FAILURE' }
    }
    if (!isFree) {
      await commit({ statements: [claimStore.close(device.id.id)] })
      return { kind: 'CLAIMED' }
    }
    const title = (await customers.title(scope.tenantId, scope.customerId)) ?? ''
    try {
      const claimed = await devices.setOwner(
        scope,
        device,
        { id: scope.customerId, title },
        { statements: [claimStore.close(device.id.id)], attributes: withoutClaimAttributes(device) },
      )
      return { kind: 'SUCCESS', device: claimed }
    } catch (error) {
      // Another user claimed the device first: the check of the customer failed.
      if (error instanceof DomainError) return { kind: 'CLAIMED' }
      throw error
    }
  }

  /** Unassigns the device from its customer and ends its claim. */
  async function reclaim(scope: Scope, deviceName: string): Promise<void> {
    const device = await deviceNamed(scope, deviceName)
    if (device.customerId.id !== NIL_UUID) access.require(scope, 'WRITE', ownedAssignable(device))
    const extra = { statements: [claimStore.close(device.id.id)] }
    if (device.customerId.id === NIL_UUID) await commit(extra)
    else await devices.removeOwner(scope, device, extra)
  }

  async function deviceNamed(scope: Scope, name: string): Promise<Device> {
    const device = await store.findByName(scope.tenantId, name)
    if (!device) throw notFound('DEVICE', name)
    access.require(scope, 'CLAIM_DEVICES', ownedAssignable(device))
    return device
  }

  /** Claim that the device registered, else the one in its attribute `claimingData`. */
  async function openClaim(deviceId: string): Promise<OpenClaim | undefined> {
    const row = await claimStore.find(deviceId)
    if (row) return { secretKey: row.secret_key, expirationTime: row.expiration_time }
    const [data] = await attributes.attributes(deviceId, 'SERVER_SCOPE', ['claimingData'])
    return data && parseClaimingData(String(data.value))
  }

  const withoutClaimAttributes = (device: Device): AttributeWrite[] =>
    claimAttributes.map((key) => ({
      tenantId: device.tenantId.id,
      entity: device.id,
      scope: 'SERVER_SCOPE',
      key,
      lastUpdateTs: clock.nowMs(),
      value: null,
      notifyDevice: false,
    }))

  return { register, claim, reclaim }
}

function parseClaimingData(text: string): OpenClaim | undefined {
  try {
    const { secretKey, expirationTime } = JSON.parse(text) as { secretKey?: unknown; expirationTime?: unknown }
    if (typeof expirationTime !== 'number') return undefined
    return { secretKey: typeof secretKey === 'string' ? secretKey : '', expirationTime }
  } catch {
    return undefined
  }
}
