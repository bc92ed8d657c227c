/**
 * Live subscriptions over the telemetry socket.
 *
 * A subscription outlives its connection: on a new connection, every subscription is sent again under a new command id.
 * Its command is computed again, so that a realtime window covers the gap.
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

/** The server rejected a command or can't continue it; `code` is one of `LiveErrorCode`. */
export class LiveError extends Error {
  override readonly name = 'LiveError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Values of one entity by key. */
export interface ValuesUpdate {
  /** Newest first. A deleted key has a single value with ts 0 and "". */
  readonly values: Readonly<Record<string, readonly TsValue[]>>
  /** Whether this is the response to the command, also after each reconnection: it replaces all known values. */
  readonly isSnapshot: boolean
}

export type SeriesWindow = Pick<TimeseriesCommand, 'startTs' | 'timeWindow' | 'interval' | 'limit' | 'agg'>

/** Points of [startTs, endTs), epoch ms; `agg` and `interval` (ms) as in `SeriesWindow`. */
export type HistoryRange = Required<Pick<HistoryCommand, 'startTs' | 'endTs'>> &
  Pick<HistoryCommand, 'interval' | 'limit' | 'agg'>

export type EntityDataParts = Omit<EntityDataCommand, 'cmdId'>

export interface EntityDataCallbacks {
  /** Page of entities with the requested values; replaces the previous page. */
  onPage(page: PageData<EntityData>, allowedEntities: number): void
  /** Changes of entities on the page. */
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
   * With a query: replaces the page. Without: changes which values of the same page are streamed. The command is
   * computed again on each reconnection.
   */
  update(command: () => EntityDataParts): void
  unsubscribe(): void
}

export interface LiveClient {
  readonly status: LiveStatusStore
  /** Subscribes to attributes of a scope (null: all) and of keys (null: all). */
  subscribeAttributes(
    entity: EntityId,
    scope: AttributeScope | null,
    keys: readonly string[] | null,
    onValues: (update: ValuesUpdate) => void,
    onError?: OnLiveError,
  ): Unsubscribe
  /**
   * Subscribes to the latest values or, with a window, to its points and later ones; of keys (null: all, only without a
   * window).
   */
  subscribeTelemetry(
    entity: EntityId,
    keys: readonly string[] | null,
    window: (() => SeriesWindow) | null,
    onValues: (update: ValuesUpdate) => void,
    onError?: OnLiveError,
  ): Unsubscribe
  /**
   * One-time request for the points of a range by key, newest first, over the existing connection. Waits while no user
   * is signed in or the connection is lost. Rejects with `LiveError`, or with the signal's reason.
   */
  history(
    entity: EntityId,
    keys: readonly string[],
    range: HistoryRange,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ValuesUpdate['values']>
  /** Subscribes to a page of entities with fields, latest values and series. */
  subscribeEntityData(command: () => EntityDataParts, callbacks: EntityDataCallbacks): EntityDataSubscription
  /** Subscribes to the number of entities that match a query: reported at once, then on each change. */
  subscribeEntityCount(query: EntityCountQuery, onCount: (count: number) => void, onError?: OnLiveError): Unsubscribe
  /** Subscribes to a page of the alarms of the entities that match a query. */
  subscribeAlarmData(query: () => AlarmDataQuery, callbacks: AlarmDataCallbacks): Unsubscribe
  /** Reports the browser's `online` and `offline` events. */
  networkChanged(online: boolean): void
  /** Retries now instead of at the time in the status. */
  reconnect(): void
  /** Closes the client permanently. */
  close(): void
}

/** Text with several names could also mean one key with commas in its name. */
const namesOf = (keys: readonly string[]): string | readonly string[] => {
  const [only = ''] = keys
  return keys.length === 1 && !only.includes(',') ? only : keys
}

export type LiveClientDeps = Omit<ConnectionDeps, 'onOpen' | 'onText'>

interface Subscription {
  /** Queues the commands that start the subscription under this id. */
  send(cmdId: number): void
  /** Queues the command that ends the subscription. */
  stop(cmdId: number): void
  receive(update: LiveUpdate): void
  fail(error: LiveError): void
  /** Called when the client is closed. */
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

  /** Adds a subscription and returns its unsubscribe function. The command id changes on reconnection. */
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
      ...(keys ? { keys: namesOf(keys) } : {}),
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
      ...(keys ? { keys: namesOf(keys) } : {}),
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
      const command = { entityType, entityId: id, keys: namesOf(keys), ...range }
      const leave = subscribe({
        send: (cmdId) => queue.add('historyCmds', { cmdId, ...command }),
        // A history command gets a single response, so there is nothing to end.
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
    /**
     * `base` requests the page, `streaming` the values that it streams since; both are merged into one command if the
     * page is requested again.
     */
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
      // A new id keeps late updates of the previous page from being mistaken for this one's.
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
