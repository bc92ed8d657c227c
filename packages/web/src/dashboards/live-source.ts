/**
 * One subscription of a dashboard: finds its entities, then streams their data.
 *
 * Sends a command with only the query, then another with the same ID and the keys. After a reconnect the live client
 * sends both at once with a newly derived window, so the response fills the gap.
 */

import type { EntityDataCallbacks, EntityDataParts, EntityDataSubscription, LiveClient } from '@sonde/client'
import { subscriptionQuery } from '@sonde/model/dashboards/entity-aliases'
import { emptyColumn, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import { createSeriesFold, type SeriesFold } from '@sonde/model/dashboards/series-fold'
import type { EntityData, LatestValues, TsValue } from '@sonde/model/entity-query/entity-query'
import type { EntityUpdate } from '@sonde/model/entity-query/live-updates'
import type { PageData } from '@sonde/model/paging'
import {
  type DerivedWindow,
  deriveWindow,
  shownRange,
  type WindowContext,
} from '@sonde/model/time-windows/window-commands'
import { comparedRange } from './comparison.ts'
import type { SourceMode, SourceSpec } from './source-plan.ts'
import type { EntityInfo } from './widget-view.ts'

export type SourceStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly error: Error }

export interface SourceParts {
  readonly live: Pick<LiveClient, 'subscribeEntityData' | 'subscribeEntityCount'>
  /** Window context except the kind of data; called at each derivation. */
  readonly windowContext: () => Omit<WindowContext, 'isStateData'>
  readonly onChange: () => void
}

export interface LiveSource {
  readonly status: SourceStatus
  readonly entities: readonly EntityInfo[]
  readonly total: number
  /** Null before the first series response, and for sources without series. */
  readonly derived: DerivedWindow | null
  readonly count: number | null
  column(entityId: string, key: string): SeriesColumn
  latest(entityId: string, type: string, key: string): TsValue | undefined
  /** Moves a realtime window; called about once per second. */
  tick(): void
  /** Subscribes again after a failure. */
  restart(): void
  close(): void
}

interface EntityState {
  info: EntityInfo
  readonly latest: Map<string, TsValue>
  folds: Map<string, SeriesFold>
}

export function createLiveSource(spec: SourceSpec, parts: SourceParts): LiveSource {
  let status: SourceStatus = { kind: 'loading' }
  let entities: EntityState[] = []
  let infos: readonly EntityInfo[] = []
  let byId = new Map<string, EntityState>()
  let total = 0
  let count: number | null = null
  let derived: DerivedWindow | null = null
  /** Window of a command whose response is pending. */
  let awaited: DerivedWindow | null = null
  let lastTickMs = 0
  let stop: () => void = () => {}
  let subscription: EntityDataSubscription | null = null
  /** Number of times the first command was sent; more than one means a new connection. */
  let timesSent = 0
  let isStreaming = false

  const { mode } = spec

  function start() {
    status = { kind: 'loading' }
    timesSent = 0
    isStreaming = false
    if (mode.kind === 'count') {
      stop = parts.live.subscribeEntityCount(
        { entityFilter: spec.filter, keyFilters: [...spec.keyFilters] },
        (value) => {
          count = value
          status = { kind: 'ready' }
          parts.onChange()
        },
        fail,
      )
      return
    }
    const own = parts.live.subscribeEntityData(firstCommand, callbacks)
    subscription = own
    stop = () => own.unsubscribe()
  }

  function firstCommand(): EntityDataParts {
    timesSent++
    return { query: subscriptionQuery(spec.filter, spec.keyFilters) }
  }

  function streamCommand(): EntityDataParts {
    const command = mode.kind === 'count' ? null : commandOf(mode, () => parts.windowContext())
    awaited = command?.derived ?? null
    return command?.parts ?? {}
  }

  const callbacks: EntityDataCallbacks = {
    onPage(page) {
      takePage(page)
      if (isStreaming && timesSent > 1) {
        // Response to both commands at once, after a reconnect.
        timesSent = 1
        takeValues(page.data)
        status = { kind: 'ready' }
      } else if (entities.length === 0) {
        status = { kind: 'ready' }
      } else {
        isStreaming = true
        subscription?.update(streamCommand)
      }
      parts.onChange()
    },
    onUpdate(updates) {
      takeValues(updates)
      status = { kind: 'ready' }
      parts.onChange()
    },
    onError: fail,
  }

  function fail(error: Error) {
    status = { kind: 'failed', error }
    parts.onChange()
  }

  function takePage(page: PageData<EntityData>) {
    const before = byId
    entities = page.data.map((row) => {
      const known = before.get(row.entityId.id)
      const info = infoOf(row)
      if (!known) return { info, latest: new Map(), folds: new Map() }
      known.info = info
      return known
    })
    byId = new Map(entities.map((entity) => [entity.info.id.id, entity]))
    infos = entities.map(({ info }) => info)
    total = page.totalElements
  }

  function takeValues(rows: readonly (EntityUpdate | EntityData)[]) {
    const isSeries = mode.kind === 'series'
    // The first series after a command is its response: aggregated points that replace the previous ones.
    const window = isSeries && awaited && rows.some(({ timeseries }) => timeseries) ? awaited : null
    if (window) {
      awaited = null
      derived = window
      for (const entity of entities) entity.folds = foldsOf(window)
    }
    for (const { entityId, latest, timeseries } of rows) {
      const entity = byId.get(entityId.id)
      if (!entity) continue
      if (latest && mode.kind === 'latest') takeLatest(entity.latest, latest)
      if (!timeseries || !isSeries) continue
      for (const [key, points] of Object.entries(timeseries)) {
        const fold = entity.folds.get(key)
        if (!fold) continue
        if (window) fold.load(points)
        else for (const point of points) fold.add(point)
      }
    }
  }

  function foldsOf(window: DerivedWindow): Map<string, SeriesFold> {
    const keys = mode.kind === 'series' ? mode.keys : []
    const { agg, interval, startTs: anchorTs } = window
    // One bucket more than the window: it may cover the first one only in part.
    const limit = agg === 'NONE' ? window.limit : window.limit + 2
    return new Map(keys.map((key) => [key, createSeriesFold({ agg, interval, anchorTs, limit })]))
  }

  start()

  return {
    get status() {
      return status
    },
    get entities() {
      return infos
    },
    get total() {
      return total
    },
    get derived() {
      return derived
    },
    get count() {
      return count
    },
    column: (entityId, key) => byId.get(entityId)?.folds.get(key)?.column() ?? emptyColumn,
    latest: (entityId, type, key) => byId.get(entityId)?.latest.get(`${type} ${key}`),
    tick() {
      if (derived?.kind !== 'realtime' || status.kind !== 'ready') return
      const { nowMs } = parts.windowContext()
      if (derived.fixedUntilMs !== null && nowMs >= derived.fixedUntilMs) {
        if (!awaited) subscription?.update(streamCommand)
        return
      }
      if (nowMs - lastTickMs < derived.interval) return
      lastTickMs = nowMs
      const { startMs } = shownRange(derived, nowMs)
      for (const { folds } of entities) for (const fold of folds.values()) fold.dropBefore(startMs)
      parts.onChange()
    },
    restart() {
      stop()
      start()
      parts.onChange()
    },
    close: () => stop(),
  }
}

function takeLatest(known: Map<string, TsValue>, latest: LatestValues) {
  for (const [type, values] of Object.entries(latest)) {
    for (const [key, value] of Object.entries(values ?? {})) {
      const name = `${type} ${key}`
      const before = known.get(name)
      // The server reports a deleted key with ts 0, which always applies.
      if (before && value.ts !== 0 && value.ts < before.ts) continue
      known.set(name, value)
    }
  }
}

function commandOf(mode: Exclude<SourceMode, { kind: 'count' }>, context: () => Omit<WindowContext, 'isStateData'>) {
  if (mode.kind === 'latest') return { parts: { latestCmd: { keys: mode.keys } }, derived: null }
  const shown = deriveWindow(mode.window, { ...context(), isStateData: mode.isStateData })
  const derived =
    mode.comparison && shown.kind === 'history' ? comparedRange(shown, mode.window, mode.comparison) : shown
  const { agg, interval, limit, fetchLatestPreviousPoint } = derived
  const series = { keys: mode.keys, startTs: derived.startTs, agg, interval, limit, fetchLatestPreviousPoint }
  const parts: EntityDataParts =
    derived.kind === 'realtime'
      ? { tsCmd: { ...series, timeWindow: derived.commandMs } }
      : { historyCmd: { ...series, endTs: derived.endTs } }
  return { parts, derived }
}

/** Name and label of a row, if its query requested them. */
export function infoOf({ entityId, latest }: EntityData): EntityInfo {
  const fields = latest.ENTITY_FIELD
  return { id: entityId, name: fields?.name?.value ?? '', label: fields?.label?.value ?? '' }
}
