/**
 * Session of a telemetry socket's client: its subscriptions and its sequentially executed commands.
 *
 * Commands run in order, each in the turns of the tenant. They wait while the client reads slowly or exceeds its
 * command rate. When too many frames are queued, the socket isn't read, so that further frames stay in the client's
 * buffers.
 */

import { LiveErrorCode } from '@sonde/model/entity-query/live-updates'
import { badRequest, DomainError } from '@sonde/model/errors'
import type { EntityId } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import type { Scope } from '../access/scope.ts'
import { LimitReached } from '../limits/limits.ts'
import { resolveKeys } from '../telemetry/named-keys.ts'
import { subscribeAlarmData } from './alarm-data-subscription.ts'
import {
  attributeScopeOf,
  entityOf,
  keysOf,
  numberOr,
  parseFrame,
  type RawCommand,
  seriesRequestOf,
} from './command-parsing.ts'
import type { CommandRate } from './command-rate.ts'
import { subscribeEntityCount } from './entity-count-subscription.ts'
import { createEntityDataSubscription, type EntityDataSubscription } from './entity-data-subscription.ts'
import type { SessionOutbox } from './session-outbox.ts'
import { type LiveDeps, type LiveSubscription, rejection, type SessionContext } from './session-parts.ts'
import { subscriptionsPerSessionMax, waitingFrames } from './socket-limits.ts'
import type { SocketMemory } from './subscription-memory.ts'
import { answerHistory, subscribeAttributes, subscribeSeries } from './values-subscription.ts'

export interface LiveSessionDeps {
  readonly scope: Scope
  readonly parts: LiveDeps
  readonly outbox: SessionOutbox
  readonly memory: SocketMemory
  readonly rate: CommandRate
  /** Called when the client exceeds its command rate, so that its commands wait. */
  readonly onHeldBack: () => void
  /** Pauses or resumes reading of the socket. */
  readonly pause: (paused: boolean) => void
  readonly close: (code: number, reason: string) => void
  /** Counts subscriptions of the old style: `tryAcquire` returns the reason when one more exceeds the limit. */
  readonly values: { tryAcquire(): string | null; release(): void }
}

export interface LiveSession {
  receive(text: string): void
  /** Runs dynamic queries and counts again. */
  refresh(): void
  stop(): void
}

interface Job {
  run(): Promise<void>
  /** Length of the frame that the job processes; 0: none. */
  readonly characters: number
}

export function createLiveSession(sessionParts: LiveSessionDeps): LiveSession {
  const { scope, parts, outbox, memory, rate, onHeldBack, pause, close, values } = sessionParts
  const { turns, budgets, gate, clock } = parts
  const subscriptions = new Map<number, LiveSubscription>()
  const entityData = new Map<number, EntityDataSubscription>()
  const jobs: Job[] = []
  let isRunning = false
  let isPaused = false
  let stopped = false
  let refreshing = 0
  let frames = 0
  let characters = 0
  const ended = Promise.withResolvers<void>()

  const context: SessionContext = {
    scope,
    parts,
    outbox,
    hold: memory.hold,
    enqueue: (job) => add({ run: () => inTurns(job), characters: 0 }),
    end(cmdId, errorCode, message) {
      remove(cmdId)
      outbox.answer(rejection(cmdId, errorCode, message))
    },
  }

  function add(job: Job) {
    if (stopped) return
    jobs.push(job)
    if (!isRunning) void runJobs()
  }

  async function runJobs() {
    isRunning = true
    for (;;) {
      await outbox.writable()
      const job = stopped ? undefined : jobs.shift()
      if (!job) break
      try {
        await job.run()
      } catch (error) {
        // A job that exceeds a limit or violates a rule leaves the subscription unchanged.
        if (!(error instanceof DomainError)) {
          parts.log.error({ err: error, userId: scope.userId }, 'A live subscription failed.')
          close(1012, 'Something went wrong. Connect again.')
        }
      }
      if (job.characters > 0) frameDone(job.characters)
    }
    isRunning = false
  }

  /** Runs the work through the call gate and in the turns of the owner, like REST calls. */
  async function inTurns(work: () => Promise<void>): Promise<void> {
    const leave = await gate.enter(scope, 'read')
    const budget = budgets.open(scope)
    try {
      if (!stopped) await turns.run(scope, work, budget)
    } finally {
      leave()
      budget.close()
    }
  }

  function frameCame(text: string) {
    frames++
    characters += Math.max(1, text.length)
    if (isPaused || (frames <= waitingFrames.count && characters <= waitingFrames.characters)) return
    isPaused = true
    pause(true)
  }

  function frameDone(length: number) {
    frames--
    characters -= length
    if (!isPaused || frames > waitingFrames.count / 2 || characters > waitingFrames.characters / 2) return
    isPaused = false
    pause(false)
  }

  async function runFrame(text: string): Promise<void> {
    const commands = await parsed(text)
    for (const command of commands) {
      await outbox.writable()
      await allowed()
      if (stopped) return
      await inTurns(() => obey(command))
    }
  }

  async function parsed(text: string): Promise<readonly RawCommand[]> {
    let commands: readonly RawCommand[] | undefined
    await inTurns(async () => {
      commands = parseFrame(text)
    })
    if (commands && commands.length > 0) return commands
    await allowed()
    // For API compatibility, a `null` frame is ignored.
    if (commands || stopped || text.trim() === 'null') return []
    const words = 'The frame must be a JSON object with lists of commands, each with an integer cmdId.'
    outbox.answer(rejection(0, LiveErrorCode.BAD_REQUEST, words))
    return []
  }

  /** Waits until the command rate allows one more command. */
  async function allowed(): Promise<void> {
    const waitMs = rate.acquire(1, clock.nowMs())
    if (waitMs === 0) return
    onHeldBack()
    const waited = Promise.withResolvers<void>()
    const timer = setTimeout(waited.resolve, waitMs)
    await Promise.race([waited.promise, ended.promise])
    clearTimeout(timer)
  }

  async function obey(command: RawCommand): Promise<void> {
    try {
      await run(command)
    } catch (error) {
      if (error instanceof DomainError) {
        const code = error.status === 400 ? LiveErrorCode.BAD_REQUEST : LiveErrorCode.INTERNAL
        outbox.answer(rejection(command.cmdId, code, error.message))
      } else if (command.list === 'entityDataCmds') {
        // The client has no consistent page: the session ends, so that the client connects and subscribes again.
        throw error
      } else {
        parts.log.error({ err: error, userId: scope.userId, command: command.list }, 'A live command failed.')
        outbox.answer(rejection(command.cmdId, LiveErrorCode.INTERNAL, 'Something went wrong. Subscribe again.'))
      }
    }
  }

  async function keysNamed({ keys }: RawCommand['json'], exists: (key: string) => Promise<boolean>) {
    const named = keysOf(keys)
    return named && resolveKeys(named, exists)
  }

  const hasSeries = async ({ id }: EntityId, key: string) => (await parts.series.keys(id)).includes(key)
  const hasAttribute = async ({ id }: EntityId, attributeScope: AttributeScope | null, key: string) =>
    (await parts.attributes.attributes(id, attributeScope, [key])).length > 0

  async function run({ list, cmdId, json, characters }: RawCommand): Promise<void> {
    switch (list) {
      case 'attrSubCmds':
        if (json.unsubscribe === true) return unsubscribeValues(cmdId, json)
        return addValues(cmdId, async () => {
          const [entity, attributeScope] = [entityOf(json), attributeScopeOf(json.scope)]
          const keys = await keysNamed(json, (key) => hasAttribute(entity, attributeScope, key))
          return subscribeAttributes(context, { cmdId, entity, keys, scope: attributeScope })
        })
      case 'tsSubCmds':
        if (json.unsubscribe === true) return unsubscribeValues(cmdId, json)
        return addValues(cmdId, async () => {
          const entity = entityOf(json)
          const keys = await keysNamed(json, (key) => hasSeries(entity, key))
          const hasWindow = keys !== null && numberOr(json.timeWindow, 0) > 0
          const window = hasWindow ? seriesRequestOf({ ...json, keys }, parts.limits.pointsPerKey) : null
          return subscribeSeries(context, { cmdId, entity, keys, window })
        })
      case 'historyCmds': {
        const entity = entityOf(json)
        const keys = await keysNamed(json, (key) => hasSeries(entity, key))
        const requested = seriesRequestOf({ ...json, keys, timeWindow: undefined }, parts.limits.pointsPerKey)
        return answerHistory(context, cmdId, entity, requested)
      }
      case 'entityDataCmds':
        return runEntityData(cmdId, json, characters)
      case 'alarmDataCmds':
        return subscribe(cmdId, () => subscribeAlarmData(context, cmdId, json.query, characters))
      case 'entityCountCmds':
        return subscribe(cmdId, () => subscribeEntityCount(context, cmdId, json.query, characters))
      case 'entityDataUnsubscribeCmds':
        return removeKind(cmdId, 'entityData')
      case 'alarmDataUnsubscribeCmds':
        return removeKind(cmdId, 'alarmData')
      case 'entityCountUnsubscribeCmds':
        return removeKind(cmdId, 'entityCount')
    }
  }

  async function addValues(cmdId: number, make: () => Promise<LiveSubscription>): Promise<void> {
    remove(cmdId)
    const reason = values.tryAcquire()
    if (reason) return close(1008, reason)
    try {
      await subscribe(cmdId, make)
    } finally {
      if (!subscriptions.has(cmdId)) values.release()
    }
  }

  /** Replaces a subscription with the same ID. */
  async function subscribe(cmdId: number, make: () => Promise<LiveSubscription>): Promise<void> {
    remove(cmdId)
    requireRoom()
    const subscription = await make()
    if (stopped) subscription.stop()
    else subscriptions.set(cmdId, subscription)
  }

  function requireRoom() {
    if (subscriptions.size < subscriptionsPerSessionMax) return
    throw badRequest(`A connection can have at most ${subscriptionsPerSessionMax} subscriptions. End some first.`)
  }

  async function runEntityData(cmdId: number, json: RawCommand['json'], characters: number): Promise<void> {
    const existing = entityData.get(cmdId)
    const subscription = existing ?? newEntityData(cmdId, characters)
    try {
      await subscription.run(json)
    } catch (error) {
      // A subscription over its memory limit ends; after any other rejection it continues unchanged.
      if (!existing || error instanceof LimitReached) remove(cmdId)
      throw error
    }
    if (stopped) subscription.stop()
  }

  function newEntityData(cmdId: number, characters: number): EntityDataSubscription {
    remove(cmdId)
    requireRoom()
    const subscription = createEntityDataSubscription(context, cmdId, characters)
    subscriptions.set(cmdId, subscription)
    entityData.set(cmdId, subscription)
    return subscription
  }

  function remove(cmdId: number) {
    const subscription = subscriptions.get(cmdId)
    if (!subscription) return
    subscription.stop()
    if (subscription.kind === 'values') values.release()
    subscriptions.delete(cmdId)
    entityData.delete(cmdId)
  }

  function removeKind(cmdId: number, kind: LiveSubscription['kind']) {
    if (subscriptions.get(cmdId)?.kind === kind) remove(cmdId)
  }

  /** Without an entity all subscriptions of the old style end. */
  function unsubscribeValues(cmdId: number, { entityId }: RawCommand['json']) {
    if (entityId) return removeKind(cmdId, 'values')
    for (const one of [...subscriptions.values()]) if (one.kind === 'values') remove(one.cmdId)
  }

  return {
    receive(text) {
      if (stopped) return
      frameCame(text)
      add({ run: () => runFrame(text), characters: Math.max(1, text.length) })
    },
    refresh() {
      // The previous refresh is still running: another one would only add load.
      if (refreshing > 0) return
      for (const subscription of [...subscriptions.values()]) {
        if (!subscription.refresh) continue
        refreshing++
        context.enqueue(async () => {
          try {
            if (subscriptions.get(subscription.cmdId) === subscription) await subscription.refresh?.()
          } catch (error) {
            // The result of the query may exceed its limits by now; the page stays unchanged.
            if (!(error instanceof DomainError)) throw error
          } finally {
            refreshing--
          }
        })
      }
    },
    stop() {
      stopped = true
      ended.resolve()
      jobs.length = 0
      for (const cmdId of [...subscriptions.keys()]) remove(cmdId)
      memory.close()
      outbox.close()
    },
  }
}
