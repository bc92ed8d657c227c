/** What sessions of the telemetry socket and their subscriptions are made of. */

import type { LiveUpdate, SubscriptionUpdate } from '@sonde/model/entity-query/live-updates'
import type { Logger } from 'pino'
import type { ValuesAccess } from '../access/operations.ts'
import type { VisitorReads } from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import type { AlarmQuery } from '../alarms/alarm-query.ts'
import type { CallBudgets } from '../calls/call-budgets.ts'
import type { Clock } from '../clock.ts'
import type { EntityQuery } from '../entity-query/entity-query-service.ts'
import type { SeriesStore } from '../storage/series.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import type { CallGate } from '../turns/call-gate.ts'
import type { Turns } from '../turns/turns.ts'
import type { EntityWatchers } from './entity-watchers.ts'
import type { SessionOutbox } from './session-outbox.ts'
import type { SocketLimits } from './socket-limits.ts'
import type { Hold, Watched } from './subscription-memory.ts'

export interface LiveDeps {
  readonly access: ValuesAccess
  readonly entityQuery: EntityQuery
  readonly alarmQuery: AlarmQuery
  readonly series: SeriesStore
  readonly attributes: AttributeStore
  readonly visitorReads: VisitorReads
  readonly watchers: Pick<EntityWatchers, 'watchEntity' | 'watchTenant'>
  readonly clock: Clock
  readonly log: Logger
  readonly limits: SocketLimits
  readonly turns: Turns
  readonly budgets: Pick<CallBudgets, 'open'>
  /** How many commands of sessions are worked on at once. */
  readonly gate: Pick<CallGate, 'enter'>
}

/** What a subscription may do in its session. */
export interface SessionContext {
  readonly scope: Scope
  readonly parts: LiveDeps
  readonly outbox: SessionOutbox
  /** Room for a subscription. Throws `LimitReached` when there is none. */
  hold(watched: Watched): Hold
  /** Runs after what the session has to do before; a failure ends the session as a command's would. */
  enqueue(job: () => Promise<void>): void
  /** Ends a subscription of its own accord and says why. */
  end(cmdId: number, errorCode: number, message: string): void
}

/** Follows a query: answers it, then tells what changes. Throws 400 for a query that is wrong. */
export type SubscribeQuery = (
  context: SessionContext,
  cmdId: number,
  queryJson: unknown,
  /** Of the command. */
  characters: number,
) => Promise<LiveSubscription>

export interface LiveSubscription {
  readonly cmdId: number
  readonly kind: 'values' | 'entityData' | 'entityCount' | 'alarmData'
  drain(): LiveUpdate[]
  /** Whether rights are being checked: nothing is sent until then. */
  readonly isUndecided?: boolean
  /** Drops what is older of what waits; the characters of points that are left. */
  thin?(): number
  /** At every refresh interval. */
  refresh?(): Promise<void>
  /** Nothing is sent from now on. */
  stop(): void
}

/** A job of the session that waits at most once, however often it is asked for meanwhile. */
export function mergedJob({ enqueue }: Pick<SessionContext, 'enqueue'>, job: () => Promise<void>): () => void {
  let isWaiting = false
  return () => {
    if (isWaiting) return
    isWaiting = true
    enqueue(() => {
      isWaiting = false
      return job()
    })
  }
}

export const rejection = (cmdId: number, errorCode: number, errorMsg: string): SubscriptionUpdate => ({
  subscriptionId: cmdId,
  errorCode,
  errorMsg,
  data: null,
  latestValues: {},
})
