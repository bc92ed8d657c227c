/**
 * Live subscriptions over the telemetry socket.
 *
 * A subscription outlives its connection: when a new one opens, every subscription is sent again under a fresh command
 * id, and its command is asked for again, so that a realtime window reaches back over the gap that was missed.
 */

import type {
  AlarmData,
  AlarmDataQuery,
  EntityCountQuery,
  EntityData,
  TsValue,
} from '@sonde/model/entity-query/entity-query'
import type {
  AttributesCommand,
  EntityDataCommand,
  HistoryCommand,
  LiveCommands,
  TimeseriesCommand,
} from '@sonde/model/entity-query/live-commands'
import {
  commandIdOf,
  decodeLiveUpdate,
  type EntityUpdate,
  LiveErrorCode,
  type LiveUpdate,
  type SubscriptionUpdate,
} from '@sonde/model/entity-query/live-updates'
import type { EntityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import { createCommandQueue } from './command-queue.ts'
import { type ConnectionDeps, createLiveConnection } from './live-connection.ts'
import type { LiveStatusStore } from './live-status.ts'

/** The platform refused a command or cannot go on with it; `code` is one of `LiveErrorCode`. */
export class LiveError extends Error {
  override readonly name = 'LiveError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Values of one entity, by key. */
export interface ValuesUpdate {
  /** Newest first. A deleted key has one value of ts 0 and "". */
  readonly values: Readonly<Record<string, readonly TsValue[]>>
  /** The answer to the command itself, again after each reconnection: it replaces what was known. */
  readonly isSnapshot: boolean
}

export type SeriesWindow = Pick<TimeseriesCommand, 'startTs' | 'timeWindow' | 'interval' | 'limit' | 'agg'>

/** Points of [startTs, endTs), epoch ms; `agg` and `interval` (ms) as of a `SeriesWindow`. */
export type HistoryRange = Required<Pick<HistoryCommand, 'startTs' | 'endTs'>> &
  Pick<HistoryCommand, 'interval' | 'limit' | 'agg'>

export type EntityDataParts = Omit<EntityDataCommand, 'cmdId'>

export interface EntityDataCallbacks {
  /** The page of entities with what was asked of them; it replaces the one before. */
  onPage(page: PageData<EntityData>, allowedEntities: number): void
  /** What changed of entities on the page. */
  onUpdate(updates: readonly EntityUpdate[]): void
  onError?(error: LiveError): void
}

export interface AlarmDataCallbacks {
  onPage(page: PageData<AlarmData>, allowedEntities: number, totalEntities: number): void
  onUpdate(alarms: readonly AlarmData[]): void
  onError?(error: LiveError): void
}

export type OnLiveError = (error: LiveError) => void
export type Unsubscribe = () => void

export interface EntityDataSubscription {
  /**
   * With a query: another page instead of this one. Without: other values stream of the same page; the command is
   * asked for again at each reconnection.
   */
  update(command: () => EntityDataParts): void
  unsubscribe(): void
}

export interface LiveClient {
  readonly status: LiveStatusStore
  /** Attributes of a scope (null: of all), by key (null: all). */
  subscribeAttributes(
    entity: EntityId,
    scope: AttributeScope | null,
    keys: readonly string[] | null,
    onValues: (update: ValuesUpdate) => void,
    onError?: OnLiveError,
  ): Unsubscribe
  /** Latest values, or with a window the points in it, then what comes; of keys (null: all, only without a window). */
  subscribeTelemetry(
    entity: EntityId,
    keys: readonly string[] | null,
    window: (() => SeriesWindow) | null,
    onValues: (update: ValuesUpdate) => void,
    onError?: OnLiveError,
  ): Unsubscribe
  /**
   * The points of a range, once, by key, newest first; over the connection that is open anyway. Waits while nobody is
   * signed in or the connection is lost. Rejects with `LiveError`, or with the signal's reason.
   */
  history(
    entity: EntityId,
    keys: readonly string[],
    range: HistoryRange,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ValuesUpdate['values']>
  /** A page of entities with fields, latest values and series, kept up to date. */
  subscribeEntityData(command: () => EntityDataParts, callbacks: EntityDataCallbacks): EntityDataSubscription
  /** How many entities a query finds: at once, then when that changes. */
  subscribeEntityCount(query: EntityCountQuery, onCount: (count: number) => void, onError?: OnLiveError): Unsubscribe
  /** A page of the alarms of the entities that a query finds, kept up to date. */
  subscribeAlarmData(query: () => AlarmDataQuery, callbacks: AlarmDataCallbacks): Unsubscribe
  /** The browser's `online` and `offline` events. */
  networkChanged(online: boolean): void
  /** Tries now instead of at the time that the status names. */
  reconnect(): void
  /** Ends the connection for good. */
  close(): void
}

export type LiveClientDeps = Omit<ConnectionDeps, 'onOpen' | 'onText'>

interface Subscription {
  /** Queues the command, or commands, that make it live under this id. */
  send(cmdId: number): void
  /** Queues what ends it. */
  stop(cmdId: number): void
  receive(update: LiveUpdate): void
  fail(error: LiveError): void
  /** The client was closed. */
  end?(): void
}

export function createLiveClient(deps: LiveClientDeps): LiveClient {
  const subscriptions = new Map<number, Subscription>()
  let nextId = 1
  const queue = createCommandQueue({
    isOpen: () => connection.isOpen,
    send: (text) => connection.send(text),
    reject: (cmdId, message) => subscriptions.get(cmdId)?.fail(new LiveError(LiveErrorCode.BAD_REQUEST, message)),
  })
  const connection = createLiveConnection({ ...deps, onOpen: sendAll, onText: receive })

  function sendAll() {
    queue.clear()
    const live = [...subscriptions.values()]
    subscriptions.clear()
    for (const subscription of live) sendUnderNewId(subscription)
  }

  function sendUnderNewId(subscription: Subscription): number {
    const cmdId = nextId++
    subscriptions.set(cmdId, subscription)
    if (connection.isOpen) subscription.send(cmdId)
    return cmdId
  }

  function receive(text: string) {
    const update = decodeLiveUpdate(text)
    if (!update) return
    if ('cmdUpdateType' in update && update.cmdUpdateType === 'AUTH') return connection.tokenAnswered(update)
    const subscription = subscriptions.get(commandIdOf(update))
    if (!subscription) return
    if (update.errorCode !== 0) {
      subscription.fail(new LiveError(update.errorCode, update.errorMsg ?? 'The subscription failed.'))
    } else {
      subscription.receive(update)
    }
  }

  /** Subscribes and returns the way to stop; ids change under it, the subscription is what stays. */
  function subscribe(subscription: Subscription): Unsubscribe {
    sendUnderNewId(subscription)
    connection.want(true)
    return () => {
      const cmdId = idOf(subscription)
      if (cmdId === undefined) return
      subscriptions.delete(cmdId)
      if (connection.isOpen && !queue.withdraw(cmdId)) subscription.stop(cmdId)
      if (subscriptions.size === 0) connection.want(false)
    }
  }

  function idOf(subscription: Subscription): number | undefined {
    for (const [cmdId, one] of subscriptions) if (one === subscription) return cmdId
    return undefined
  }

  function subscribeValues<L extends 'attrSubCmds' | 'tsSubCmds'>(
    list: L,
    command: (cmdId: number) => LiveCommands[L],
    onValues: (update: ValuesUpdate) => void,
    onError: OnLiveError | undefined,
  ): Unsubscribe {
    let isSnapshot = true
    return subscribe({
      send(cmdId) {
        isSnapshot = true
        queue.add(list, command(cmdId))
      },
      stop: (cmdId) => queue.add(list, { ...command(cmdId), unsubscribe: true }),
      receive(update) {
        if ('cmdUpdateType' in update) return
        onValues({ values: valuesOf(update), isSnapshot })
        isSnapshot = false
      },
      fail: (error) => onError?.(error),
    })
  }

  function subscribeAttributes(
    { entityType, id }: EntityId,
    scope: AttributeScope | null,
    keys: readonly string[] | null,
    onValues: (update: ValuesUpdate) => void,
    onError?: OnLiveError,
  ) {
    const command = (cmdId: number): AttributesCommand => ({
      cmdId,
      entityType,
      entityId: id,
      ...(keys ? { keys: keys.join(',') } : {}),
      ...(scope ? { scope } : {}),
    })
    return subscribeValues('attrSubCmds', command, onValues, onError)
  }

  function subscribeTelemetry(
    { entityType, id }: EntityId,
    keys: readonly string[] | null,
    window: (() => SeriesWindow) | null,
    onValues: (update: ValuesUpdate) => void,
    onError?: OnLiveError,
  ) {
    const command = (cmdId: number): TimeseriesCommand => ({
      cmdId,
      entityType,
      entityId: id,
      scope: 'LATEST_TELEMETRY',
      ...(keys ? { keys: keys.join(',') } : {}),
      ...(window ? window() : {}),
    })
    return subscribeValues('tsSubCmds', command, onValues, onError)
  }

  function history(
    { entityType, id }: EntityId,
    keys: readonly string[],
    range: HistoryRange,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<ValuesUpdate['values']> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const command = { entityType, entityId: id, keys: keys.join(','), ...range }
      const leave = subscribe({
        send: (cmdId) => queue.add('historyCmds', { cmdId, ...command }),
        // It is answered once: there is nothing to end.
        stop: () => {},
        receive(update) {
          if (!('cmdUpdateType' in update)) settle(() => resolve(valuesOf(update)))
        },
        fail: (error) => settle(() => reject(error)),
        end: () => settle(() => reject(new LiveError(LiveErrorCode.INTERNAL, 'The client was closed.'))),
      })
      const settle = (finish: () => void) => {
        signal?.removeEventListener('abort', abort)
        leave()
        finish()
      }
      const abort = () => settle(() => reject(signal?.reason))
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  function subscribeEntityData(command: () => EntityDataParts, callbacks: EntityDataCallbacks): EntityDataSubscription {
    /** What makes the page, and what streams of it since: one command together when the page is made again. */
    let base = command
    let streaming: (() => EntityDataParts) | null = null
    const subscription: Subscription = {
      send: (cmdId) => queue.add('entityDataCmds', { ...base(), ...streaming?.(), cmdId }),
      stop: (cmdId) => queue.add('entityDataUnsubscribeCmds', { cmdId }),
      receive(update) {
        if (!('cmdUpdateType' in update) || update.cmdUpdateType !== 'ENTITY_DATA') return
        if (update.data) callbacks.onPage(update.data, update.allowedEntities)
        if (update.update) callbacks.onUpdate(update.update)
      },
      fail: (error) => callbacks.onError?.(error),
    }
    const unsubscribe = subscribe(subscription)

    function update(next: () => EntityDataParts) {
      const cmdId = idOf(subscription)
      if (cmdId === undefined) return
      const parts = next()
      if (!parts.query) {
        streaming = next
        if (connection.isOpen) queue.add('entityDataCmds', { ...parts, cmdId })
        return
      }
      base = next
      streaming = null
      // Under a new id: late updates of the page before must not be taken for this one's.
      subscriptions.delete(cmdId)
      if (connection.isOpen && !queue.withdraw(cmdId)) subscription.stop(cmdId)
      sendUnderNewId(subscription)
    }

    return { update, unsubscribe }
  }

  function subscribeEntityCount(query: EntityCountQuery, onCount: (count: number) => void, onError?: OnLiveError) {
    return subscribe({
      send: (cmdId) => queue.add('entityCountCmds', { cmdId, query }),
      stop: (cmdId) => queue.add('entityCountUnsubscribeCmds', { cmdId }),
      receive(update) {
        if ('cmdUpdateType' in update && update.cmdUpdateType === 'COUNT_DATA') onCount(update.count)
      },
      fail: (error) => onError?.(error),
    })
  }

  function subscribeAlarmData(query: () => AlarmDataQuery, callbacks: AlarmDataCallbacks) {
    return subscribe({
      send: (cmdId) => queue.add('alarmDataCmds', { cmdId, query: query() }),
      stop: (cmdId) => queue.add('alarmDataUnsubscribeCmds', { cmdId }),
      receive(update) {
        if (!('cmdUpdateType' in update) || update.cmdUpdateType !== 'ALARM_DATA') return
        if (update.data) callbacks.onPage(update.data, update.allowedEntities, update.totalEntities)
        if (update.update) callbacks.onUpdate(update.update)
      },
      fail: (error) => callbacks.onError?.(error),
    })
  }

  return {
    status: connection.status,
    subscribeAttributes,
    subscribeTelemetry,
    history,
    subscribeEntityData,
    subscribeEntityCount,
    subscribeAlarmData,
    networkChanged: connection.networkChanged,
    reconnect: connection.reconnect,
    close() {
      const ended = [...subscriptions.values()]
      subscriptions.clear()
      queue.clear()
      connection.close()
      for (const subscription of ended) subscription.end?.()
    },
  }
}

function valuesOf({ data }: SubscriptionUpdate): Record<string, TsValue[]> {
  const values: Record<string, TsValue[]> = {}
  for (const [key, points] of Object.entries(data ?? {})) {
    const known = points.flatMap(([ts, value]) => (value === null ? [] : [{ ts, value }]))
    if (known.length > 0 || points.length === 0) values[key] = known
  }
  return values
}
