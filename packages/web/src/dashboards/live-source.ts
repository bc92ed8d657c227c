/**
 * One subscription of a dashboard: finds its entities, then streams their data.
 *
 * Sends a command with only the query, then another with the same ID and the keys. After a reconnect the live client
 * sends both at once with a newly derived window, so the response fills the gap.
 */

import type { EntityDataParts, EntityDataSubscription, LiveClient } from '@sonde/client'
import { subscriptionQuery } from '@sonde/model/dashboards/entity-aliases'
import { emptyColumn, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import { createSeriesFold, type SeriesFold } from '@sonde/model/dashboards/series-fold'
import type { EntityData, EntityKey, LatestValues, TsValue } from '@sonde/model/entity-query/entity-query'
import type { EntityUpdate } from '@sonde/model/entity-query/live-updates'
import type { PageData } from '@sonde/model/paging'
import type { Stretch } from '@sonde/model/time-windows/stretches'
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

export interface SourceDeps {
  readonly live: Pick<LiveClient, 'subscribeEntityData' | 'subscribeEntityCount' | 'history'>
  /** Window context without `isStateData`; called whenever a window is derived. */
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

/** Latest page of entities. An entity that is also on the next page keeps its values. */
interface FoundPage {
  readonly entities: readonly EntityState[]
  readonly byId: ReadonlyMap<string, EntityState>
  readonly infos: readonly EntityInfo[]
  readonly total: number
}

const nothingFound: FoundPage = { entities: [], byId: new Map(), infos: [], total: 0 }

/**
 * Progress of a source's two commands; decides how the next page is handled. `finding`: the page lists the entities,
 * and their keys are requested next. `streaming`: the set of entities changed, so the keys are requested again.
 * `resuming`: after a reconnect, the page is the response to both commands. `awaited`: window of a command without a
 * response yet.
 *
 * Independent of the status: in each state, the source can be loading, ready or failed.
 */
type Stream =
  | { readonly at: 'finding' }
  | { readonly at: 'streaming' | 'resuming'; readonly awaited: DerivedWindow | null }

type DataMode = Exclude<SourceMode, { kind: 'count' }>

const loading: SourceStatus = { kind: 'loading' }
const ready: SourceStatus = { kind: 'ready' }

export function createLiveSource(spec: SourceSpec, deps: SourceDeps): LiveSource {
  return spec.mode.kind === 'count' ? createCountSource(spec, deps) : createDataSource(spec, spec.mode, deps)
}

/** Source that only counts the matching entities. */
function createCountSource({ filter, keyFilters }: SourceSpec, { live, onChange }: SourceDeps): LiveSource {
  let status: SourceStatus = loading
  let count: number | null = null

  function set(next: SourceStatus) {
    status = next
    onChange()
  }

  const subscribe = () =>
    live.subscribeEntityCount(
      { entityFilter: filter, keyFilters: [...keyFilters] },
      (value) => {
        count = value
        set(ready)
      },
      (error) => set({ kind: 'failed', error }),
    )
  let stop = subscribe()

  return {
    get status() {
      return status
    },
    get count() {
      return count
    },
    entities: [],
    total: 0,
    derived: null,
    column: () => emptyColumn,
    latest: () => undefined,
    tick() {},
    restart() {
      stop()
      status = loading
      stop = subscribe()
      onChange()
    },
    close: () => stop(),
  }
}

function createDataSource({ filter, keyFilters }: SourceSpec, mode: DataMode, deps: SourceDeps): LiveSource {
  let status: SourceStatus = loading
  let stream: Stream = { at: 'finding' }
  let page = nothingFound
  /** Window of the displayed values. */
  let derived: DerivedWindow | null = null
  let lastTickMs = 0
  /** Ends the requests of earlier stretches. */
  let earlier = new AbortController()
  let subscription = subscribe()

  function subscribe(): EntityDataSubscription {
    return deps.live.subscribeEntityData(firstCommand, { onPage, onUpdate, onError })
  }

  function firstCommand(): EntityDataParts {
    if (stream.at === 'streaming') stream = { ...stream, at: 'resuming' }
    const query = subscriptionQuery(filter, keyFilters)
    // Fields come with the page, never with later values.
    const fields = mode.kind === 'latest' ? mode.keys.filter(isField) : []
    const isNew = ({ key }: EntityKey) => !query.entityFields?.some((known) => known.key === key)
    return { query: { ...query, entityFields: [...(query.entityFields ?? []), ...fields.filter(isNew)] } }
  }

  function streamCommand(): EntityDataParts {
    const command = commandOf(mode, () => deps.windowContext())
    stream = { at: stream.at === 'resuming' ? 'resuming' : 'streaming', awaited: command.derived }
    return command.parts
  }

  function set(next: SourceStatus) {
    status = next
    deps.onChange()
  }

  function onPage(found: PageData<EntityData>) {
    page = pageOf(found, page)
    if (stream.at === 'resuming') {
      stream = { ...stream, at: 'streaming' }
      applyValues(found.data)
      set(ready)
    } else if (page.entities.length === 0) {
      set(ready)
    } else {
      stream = { at: 'streaming', awaited: stream.at === 'finding' ? null : stream.awaited }
      subscription.update(streamCommand)
      deps.onChange()
    }
  }

  function onUpdate(updates: readonly EntityUpdate[]) {
    applyValues(updates)
    set(ready)
  }

  function onError(error: Error) {
    set({ kind: 'failed', error })
  }

  /** The first series after a command is its response: aggregated points that replace the previous ones. */
  function answeredWindow(rows: readonly (EntityUpdate | EntityData)[]): DerivedWindow | null {
    if (mode.kind !== 'series' || stream.at === 'finding' || !stream.awaited) return null
    if (!rows.some(({ timeseries }) => timeseries)) return null
    const { awaited } = stream
    stream = { ...stream, awaited: null }
    return awaited
  }

  function applyValues(rows: readonly (EntityUpdate | EntityData)[]) {
    const window = answeredWindow(rows)
    if (window) {
      derived = window
      for (const entity of page.entities) entity.folds = foldsOf(window)
      void readEarlier(window)
    }
    for (const { entityId, latest, timeseries } of rows) {
      const entity = page.byId.get(entityId.id)
      if (!entity) continue
      if (latest && mode.kind === 'latest') applyLatest(entity.latest, latest)
      if (!timeseries || mode.kind !== 'series') continue
      for (const [key, points] of Object.entries(timeseries)) {
        const fold = entity.folds.get(key)
        if (!fold) continue
        if (window) fold.load(points)
        else for (const point of points) fold.add(point)
      }
    }
  }

  /** Requests the stretches before the one that the command streams. */
  async function readEarlier({ stretches, agg, limit }: DerivedWindow) {
    earlier.abort()
    earlier = new AbortController()
    const { signal } = earlier
    const keys = mode.kind === 'series' ? mode.keys : []
    const read = async (entity: EntityState, { startTs, endTs, interval }: Stretch) => {
      const { folds } = entity
      const found = await deps.live.history(entity.info.id, keys, { startTs, endTs, interval, limit, agg }, { signal })
      for (const [key, points] of Object.entries(found)) folds.get(key)?.loadMore(points)
    }
    const reads = stretches.slice(0, -1).flatMap((stretch) => page.entities.map((entity) => read(entity, stretch)))
    if (reads.length === 0) return
    try {
      await Promise.all(reads)
      if (!signal.aborted) deps.onChange()
    } catch (error) {
      if (!signal.aborted) onError(error as Error)
    }
  }

  function foldsOf(window: DerivedWindow): Map<string, SeriesFold> {
    const keys = mode.kind === 'series' ? mode.keys : []
    const { agg, stretches } = window
    // Extra buckets, because the window may cover the first one only partly.
    const limit = agg === 'NONE' ? window.limit : window.limit + 2
    const keepsPrevious = window.fetchLatestPreviousPoint
    return new Map(keys.map((key) => [key, createSeriesFold({ agg, stretches, limit, keepsPrevious })]))
  }

  return {
    get status() {
      return status
    },
    get entities() {
      return page.infos
    },
    get total() {
      return page.total
    },
    get derived() {
      return derived
    },
    count: null,
    column: (entityId, key) => page.byId.get(entityId)?.folds.get(key)?.column() ?? emptyColumn,
    latest: (entityId, type, key) => page.byId.get(entityId)?.latest.get(`${type} ${key}`),
    tick() {
      if (derived?.kind !== 'realtime' || status.kind !== 'ready') return
      const { nowMs } = deps.windowContext()
      const derivedUntilMs = Math.min(derived.fixedUntilMs ?? Infinity, derived.renewAtMs ?? Infinity)
      if (nowMs >= derivedUntilMs) {
        if (stream.at !== 'finding' && !stream.awaited) subscription.update(streamCommand)
        return
      }
      if (nowMs - lastTickMs < derived.interval) return
      lastTickMs = nowMs
      const { startMs } = shownRange(derived, nowMs)
      for (const { folds } of page.entities) for (const fold of folds.values()) fold.dropBefore(startMs)
      deps.onChange()
    },
    restart() {
      subscription.unsubscribe()
      earlier.abort()
      status = loading
      stream = { at: 'finding' }
      subscription = subscribe()
      deps.onChange()
    },
    close() {
      subscription.unsubscribe()
      earlier.abort()
    },
  }
}

const isField = ({ type }: EntityKey): boolean => type === 'ENTITY_FIELD'

/** Builds a page; entities that were on the previous page keep their values. */
function pageOf(found: PageData<EntityData>, before: FoundPage): FoundPage {
  const entities = found.data.map((row): EntityState => {
    const known = before.byId.get(row.entityId.id)
    const info = infoOf(row)
    const state: EntityState = known ?? { info, latest: new Map(), folds: new Map() }
    state.info = info
    if (row.latest.ENTITY_FIELD) applyLatest(state.latest, { ENTITY_FIELD: row.latest.ENTITY_FIELD })
    return state
  })
  return {
    entities,
    byId: new Map(entities.map((entity) => [entity.info.id.id, entity])),
    infos: entities.map(({ info }) => info),
    total: found.totalElements,
  }
}

function applyLatest(known: Map<string, TsValue>, latest: LatestValues) {
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

function commandOf(mode: DataMode, context: () => Omit<WindowContext, 'isStateData'>) {
  if (mode.kind === 'latest') return { parts: { latestCmd: { keys: mode.keys } }, derived: null }
  const shown = deriveWindow(mode.window, { ...context(), isStateData: mode.isStateData })
  const derived =
    mode.comparison && shown.kind === 'history' ? comparedRange(shown, mode.window, mode.comparison) : shown
  const { agg, limit, fetchLatestPreviousPoint } = derived
  const { startTs, interval } = derived.stretches.at(-1) ?? derived
  const series = { keys: mode.keys, startTs, agg, interval, limit, fetchLatestPreviousPoint }
  const parts: EntityDataParts =
    derived.kind === 'realtime'
      ? { tsCmd: { ...series, timeWindow: derived.startTs + derived.commandMs - startTs } }
      : { historyCmd: { ...series, endTs: derived.endTs } }
  return { parts, derived }
}

/** Name, label and device profile of a row, if its query requested them. */
export function infoOf({ entityId, latest }: EntityData): EntityInfo {
  const fields = latest.ENTITY_FIELD
  const info = { id: entityId, name: fields?.name?.value ?? '', label: fields?.label?.value ?? '' }
  const profile = entityId.entityType === 'DEVICE' ? fields?.type?.value : undefined
  return profile ? { ...info, profile } : info
}
