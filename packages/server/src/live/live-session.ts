/**
 * One client of the telemetry socket: its subscriptions, and its commands one after the other.
 *
 * Commands run in order and wait while the client reads slowly; what does not fit into that waits in the client's own
 * buffers, because its socket is not read then.
 */

import { LiveErrorCode } from '@sonde/model/entity-query/live-updates'
import { badRequest, DomainError } from '@sonde/model/errors'
import type { Scope } from '../access/scope.ts'
import { subscribeAlarmData } from './alarm-data-subscription.ts'
import {
  attributeScopeOf,
  entityOf,
  keysOf,
  numberOr,
  parseFrame,
  type RawCommand,
  seriesAsked,
} from './command-parsing.ts'
import { subscribeEntityCount } from './entity-count-subscription.ts'
import { createEntityDataSubscription, type EntityDataSubscription } from './entity-data-subscription.ts'
import type { SessionOutbox } from './session-outbox.ts'
import { type LiveParts, type LiveSubscription, refusal, type SessionContext } from './session-parts.ts'
import { subscriptionsPerSessionMax, waitingCommandsMax } from './socket-limits.ts'
import { answerHistory, subscribeAttributes, subscribeSeries } from './values-subscription.ts'

export interface LiveSessionParts {
  readonly scope: Scope
  readonly parts: LiveParts
  readonly outbox: SessionOutbox
  /** Reads the socket, or stops reading it for a while. */
  readonly pause: (paused: boolean) => void
  readonly close: (code: number, reason: string) => void
  /** Counts subscriptions of the old style: `take` says why one more is too many. */
  readonly values: { take(): string | null; release(): void }
}

export interface LiveSession {
  receive(text: string): void
  /** Runs dynamic queries and counts again. */
  refresh(): void
  stop(): void
}

type Job = () => Promise<void>

export function createLiveSession({ scope, parts, outbox, pause, close, values }: LiveSessionParts): LiveSession {
  const subscriptions = new Map<number, LiveSubscription>()
  const entityData = new Map<number, EntityDataSubscription>()
  const jobs: Job[] = []
  let isRunning = false
  let isPaused = false
  let stopped = false
  let refreshing = 0

  const context: SessionContext = {
    scope,
    parts,
    outbox,
    enqueue,
    end(cmdId, errorCode, message) {
      remove(cmdId)
      outbox.answer(refusal(cmdId, errorCode, message))
    },
  }

  function enqueue(job: Job) {
    if (stopped) return
    jobs.push(job)
    if (jobs.length > waitingCommandsMax && !isPaused) {
      isPaused = true
      pause(true)
    }
    if (!isRunning) void runJobs()
  }

  async function runJobs() {
    isRunning = true
    for (;;) {
      await outbox.writable()
      const job = stopped ? undefined : jobs.shift()
      if (!job) break
      try {
        await job()
      } catch (error) {
        parts.log.error({ err: error, userId: scope.userId }, 'A live subscription failed.')
        close(1012, 'Something went wrong; connect again.')
      }
      if (isPaused && jobs.length < waitingCommandsMax / 2) {
        isPaused = false
        pause(false)
      }
    }
    isRunning = false
  }

  async function obey(command: RawCommand): Promise<void> {
    try {
      await run(command)
    } catch (error) {
      if (error instanceof DomainError) {
        const code = error.status === 400 ? LiveErrorCode.BAD_REQUEST : LiveErrorCode.INTERNAL
        outbox.answer(refusal(command.cmdId, code, error.message))
      } else if (command.list === 'entityDataCmds') {
        // The client knows nothing of the page: it connects again and asks anew.
        throw error
      } else {
        parts.log.error({ err: error, userId: scope.userId, command: command.list }, 'A live command failed.')
        outbox.answer(refusal(command.cmdId, LiveErrorCode.INTERNAL, 'Something went wrong; subscribe again.'))
      }
    }
  }

  async function run({ list, cmdId, json }: RawCommand): Promise<void> {
    switch (list) {
      case 'attrSubCmds':
        if (json.unsubscribe === true) return unsubscribeValues(cmdId, json)
        return addValues(cmdId, () =>
          subscribeAttributes(context, {
            cmdId,
            entity: entityOf(json),
            keys: keysOf(json.keys),
            scope: attributeScopeOf(json.scope),
          }),
        )
      case 'tsSubCmds':
        if (json.unsubscribe === true) return unsubscribeValues(cmdId, json)
        return addValues(cmdId, () => {
          const keys = keysOf(json.keys)
          const hasWindow = keys !== null && numberOr(json.timeWindow, 0) > 0
          const window = hasWindow ? seriesAsked(json, parts.limits.pointsPerKey) : null
          return subscribeSeries(context, { cmdId, entity: entityOf(json), keys, window })
        })
      case 'historyCmds': {
        const asked = seriesAsked({ ...json, timeWindow: undefined }, parts.limits.pointsPerKey)
        return answerHistory(context, cmdId, entityOf(json), asked)
      }
      case 'entityDataCmds':
        return runEntityData(cmdId, json)
      case 'alarmDataCmds':
        return add(cmdId, () => subscribeAlarmData(context, cmdId, json.query))
      case 'entityCountCmds':
        return add(cmdId, () => subscribeEntityCount(context, cmdId, json.query))
      case 'entityDataUnsubscribeCmds':
        return removeKind(cmdId, 'entityData')
      case 'alarmDataUnsubscribeCmds':
        return removeKind(cmdId, 'alarmData')
      case 'entityCountUnsubscribeCmds':
        return removeKind(cmdId, 'entityCount')
    }
  }

  async function addValues(cmdId: number, subscribe: () => Promise<LiveSubscription>): Promise<void> {
    remove(cmdId)
    const reason = values.take()
    if (reason) return close(1008, reason)
    try {
      await add(cmdId, subscribe)
    } finally {
      if (!subscriptions.has(cmdId)) values.release()
    }
  }

  /** Takes the place of a subscription with the same id. */
  async function add(cmdId: number, subscribe: () => Promise<LiveSubscription>): Promise<void> {
    remove(cmdId)
    demandRoom()
    const subscription = await subscribe()
    if (stopped) subscription.stop()
    else subscriptions.set(cmdId, subscription)
  }

  function demandRoom() {
    if (subscriptions.size < subscriptionsPerSessionMax) return
    throw badRequest(`A session may have ${subscriptionsPerSessionMax} subscriptions; end some of them first.`)
  }

  async function runEntityData(cmdId: number, json: RawCommand['json']): Promise<void> {
    const known = entityData.get(cmdId)
    if (known) return known.run(json)
    remove(cmdId)
    demandRoom()
    const subscription = createEntityDataSubscription(context, cmdId)
    subscriptions.set(cmdId, subscription)
    entityData.set(cmdId, subscription)
    try {
      await subscription.run(json)
    } catch (error) {
      remove(cmdId)
      throw error
    }
    if (stopped) subscription.stop()
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
      const commands = parseFrame(text)
      if (!commands) {
        const words = 'The frame must be a JSON object with lists of commands, each with an integer cmdId.'
        outbox.answer(refusal(0, LiveErrorCode.BAD_REQUEST, words))
        return
      }
      for (const command of commands) enqueue(() => obey(command))
    },
    refresh() {
      // The refresh before is still under way: this one would only add to its load.
      if (refreshing > 0) return
      for (const subscription of [...subscriptions.values()]) {
        if (!subscription.refresh) continue
        refreshing++
        enqueue(async () => {
          try {
            if (subscriptions.get(subscription.cmdId) === subscription) await subscription.refresh?.()
          } catch (error) {
            // What the query finds may have outgrown its bounds since; the page stays as it was.
            if (!(error instanceof DomainError)) throw error
          } finally {
            refreshing--
          }
        })
      }
    },
    stop() {
      stopped = true
      jobs.length = 0
      for (const cmdId of [...subscriptions.keys()]) remove(cmdId)
      outbox.close()
    },
  }
}
