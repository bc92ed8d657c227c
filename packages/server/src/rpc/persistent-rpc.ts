/**
 * RPC calls that survive a restart: QUEUED, SENT, DELIVERED, SUCCESSFUL, and the states of failure.
 *
 * The store contains all calls; only those that wait for a device's acknowledgement are in memory. Every state change
 * is one commit with its message for the rule engine. Changes for one device run one after another, so that a response
 * that overtakes the acknowledgement finds the call in a valid state.
 */

import { notFound } from '@sonde/model/errors'
import { parseJson } from '@sonde/model/exact-json'
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

/** Maximum retries of a call that isn't acknowledged. */
export const retriesMax = 5
/** How long a device may take to acknowledge a call, ms. */
export const acknowledgeTimeoutDefaultMs = 10_000
/** Maximum unacknowledged calls per session; further ones are sent as these are acknowledged. */
export const callsInFlightMax = 32
/** Number of new calls of a device after which its ended calls above the limit are deleted. */
const removeEndedEvery = 100
/** Maximum devices whose new calls are counted. */
const countedDevicesMax = 10_000

/**
 * A call that was sent since the process started. `sent`: waits for the device's acknowledgement until the timer fires.
 * `unacknowledged`: the timer fired; the call is sent again.
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
  /** Stores the call and sends it when the device accepts calls. Throws 429 when too many calls are waiting. */
  call(call: DeviceCall): Promise<CallOutcome>
  /** Sends waiting calls to a session that accepts calls. */
  flush(session: DeviceSession): void
  /** Returns false if no such call is open. Rejects when the response couldn't be stored. */
  answered(device: DeviceRecord, requestId: number, payload: string): Promise<boolean>
  /** Deletes a call, open or not, and notifies the rule engine. */
  remove(rpc: Rpc): Promise<void>
  drop(deviceId: string): void
  /** Resumes the waiting calls of a restored device. */
  resume(deviceId: string): void
  /** Starts watching for calls that expire. */
  start(): Promise<void>
  close(): Promise<void>
}

export function createPersistentCalls(deps: PersistentRpcDeps): PersistentCalls {
  const { store, sessions, directory, commit, clock, log, callLimits } = deps
  const acknowledgeTimeoutMs = deps.acknowledgeTimeoutMs ?? acknowledgeTimeoutDefaultMs
  /** Sent calls by ID. */
  const sendings = new Map<string, Sending>()
  /** Last task of each device; further tasks wait for it. */
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

  /** Runs a task that no caller waits for. */
  function background(deviceId: string, work: () => Promise<void>) {
    inLane(deviceId, work).catch((error: unknown) =>
      log.error({ err: error, deviceId }, 'Failed to save the state of a persistent RPC call.'),
    )
  }

  /** Writes a new state. Returns false if the call has ended or no longer exists. */
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

  /** Rule engine message for a state; none if the device no longer exists. */
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

  /** Stops waiting for the acknowledgement but keeps the number of attempts. */
  function stopWaiting(sent: Sent) {
    clearTimeout(sent.timer)
    const { rpc, deviceId, attempts } = sent
    sendings.set(rpc.id.id, { state: 'unacknowledged', deviceId, attempts })
  }

  function forget(rpcId: string) {
    clearTimeout(sentOf(rpcId)?.timer)
    sendings.delete(rpcId)
  }

  /** Sends a device's waiting calls to its newest session that accepts calls. */
  async function pass(deviceId: string) {
    const session = [...sessions.ofDevice(deviceId)].reverse().find((each) => each.wantsCalls)
    if (!session) return
    const waiting = await store.ofDevice(deviceId, ['QUEUED', 'SENT', 'TIMEOUT'], callsInFlightMax)
    for (const rpc of waiting) {
      if (!session.wantsCalls) return
      const sent = sentOf(rpc.id.id)
      if (sent?.session === session || rpc.expirationTime <= clock.nowMs()) continue
      // Sent to a session that ended before the acknowledgement.
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

  /** Not done for every call, because it scans all calls of the device. */
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
        // The rule engine processed the message again after a crash: the call is already stored.
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
          // Another request deleted it first.
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

/** Creates a counter that returns true once per `count` calls of a device. Remembers at most `devicesMax` devices. */
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
    additionalInfo: call.additionalInfo === null ? null : parseJson(call.additionalInfo),
  }
}

/**
 * Request number by which a device responds to a persistent call. Derived from the call's ID, so that a response is
 * recognized after a restart; greater than the numbers of transient calls.
 */
export function requestIdOf(rpcId: string): number {
  // FNV-1a hash of the characters.
  let hash = 0x811c9dc5
  for (let i = 0; i < rpcId.length; i++) hash = Math.imul(hash ^ rpcId.charCodeAt(i), 0x01000193)
  return passingRequestIdMax + 1 + ((hash >>> 0) % 0x3fff_ffff)
}

/** Response of a device as JSON; text that isn't JSON is stored as an error, as in the reference API. */
function responseOf(payload: string): unknown {
  try {
    return parseJson(payload)
  } catch {
    return { error: payload }
  }
}
