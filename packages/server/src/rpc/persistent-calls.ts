/**
 * Calls that survive a restart: QUEUED, SENT, DELIVERED, SUCCESSFUL, and how they fail.
 *
 * The store holds them; in memory are only those that wait for a device's acknowledgement. Every change of state is one
 * commit with its message for the rule engine. Changes of one device run one after the other, so that a reply that
 * overtakes its acknowledgement finds the call in order.
 */

import { notFound } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { Rpc, RpcStatus } from '@sonde/model/rpc/rpc'
import type { TransportLog } from '../activity/transport-log.ts'
import type { Clock } from '../clock.ts'
import type { DeviceDirectory, DeviceRecord } from '../devices/device-directory.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { Message } from '../messages/message.ts'
import type { Statement } from '../storage/relational.ts'
import { RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import type { DeviceSession } from '../transports/device-session.ts'
import type { SessionRegistry } from '../transports/session-registry.ts'
import type { CallLimits } from './call-limits.ts'
import type { CallOutcome, DeviceCall } from './device-calls.ts'
import type { RpcStore } from './rpc-store.ts'
import { timerMsMax } from './timer-limit.ts'
import { passingRequestIdMax } from './transient-calls.ts'

/** How often a call that is not acknowledged is sent again at most. */
export const retriesMax = 5
/** How long a device may take to acknowledge a call, ms. */
export const acknowledgeTimeoutDefaultMs = 10_000
/** Calls that one session is sent at once; the rest follow as these are acknowledged. */
export const callsInFlightMax = 32
/** Expired calls that are read at once, per state. */
const expiredAtOnceMax = 200
/** New calls of a device after which ended ones beyond the limit are removed. */
const removeEndedEvery = 100
/** Devices whose new calls are counted. */
const countedDevicesMax = 10_000
/** How far behind the clock the store is searched again, for calls whose commit took its time. */
const expiryOverlapMs = 60_000

interface InFlight {
  readonly rpc: Rpc
  readonly session: DeviceSession
  readonly timer: NodeJS.Timeout
}

export interface PersistentCallsParts {
  readonly store: RpcStore
  readonly sessions: Pick<SessionRegistry, 'ofDevice'>
  readonly directory: Pick<DeviceDirectory, 'find'>
  readonly commit: Commit
  readonly clock: Clock
  readonly log: TransportLog
  readonly callLimits: Pick<CallLimits, 'takePlace' | 'leavePlace' | 'changed' | 'storedMax'>
  readonly acknowledgeTimeoutMs?: number
}

export interface PersistentCalls {
  /** Stores the call and sends it when the device listens. Throws 429 when too many wait. */
  call(call: DeviceCall): Promise<CallOutcome>
  /** Sends what waits to a session that takes calls. */
  flush(session: DeviceSession): void
  /** False when no such call is open. Rejects when the answer could not be stored. */
  answered(device: DeviceRecord, requestId: number, payload: string): Promise<boolean>
  /** Deletes a call, open or not, and tells the rule engine. */
  remove(rpc: Rpc): Promise<void>
  drop(deviceId: string): void
  /** A device is there again, with the calls that waited for it. */
  takeUp(deviceId: string): void
  /** Starts watching for calls that expire. */
  start(): Promise<void>
  close(): Promise<void>
}

export function createPersistentCalls(parts: PersistentCallsParts): PersistentCalls {
  const { store, sessions, directory, commit, clock, log, callLimits } = parts
  const acknowledgeTimeoutMs = parts.acknowledgeTimeoutMs ?? acknowledgeTimeoutDefaultMs
  const inFlight = new Map<string, InFlight>()
  /** Times a call was sent without an acknowledgement, since the process started. */
  const attempts = new Map<string, number>()
  /** The last work of each device; further work waits for it. */
  const lanes = new Map<string, Promise<unknown>>()
  let isClosed = false

  function inLane<T>(deviceId: string, work: () => Promise<T>): Promise<T> {
    const result = (lanes.get(deviceId) ?? Promise.resolve()).then(work)
    const settled = result.then(
      () => {},
      () => {},
    )
    lanes.set(deviceId, settled)
    void settled.then(() => {
      if (lanes.get(deviceId) === settled) lanes.delete(deviceId)
    })
    return result
  }

  /** Work that nobody waits for. */
  function background(deviceId: string, work: () => Promise<void>) {
    inLane(deviceId, work).catch((error: unknown) =>
      log.error({ err: error, deviceId }, 'The state of a persistent call could not be stored'),
    )
  }

  /** Writes a new state. False when the call has ended or is gone. */
  async function change(rpc: Rpc, status: RpcStatus, response: unknown = null): Promise<boolean> {
    const changed = { ...rpc, status, response }
    try {
      await commit({
        statements: [store.update(rpc.id.id, status, response)],
        messages: await messagesOf(changed),
      })
      callLimits.changed(rpc.deviceId.id)
      return true
    } catch (error) {
      if (error instanceof RowsMismatch) return false
      throw error
    }
  }

  /** The rule engine's message of a state; none when the device is gone. */
  async function messagesOf(rpc: Rpc): Promise<Message[]> {
    const device = await directory.find(rpc.deviceId.id)
    if (!device) return []
    const nowMs = clock.nowMs()
    return [
      {
        id: newId(nowMs),
        ts: nowMs,
        type: `RPC_${rpc.status}`,
        tenantId: device.tenantId,
        originator: device.id,
        customerId: device.customerId,
        metadata: {},
        dataType: 'JSON',
        data: JSON.stringify(rpc),
        queueName: device.profile.defaultQueueName ?? 'Main',
        ruleChainId: device.profile.defaultRuleChainId,
        ruleNodeId: null,
      },
    ]
  }

  function land(rpcId: string): InFlight | undefined {
    const flying = inFlight.get(rpcId)
    if (!flying) return undefined
    clearTimeout(flying.timer)
    inFlight.delete(rpcId)
    return flying
  }

  /** Sends a device's waiting calls to its newest session that takes calls. */
  async function pass(deviceId: string) {
    const session = [...sessions.ofDevice(deviceId)].reverse().find((each) => each.wantsCalls)
    if (!session) return
    const waiting = await store.ofDevice(deviceId, ['QUEUED', 'SENT', 'TIMEOUT'], callsInFlightMax)
    for (const rpc of waiting) {
      if (!session.wantsCalls) return
      const flying = inFlight.get(rpc.id.id)
      if (flying?.session === session || rpc.expirationTime <= clock.nowMs()) continue
      // Sent to a session that ended before it acknowledged.
      if (flying) land(rpc.id.id)
      await send(rpc, session)
    }
  }

  async function send(rpc: Rpc, session: DeviceSession) {
    const { id } = rpc.id
    const { method, params } = rpc.request.body
    const waitMs = Math.max(0, Math.min(acknowledgeTimeoutMs, rpc.expirationTime - clock.nowMs()))
    const timer = setTimeout(() => background(rpc.deviceId.id, () => unacknowledged(id)), waitMs)
    timer.unref()
    inFlight.set(id, { rpc, session, timer })
    const delivered = () => background(rpc.deviceId.id, () => acknowledged(id))
    if (!session.link.sendCall({ requestId: requestIdOf(id), method, params }, delivered)) {
      land(id)
      return
    }
    attempts.set(id, (attempts.get(id) ?? 0) + 1)
    if (!(await change(rpc, 'SENT'))) forget(id)
  }

  async function acknowledged(rpcId: string) {
    const flying = land(rpcId)
    attempts.delete(rpcId)
    if (!flying) return
    await change(flying.rpc, 'DELIVERED')
    await pass(flying.rpc.deviceId.id)
  }

  async function unacknowledged(rpcId: string) {
    const flying = land(rpcId)
    if (!flying || isClosed) return
    const { rpc } = flying
    const tries = attempts.get(rpcId) ?? 1
    if (tries > Math.min(rpc.request.retries ?? retriesMax, retriesMax)) {
      attempts.delete(rpcId)
      await change(rpc, 'FAILED', { error: `There was no acknowledgement after ${tries} attempts.` })
    } else await change(rpc, 'TIMEOUT')
  }

  function forget(rpcId: string) {
    land(rpcId)
    attempts.delete(rpcId)
  }

  // Expiry: one timer for the call that expires next.

  let timer: NodeJS.Timeout | null = null
  let timerAtMs = Number.POSITIVE_INFINITY
  /** Nothing open expires up to here, epoch ms. */
  let expiredUntilMs = 0

  function wakeAt(ms: number) {
    if (ms >= timerAtMs || isClosed) return
    if (timer) clearTimeout(timer)
    timerAtMs = ms
    timer = setTimeout(() => void expire(), Math.min(Math.max(0, ms - clock.nowMs()), timerMsMax))
    timer.unref()
  }

  /** Wakes when the next open call expires. */
  async function watch() {
    const next = await store.nextExpiration(expiredUntilMs)
    if (next !== null) wakeAt(next)
  }

  async function expire() {
    timer = null
    timerAtMs = Number.POSITIVE_INFINITY
    try {
      const nowMs = clock.nowMs()
      const expired = await store.expired(expiredUntilMs, nowMs, expiredAtOnceMax)
      for (const rpc of expired) {
        await inLane(rpc.deviceId.id, async () => {
          forget(rpc.id.id)
          await change(rpc, 'EXPIRED')
        })
      }
      if (expired.length < expiredAtOnceMax) expiredUntilMs = Math.max(expiredUntilMs, nowMs - expiryOverlapMs)
      await watch()
    } catch (error) {
      if (isClosed) return
      log.error({ err: error }, 'Expired calls could not be stored')
      wakeAt(clock.nowMs() + acknowledgeTimeoutMs)
    }
  }

  /** New calls of devices since ended ones were last removed. */
  const added = new Map<string, number>()

  /** Not with every call: it looks through all that the device has. */
  function endedToRemove(tenantId: string, deviceId: string): Statement[] {
    const count = added.get(deviceId)
    if (count !== undefined && count < removeEndedEvery) {
      added.set(deviceId, count + 1)
      return []
    }
    if (added.size >= countedDevicesMax) added.delete(added.keys().next().value as string)
    added.set(deviceId, 1)
    return [store.removeEnded(deviceId, callLimits.storedMax(tenantId))]
  }

  return {
    async call(call) {
      const limited = { tenantId: call.tenantId, deviceId: call.deviceId, rpcId: call.requestId }
      await callLimits.takePlace(limited)
      const rpc = newRpc(call, clock.nowMs())
      let isStored = false
      try {
        await commit({
          statements: [store.insert(rpc), ...endedToRemove(call.tenantId, call.deviceId)],
          messages: await messagesOf(rpc),
        })
        isStored = rpc.status === 'QUEUED'
      } catch (error) {
        // The message that asked for it ran again after a crash: the call is there already.
        if (!(error instanceof UniqueViolation)) throw error
      } finally {
        callLimits.leavePlace(limited, isStored)
      }
      if (rpc.status === 'QUEUED') {
        wakeAt(rpc.expirationTime)
        background(call.deviceId, () => pass(call.deviceId))
      }
      return { kind: 'queued' }
    },

    flush(session) {
      background(session.device.id.id, () => pass(session.device.id.id))
    },

    answered: (device, requestId, payload) =>
      inLane(device.id.id, async () => {
        if (requestId <= passingRequestIdMax) return false
        const open = await store.ofDevice(device.id.id, ['SENT', 'DELIVERED', 'TIMEOUT'], 1000)
        const rpc = open.find(({ id }) => requestIdOf(id.id) === requestId)
        if (!rpc || rpc.request.oneway) return false
        forget(rpc.id.id)
        return change(rpc, 'SUCCESSFUL', responseOf(payload))
      }),

    remove: (rpc) =>
      inLane(rpc.deviceId.id, async () => {
        forget(rpc.id.id)
        try {
          await commit({
            statements: [store.remove(rpc.id.id)],
            messages: await messagesOf({ ...rpc, status: 'DELETED' }),
          })
          callLimits.changed(rpc.deviceId.id)
        } catch (error) {
          // Somebody else deleted it first.
          if (error instanceof RowsMismatch) throw notFound('RPC', rpc.id.id)
          throw error
        }
      }),

    drop(deviceId) {
      for (const { rpc } of [...inFlight.values()]) if (rpc.deviceId.id === deviceId) forget(rpc.id.id)
    },

    takeUp(deviceId) {
      background(deviceId, async () => {
        await watch()
        await pass(deviceId)
      })
    },

    start: watch,

    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      for (const rpcId of [...inFlight.keys()]) land(rpcId)
      await Promise.all(lanes.values())
    },
  }
}

function newRpc(call: DeviceCall, nowMs: number): Rpc {
  const tenantId = entityId('TENANT', call.tenantId)
  const deviceId = entityId('DEVICE', call.deviceId)
  const { requestId, oneway, expirationTime, method, params, retries } = call
  return {
    id: entityId('RPC', requestId),
    createdTime: nowMs,
    tenantId,
    deviceId,
    expirationTime,
    request: {
      id: requestId,
      tenantId,
      deviceId,
      oneway,
      expirationTime,
      body: { method, params },
      persisted: true,
      retries,
    },
    response: null,
    status: expirationTime <= nowMs ? 'EXPIRED' : 'QUEUED',
    additionalInfo: call.additionalInfo === null ? null : JSON.parse(call.additionalInfo),
  }
}

/**
 * The number by which a device answers a persistent call. It comes from the call's id, so that an answer is understood
 * even after a restart, and lies above the numbers of passing calls.
 */
export function requestIdOf(rpcId: string): number {
  // FNV-1a over the characters.
  let hash = 0x811c9dc5
  for (let i = 0; i < rpcId.length; i++) hash = Math.imul(hash ^ rpcId.charCodeAt(i), 0x01000193)
  return passingRequestIdMax + 1 + ((hash >>> 0) % 0x3fff_ffff)
}

/** What a device answered; text that is no JSON is kept as an error, as on the wire. */
function responseOf(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    return { error: payload }
  }
}
