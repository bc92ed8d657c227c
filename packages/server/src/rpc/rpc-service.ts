/**
 * RPC calls to devices, and responses to the devices' own calls.
 *
 * A call over REST is first a message: the tenant's rule chain decides whether it reaches the device, through the node
 * "rpc call request". The caller waits here for the outcome of that node's call.
 */

import { DomainError, ErrorCode, forbidden, notFound } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type Rpc, type RpcRequest, type RpcStatus, rpcTimeoutDefaultMs, rpcTimeoutMinMs } from '@sonde/model/rpc/rpc'
import type { LastingAccess, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { TransportLog } from '../activity/transport-log.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { DeviceDirectory, DeviceRecord } from '../devices/device-directory.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { Limits } from '../limits/limits.ts'
import type { Message } from '../messages/message.ts'
import type { SessionRegistry } from '../transports/session-registry.ts'
import { createCallLimits, createWaitingCount } from './call-limits.ts'
import type { CallOutcome, DeviceCall, DeviceCalls } from './device-calls.ts'
import { createPersistentCalls } from './persistent-rpc.ts'
import { createRpcExpiry } from './rpc-expiry.ts'
import type { RpcStore } from './rpc-store.ts'
import { createPassingCalls, passingCallMsMax } from './transient-calls.ts'

/** Additional time that a caller waits beyond the call's expiration, ms, for chains that never reach the device. */
export const callerPatienceMs = 1_000
/** Maximum callers that wait at the same time. */
export const waitingCallersMax = 5_000

export interface RpcDeps {
  readonly store: RpcStore
  readonly sessions: SessionRegistry
  readonly directory: Pick<DeviceDirectory, 'find'>
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly access: Pick<LastingAccess, 'requireEntity' | 'requireStill'>
  /** Name of this process in the metadata of calls. */
  readonly serviceId: string
  readonly log: TransportLog
  readonly limits: Pick<Limits, 'of' | 'rejected' | 'reject' | 'measure' | 'peaksOf'>
  /** How long a device may take to acknowledge a persistent call, ms. */
  readonly acknowledgeTimeoutMs?: number
}

/** Result for a REST caller: outcome and ID of the call. */
export interface RestOutcome {
  readonly rpcId: string
  readonly outcome: CallOutcome
}

export interface RpcService extends DeviceCalls {
  /**
   * Calls a device for a user. Throws 403, 404, 429, and 500 without a method, as in the reference API. Throws the
   * signal's reason, or 403, when the user may no longer call the device at the time of the response.
   */
  callFromRest(
    scope: Scope,
    deviceId: string,
    oneway: boolean,
    request: RpcRequest,
    signal: AbortSignal,
  ): Promise<RestOutcome>
  get(scope: Scope, rpcId: string): Promise<Rpc>
  ofDevice(scope: Scope, deviceId: string, status: RpcStatus | null, link: PageLink): Promise<PageData<Rpc>>
  remove(scope: Scope, rpcId: string): Promise<void>
  /** Starts watching for persistent calls that expire. */
  start(): Promise<void>
  /** Deletes persistent calls that exceed their tenant's retention. */
  expire(): Promise<void>
  close(): Promise<void>
  /** Number of calls that wait in memory, for the metrics. */
  readonly waiting: number
}

export function createRpcService(deps: RpcDeps): RpcService {
  const { store, sessions, directory, commit, live, clock, access, serviceId, log } = deps
  const callLimits = createCallLimits({ store, limits: deps.limits, clock })
  const waitingCallers = createWaitingCount(deps.limits)
  const waitingCalls = createWaitingCount(deps.limits)
  // The limit applies to each of the two counts separately.
  deps.limits.measure('rpcCallers', (tenantId) => Math.max(waitingCallers.of(tenantId), waitingCalls.of(tenantId)))
  const passing = createPassingCalls({ sessions, clock, addWaiting: waitingCalls.add })
  const persistent = createPersistentCalls({
    store,
    sessions,
    directory,
    commit,
    clock,
    log,
    callLimits,
    ...(deps.acknowledgeTimeoutMs !== undefined && { acknowledgeTimeoutMs: deps.acknowledgeTimeoutMs }),
  })
  const expiry = createRpcExpiry({ store, commit, clock })
  /** REST callers by UUID of the call. */
  const callers = new Map<string, (outcome: CallOutcome) => void>()

  sessions.listen({
    callsWanted(session) {
      passing.flush(session)
      if (session.wantsCalls) persistent.flush(session)
    },
    callAnswered(device, requestId, payload) {
      if (passing.answered(device.id.id, requestId, payload)) return
      return persistent.answered(device, requestId, payload).then((isKnown) => {
        if (!isKnown)
          log.debug({ deviceId: device.id.id, requestId }, 'The device responded to a call that isn’t waiting')
      })
    },
  })

  const stopListening = live.watchAll({
    change({ kind, entity, aspect }) {
      if (entity.entityType !== 'DEVICE') return
      if (kind === 'created' && aspect === 'restored') persistent.resume(entity.id)
      if (kind !== 'deleted') return
      passing.drop(entity.id)
      persistent.drop(entity.id)
    },
  })

  async function call(request: DeviceCall): Promise<CallOutcome> {
    let outcome: CallOutcome
    try {
      const device = await directory.find(request.deviceId)
      // The tenant of the message decides: a chain can't reach devices of another tenant.
      if (!device || device.tenantId !== request.tenantId) outcome = { kind: 'failed', error: 'NOT_FOUND' }
      else outcome = await callWithin(request)
    } catch (error) {
      callers.get(request.requestId)?.({ kind: 'failed', error: 'INTERNAL' })
      throw error
    }
    callers.get(request.requestId)?.(outcome)
    return outcome
  }

  /** A call that a limit rejects fails: the rule chain continues with the failure. */
  async function callWithin(request: DeviceCall): Promise<CallOutcome> {
    const { tenantId, deviceId, requestId: rpcId, method, params, additionalInfo } = request
    try {
      callLimits.requireBytes({ tenantId, deviceId, rpcId }, method, params, additionalInfo)
      if (!request.persistent) return await passing.call(request)
      callLimits.requireExpiry({ tenantId, deviceId, rpcId }, request.expirationTime)
      return await persistent.call(request)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const isTooMany = error.code === ErrorCode.TOO_MANY_REQUESTS
      return { kind: 'failed', error: isTooMany ? 'TOO_MANY_CALLS' : error.message }
    }
  }

  async function callFromRest(
    scope: Scope,
    deviceId: string,
    oneway: boolean,
    request: RpcRequest,
    signal: AbortSignal,
  ) {
    const { method } = request
    const called = entityId('DEVICE', deviceId)
    await access.requireEntity(scope, 'RPC_CALL', called, method ? [method] : [])
    if (scope.isPublic && request.persistent)
      throw forbidden('Visitors can’t send persistent calls. Send it without "persistent".')
    const device = await directory.find(deviceId)
    if (!device) throw notFound('DEVICE', deviceId)
    if (!method) throw new DomainError(ErrorCode.GENERAL, 'Specify the "method" to call.')
    if (callers.size >= waitingCallersMax) {
      throw new DomainError(
        ErrorCode.TOO_MANY_REQUESTS,
        'Too many calls are waiting for their devices. Try again later.',
      )
    }
    const nowMs = clock.nowMs()
    const rpcId = request.requestUUID?.toLowerCase() ?? newId(nowMs)
    const expirationTime =
      request.expirationTime ?? nowMs + Math.max(request.timeout ?? rpcTimeoutDefaultMs, rpcTimeoutMinMs)
    if (callers.has(rpcId)) {
      throw new DomainError(ErrorCode.BAD_REQUEST_PARAMS, 'A call with this requestUUID is waiting. Choose another.')
    }
    const message = callMessage(device, request, { rpcId, oneway, expirationTime, nowMs, method })
    const limited = { tenantId: device.tenantId, deviceId, rpcId }
    callLimits.requireBytes(limited, message.data)
    if (request.persistent) callLimits.requireExpiry(limited, expirationTime)
    const caller = waitingCallers.add(limited)
    // Reserves the ID: no other caller can use it from here on.
    callers.set(rpcId, () => {})
    try {
      if (request.persistent) await callLimits.takePlace(limited)
      const waitMs = Math.min(Math.max(0, expirationTime - nowMs) + callerPatienceMs, passingCallMsMax)
      const outcome = await outcomeOf(rpcId, message, waitMs, signal)
      await access.requireStill(scope, 'RPC_CALL', called, [method])
      return { rpcId, outcome }
    } finally {
      callers.delete(rpcId)
      caller.end()
      callLimits.leavePlace(limited, false)
    }
  }

  /** Passes the call to the rule chain and waits for the outcome. */
  const outcomeOf = (rpcId: string, message: Message, waitMs: number, signal: AbortSignal) =>
    new Promise<CallOutcome>((resolve, reject) => {
      const timer = setTimeout(() => resolve({ kind: 'failed', error: 'TIMEOUT' }), waitMs)
      const fail = (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      }
      callers.set(rpcId, (outcome) => {
        clearTimeout(timer)
        resolve(outcome)
      })
      if (signal.aborted) return fail(signal.reason)
      signal.addEventListener('abort', () => fail(signal.reason), { once: true })
      commit({ messages: [message] }).catch(fail)
    })

  function callMessage(
    device: DeviceRecord,
    { params, persistent: isPersistent, retries, additionalInfo }: RpcRequest,
    call: { rpcId: string; oneway: boolean; expirationTime: number; nowMs: number; method: string },
  ): Message {
    const jsonText = (json: unknown) => (json === undefined || json === null ? null : JSON.stringify(json))
    return {
      id: newId(call.nowMs),
      ts: call.nowMs,
      type: 'RPC_CALL_FROM_SERVER_TO_DEVICE',
      tenantId: device.tenantId,
      originator: device.id,
      customerId: device.customerId,
      metadata: {
        requestUUID: call.rpcId,
        originServiceId: serviceId,
        expirationTime: String(call.expirationTime),
        oneway: String(call.oneway),
        persistent: String(isPersistent === true),
        ...(retries === undefined || retries === null ? {} : { retries: String(retries) }),
        deviceName: device.name,
        deviceType: device.type,
      },
      dataType: 'JSON' as const,
      data: JSON.stringify({
        method: call.method,
        params: jsonText(params) ?? (params === null ? 'null' : '{}'),
        additionalInfo: jsonText(additionalInfo),
      }),
      queueName: device.profile.defaultQueueName ?? 'Main',
      ruleChainId: device.profile.defaultRuleChainId,
      ruleNodeId: null,
    }
  }

  /** Returns a persistent call that the caller may access. */
  async function get(scope: Scope, rpcId: string, operation: Operation = 'READ'): Promise<Rpc> {
    await access.requireEntity(scope, operation, entityId('RPC', rpcId))
    const rpc = await store.find(rpcId)
    if (!rpc) throw notFound('RPC', rpcId)
    return rpc
  }

  return {
    call,
    reply(sessionId, requestId, payload) {
      const session = sessions.find(sessionId)
      return session ? sessions.clientCalls.answer(session, requestId, payload) : false
    },
    callFromRest,
    get: (scope, rpcId) => get(scope, rpcId),
    async ofDevice(scope, deviceId, status, link) {
      await access.requireEntity(scope, 'READ', entityId('DEVICE', deviceId))
      return store.page(deviceId, status, link)
    },
    async remove(scope, rpcId) {
      await persistent.remove(await get(scope, rpcId, 'DELETE'))
    },
    start: persistent.start,
    expire: expiry.expire,
    async close() {
      stopListening()
      passing.close()
      for (const end of [...callers.values()]) end({ kind: 'failed', error: 'TIMEOUT' })
      await persistent.close()
    },
    get waiting() {
      return passing.size
    },
  }
}
