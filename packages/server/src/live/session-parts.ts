/** Shared types of the telemetry socket's sessions and subscriptions. */

import type { LiveUpdate, SubscriptionUpdate } from '@sonde/model/entity-query/live-updates'
import type { Logger } from 'pino'
import type { ValuesAccess } from '../access/operations.ts'
import type { VisitorReads } from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import type { AlarmQuery } from '../alarms/alarm-query.ts'
import type { CallBudgets } from '../calls/call-budgets.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
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
  readonly live: Pick<ChangeStream, 'position'>
  readonly watchers: Pick<EntityWatchers, 'watchEntity' | 'watchTenant'>
  readonly clock: Clock
  readonly log: Logger
  readonly limits: SocketLimits
  readonly turns: Turns
  readonly budgets: Pick<CallBudgets, 'open'>
  /** Limits the commands that sessions execute concurrently. */
  readonly gate: Pick<CallGate, 'enter'>
}

/** Operations of the session that a subscription can use. */
export interface SessionContext {
  readonly scope: Scope
  readonly parts: LiveDeps
  readonly outbox: SessionOutbox
  /** Reserves memory for a subscription. Throws `LimitReached` when a limit is exceeded. */
  hold(watched: Watched): Hold
  /** Runs a job after the session's queued jobs; an unexpected error ends the session. */
  enqueue(job: () => Promise<void>): void
  /** Ends a subscription from the server side and sends the reason. */
  end(cmdId: number, errorCode: number, message: string): void
}

/** Subscribes to a query: responds with its result, then sends changes. Throws 400 for an invalid query. */
export type SubscribeQuery = (
  context: SessionContext,
  cmdId: number,
  queryJson: unknown,
  /** Length of the command. */
  characters: number,
) => Promise<LiveSubscription>

export interface LiveSubscription {
  readonly cmdId: number
  readonly kind: 'values' | 'entityData' | 'entityCount' | 'alarmData'
  drain(): LiveUpdate[]
  /** True while permissions are being checked: nothing is sent until then. */
  readonly isUndecided?: boolean
  /** Drops older waiting points; returns the number of remaining characters of points. */
  thin?(): number
  /** Called at every refresh interval. */
  refresh?(): Promise<void>
  /** Stops all further sending. */
  stop(): void
}

/** Returns a function that queues the job unless it is already queued. */
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
