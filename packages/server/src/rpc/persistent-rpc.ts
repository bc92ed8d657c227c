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
import { createCallExpiry } from './call-expiry.ts'
import type { CallLimits } from './call-limits.ts'
import type { CallOutcome, DeviceCall } from './device-calls.ts'
import type { RpcStore } from './rpc-store.ts'
import { passingRequestIdMax } from './transient-calls.ts'

/** How often a call that is not acknowledged is sent again at most. */
export const retriesMax = 5
/** How long a device may take to acknowledge a call, ms. */
export const acknowledgeTimeoutDefaultMs = 10_000
/** Calls that one session is sent at once; the rest follow as these are acknowledged. */
export const callsInFlightMax = 32
/** New calls of a device after which ended ones beyond the limit are removed. */
const removeEndedEvery = 100
/** Devices whose new calls are counted. */
const countedDevicesMax = 10_000

/**
 * A call that was sent since the process started. `sent`: the device has until the timer ends to acknowledge it.
 * `unacknowledged`: it didn't, and gets the call again.
 */
type Sending = { readonly deviceId: string; readonly attempts: number } & (
  | { readonly state: 'sent'; readonly rpc: Rpc; readonly session: DeviceSession; readonly timer: NodeJS.Timeout }
  | { readonly state: 'unacknowledged' }
)
type Sent = Extract<Sending, { state: 'sent' }>

export interface PersistentRpcDeps {
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
  /** Deletes a call, open or not, and notifies the rule engine. */
  remove(rpc: Rpc): Promise<void>
  drop(deviceId: string): void
  /** A device is there again, with the calls that waited for it. */
  resume(deviceId: string): void
  /** Starts watching for calls that expire. */
  start(): Promise<void>
  close(): Promise<void>
}

export function createPersistentCalls(deps: PersistentRpcDeps): PersistentCalls {
  const { store, sessions, directory, commit, clock, log, callLimits } = deps
  const acknowledgeTimeoutMs = deps.acknowledgeTimeoutMs ?? acknowledgeTimeoutDefaultMs
  /** By id of the call. */
  const sendings = new Map<string, Sending>()
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
      log.error({ err: error, deviceId }, 'Failed to save the state of a persistent RPC call.'),
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

  const sentOf = (rpcId: string): Sent | undefined => {
    const sending = sendings.get(rpcId)
    return sending?.state === 'sent' ? sending : undefined
  }

  /** No acknowledgement is waited for any more; how often it was sent is remembered. */
  function stopWaiting(sent: Sent) {
    clearTimeout(sent.timer)
    const { rpc, deviceId, attempts } = sent
    sendings.set(rpc.id.id, { state: 'unacknowledged', deviceId, attempts })
  }

  function forget(rpcId: string) {
    clearTimeout(sentOf(rpcId)?.timer)
    sendings.delete(rpcId)
  }

  /** Sends a device's waiting calls to its newest session that takes calls. */
  async function pass(deviceId: string) {
    const session = [...sessions.ofDevice(deviceId)].reverse().find((each) => each.wantsCalls)
    if (!session) return
    const waiting = await store.ofDevice(deviceId, ['QUEUED', 'SENT', 'TIMEOUT'], callsInFlightMax)
    for (const rpc of waiting) {
      if (!session.wantsCalls) return
      const sent = sentOf(rpc.id.id)
      if (sent?.session === session || rpc.expirationTime <= clock.nowMs()) continue
      // Sent to a session that ended before it acknowledged.
      if (sent) stopWaiting(sent)
      await send(rpc, session)
    }
  }

  async function send(rpc: Rpc, session: DeviceSession) {
    const { id } = rpc.id
    const { method, params } = rpc.request.body
    const waitMs = Math.max(0, Math.min(acknowledgeTimeoutMs, rpc.expirationTime - clock.nowMs()))
    const timer = setTimeout(() => background(rpc.deviceId.id, () => unacknowledged(id)), waitMs)
    timer.unref()
    const before = sendings.get(id)
    const attempts = (before?.attempts ?? 0) + 1
    sendings.set(id, { state: 'sent', deviceId: rpc.deviceId.id, rpc, session, timer, attempts })
    const delivered = () => background(rpc.deviceId.id, () => acknowledged(id))
    if (!session.link.sendCall({ requestId: requestIdOf(id), method, params }, delivered)) {
      clearTimeout(timer)
      if (before) sendings.set(id, before)
      else sendings.delete(id)
      return
    }
    if (!(await change(rpc, 'SENT'))) forget(id)
  }

  async function acknowledged(rpcId: string) {
    const sent = sentOf(rpcId)
    forget(rpcId)
    if (!sent) return
    await change(sent.rpc, 'DELIVERED')
    await pass(sent.rpc.deviceId.id)
  }

  async function unacknowledged(rpcId: string) {
    const sent = sentOf(rpcId)
    if (!sent || isClosed) return
    const { rpc, attempts } = sent
    if (attempts > Math.min(rpc.request.retries ?? retriesMax, retriesMax)) {
      forget(rpcId)
      await change(rpc, 'FAILED', { error: `No acknowledgment after ${attempts} attempts.` })
    } else {
      stopWaiting(sent)
      await change(rpc, 'TIMEOUT')
    }
  }

  const expiry = createCallExpiry({
    store,
    clock,
    log,
    retryMs: acknowledgeTimeoutMs,
    expire: (rpc) =>
      inLane(rpc.deviceId.id, async () => {
        forget(rpc.id.id)
        await change(rpc, 'EXPIRED')
      }),
  })
  const isTimeToRemove = createEvery(removeEndedEvery, countedDevicesMax)

  /** Not with every call: it looks through all that the device has. */
  const endedToRemove = (tenantId: string, deviceId: string): Statement[] =>
    isTimeToRemove(deviceId) ? [store.removeEnded(deviceId, callLimits.storedMax(tenantId))] : []

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
        expiry.wakeAt(rpc.expirationTime)
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
      for (const [rpcId, sending] of sendings) if (sending.deviceId === deviceId) forget(rpcId)
    },

    resume(deviceId) {
      background(deviceId, async () => {
        await expiry.watch()
        await pass(deviceId)
      })
    },

    start: expiry.watch,

    async close() {
      isClosed = true
      expiry.close()
      for (const rpcId of [...sendings.keys()]) forget(rpcId)
      await Promise.all(lanes.values())
    },
  }
}

/** Whether it is time for something that is done once for `count` calls of a device; of so many devices it is known. */
function createEvery(count: number, devicesMax: number): (deviceId: string) => boolean {
  const since = new Map<string, number>()
  return (deviceId) => {
    const calls = since.get(deviceId)
    if (calls !== undefined && calls < count) {
      since.set(deviceId, calls + 1)
      return false
    }
    if (since.size >= devicesMax) since.delete(since.keys().next().value as string)
    since.set(deviceId, 1)
    return true
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
