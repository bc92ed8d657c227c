/**
 * Limits of RPC calls: number of waiting calls, size and lifetime (`model/limits`).
 *
 * A persistent call reserves a place before it is stored, so that concurrent calls can't all take the last one. The
 * number of waiting calls is the count in the store plus the places reserved since.
 */

import { DomainError, ErrorCode } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { LimitKey } from '@sonde/model/limits/limits'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits/limits.ts'
import { raise } from '../limits/peaks.ts'
import type { RpcStore } from './rpc-store.ts'

/** How long the count of a tenant's waiting calls is cached, ms; shorter if it has reached the limit. */
const tenantCountMs = 10_000
const fullTenantCountMs = 1_000
/** Maximum tenants whose count is cached. */
const tenantsMax = 10_000
/** How long a device at its limit isn't counted again, ms, unless one of its calls changes before. */
const fullDeviceMs = 1_000
/** Maximum devices remembered to be at their limit. */
const fullDevicesMax = 10_000

export interface CallLimitDeps {
  readonly store: Pick<RpcStore, 'waitingOfDevice' | 'waitingOfTenant'>
  readonly limits: Pick<Limits, 'of' | 'rejected' | 'reject' | 'peaksOf'>
  readonly clock: Clock
}

/** Identifies a call, its device and its tenant. */
export interface LimitedCall {
  readonly tenantId: string
  readonly deviceId: string
  /** The call's UUID. */
  readonly rpcId: string
}

export type CallLimits = ReturnType<typeof createCallLimits>

export function createCallLimits({ store, limits, clock }: CallLimitDeps) {
  /** Calls that have reserved a place and aren't stored yet. */
  const placed = new Set<string>()
  const placedOfDevices = new Map<string, number>()
  const placedOfTenants = new Map<string, number>()
  /** Devices at their limit, with the time until which this is assumed, epoch ms. */
  const fullDevices = new Map<string, number>()
  const tenantCounts = new Map<string, { count: number; atMs: number }>()
  const bytesPeaks = limits.peaksOf('rpcBytes')
  const expiryPeaks = limits.peaksOf('rpcExpiry')

  async function hasRoom(tenantId: string, deviceId: string, ahead: number): Promise<boolean> {
    const max = limits.of(tenantId, 'waitingRpcCalls')
    if (ahead >= max) return false
    if (clock.nowMs() < (fullDevices.get(deviceId) ?? 0)) return false
    const waiting = await store.waitingOfDevice(deviceId, max)
    if (ahead + waiting < max) return true
    if (waiting >= max) {
      if (fullDevices.size >= fullDevicesMax) fullDevices.clear()
      fullDevices.set(deviceId, clock.nowMs() + fullDeviceMs)
    }
    return false
  }

  async function waitingOfTenant(tenantId: string, max: number): Promise<number> {
    const existing = tenantCounts.get(tenantId)
    const ageMs = existing ? clock.nowMs() - existing.atMs : Number.POSITIVE_INFINITY
    if (existing && ageMs < (existing.count >= max ? fullTenantCountMs : tenantCountMs)) return existing.count
    const count = await store.waitingOfTenant(tenantId)
    if (tenantCounts.size >= tenantsMax) tenantCounts.delete(tenantCounts.keys().next().value as string)
    tenantCounts.set(tenantId, { count, atMs: clock.nowMs() })
    return count
  }

  /** Reserves a place for a persistent call; repeating it for the same call isn't an error. Throws 429. */
  async function acquirePlace(call: LimitedCall): Promise<void> {
    const { tenantId, deviceId, rpcId } = call
    if (placed.has(rpcId)) return
    const ahead = placedOfDevices.get(deviceId) ?? 0
    const aheadOfTenant = placedOfTenants.get(tenantId) ?? 0
    placed.add(rpcId)
    placedOfDevices.set(deviceId, ahead + 1)
    placedOfTenants.set(tenantId, aheadOfTenant + 1)
    try {
      if (!(await hasRoom(tenantId, deviceId, ahead))) throw tooMany(limits, call, 'waitingRpcCalls')
      const tenantMax = limits.of(tenantId, 'tenantWaitingRpcCalls')
      if (aheadOfTenant + (await waitingOfTenant(tenantId, tenantMax)) >= tenantMax) {
        throw tooMany(limits, call, 'tenantWaitingRpcCalls')
      }
    } catch (error) {
      leavePlace(call, false)
      throw error
    }
  }

  /** Releases the place: the call is stored, or won't be. */
  function leavePlace({ tenantId, deviceId, rpcId }: LimitedCall, isStored: boolean): void {
    if (!placed.delete(rpcId)) return
    decrement(placedOfDevices, deviceId)
    decrement(placedOfTenants, tenantId)
    const existing = tenantCounts.get(tenantId)
    if (isStored && existing) existing.count++
  }

  /** Throws 400 for a call that is too large. */
  function requireBytes(call: LimitedCall, ...texts: readonly (string | null)[]): void {
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0)
    raise(bytesPeaks(call.tenantId), bytes)
    if (bytes > limits.of(call.tenantId, 'rpcBytes')) limits.reject(call.tenantId, 'rpcBytes', deviceOf(call))
  }

  /** Throws 400 for a persistent call with a lifetime above the limit. */
  function requireExpiry(call: LimitedCall, expirationTime: number): void {
    const livesMs = expirationTime - clock.nowMs()
    raise(expiryPeaks(call.tenantId), livesMs)
    if (livesMs > limits.of(call.tenantId, 'rpcExpiry')) {
      limits.reject(call.tenantId, 'rpcExpiry', deviceOf(call))
    }
  }

  return {
    takePlace: acquirePlace,
    leavePlace,
    /** To be called when a call of the device changed its state or was deleted. */
    changed: (deviceId: string) => void fullDevices.delete(deviceId),
    requireBytes,
    requireExpiry,
    /** Maximum ended calls of a device that are retained. */
    storedMax: (tenantId: string) => limits.of(tenantId, 'storedRpcCalls'),
  }
}

/** Counts a call of a tenant that waits in memory, until `end`. */
export type AddWaiting = (call: LimitedCall) => { end(): void }

export interface WaitingCount {
  readonly add: AddWaiting
  of(tenantId: string): number
}

export function createWaitingCount(limits: Pick<Limits, 'of' | 'rejected'>): WaitingCount {
  const counts = new Map<string, number>()
  return {
    add(call) {
      const { tenantId } = call
      const waiting = counts.get(tenantId) ?? 0
      if (waiting >= limits.of(tenantId, 'rpcCallers')) throw tooMany(limits, call, 'rpcCallers')
      counts.set(tenantId, waiting + 1)
      return { end: () => decrement(counts, tenantId) }
    },
    of: (tenantId) => counts.get(tenantId) ?? 0,
  }
}

const deviceOf = ({ deviceId }: LimitedCall) => entityId('DEVICE', deviceId)

const tooMany = (limits: Pick<Limits, 'rejected'>, call: LimitedCall, key: LimitKey): DomainError =>
  new DomainError(ErrorCode.TOO_MANY_REQUESTS, limits.rejected(call.tenantId, key, deviceOf(call)))

function decrement(counts: Map<string, number>, id: string): void {
  const count = (counts.get(id) ?? 0) - 1
  if (count > 0) counts.set(id, count)
  else counts.delete(id)
}
