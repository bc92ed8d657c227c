/**
 * Data layer between the live connection and the widgets. It resolves aliases, merges equal subscriptions and stores
 * values in typed arrays. For each widget it builds an immutable view, at most once per frame while the widget is
 * visible.
 */

import type { WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import { entityKeyOf } from '@sonde/model/dashboards/dashboard-questions'
import { datasourceEntity, keyFiltersOf } from '@sonde/model/dashboards/entity-aliases'
import { labelOf } from '@sonde/model/dashboards/label-patterns'
import { emptyColumn, parseNumber, type SeriesColumn } from '@sonde/model/dashboards/series-column'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { KeyLookup } from '@sonde/model/key-descriptions/key-lookup'
import { own } from '@sonde/model/own'
import { shownRange } from '@sonde/model/time-windows/window-commands'
import { createDecimalsSeen } from '../ui/format/decimals-seen.ts'
import type { AliasStore } from './alias-store.ts'
import type { DataRequest } from './data-request.ts'
import { describedKey } from './described-key.ts'
import type { FilterStore } from './filter-store.ts'
import { createFrameScheduler, type FrameScheduler, type Frames } from './frame-scheduler.ts'
import { createGeneratedSource, generatedKey } from './generated-source.ts'
import { limitKey } from './limits.ts'
import { createLiveSource, type LiveSource, type SourceDeps } from './live-source.ts'
import { createPostProcessing } from './post-processing.ts'
import { planSources, type ResolvedRequest, type SourcePlan } from './source-plan.ts'
import { decimalsDefault } from './value-display.ts'
import { createDashboardFunctions, type DashboardFunctions, type FunctionDeps } from './widget-functions.ts'
import {
  type EntityInfo,
  type LatestView,
  loadingView,
  type SeriesView,
  type WidgetStatus,
  type WidgetView,
} from './widget-view.ts'

export interface DashboardDataDeps extends Pick<SourceDeps, 'live' | 'windowContext'> {
  readonly aliases: AliasStore
  /** Filters with the user's values; a change restarts the sources that use them. */
  readonly filters: Pick<FilterStore, 'get' | 'subscribe'>
  /** Units and decimals that a widget sets for all its keys. */
  readonly configOf?: (widgetId: string) => Pick<WidgetConfig, 'units' | 'decimals'> | undefined
  /** Loads the sandbox for functions of settings, and names what they see as `ctx`. */
  readonly functions?: Pick<FunctionDeps, 'load' | 'contextOf'>
  readonly frames?: Frames
  /** Calls `run` every second; returns a function that stops the timer. */
  readonly everySecond?: (run: () => void) => () => void
}

export interface DashboardData {
  /** Sets the data requests of the open state's widgets; unchanged sources keep their data. */
  setRequests(requests: readonly DataRequest[]): void
  /** Sets the key descriptions: defaults for name, unit and decimals that widgets don't set. */
  setKeys(lookup: KeyLookup): void
  view(widgetId: string): WidgetView
  subscribe(widgetId: string, listener: () => void): () => void
  /** Redraw scheduler, shared with widgets that load their own data. */
  readonly scheduler: FrameScheduler
  /** Runs a function of a widget's settings in the sandbox; see `DashboardFunctions`. */
  readonly run: DashboardFunctions['run']
  readonly call: DashboardFunctions['call']
  readonly runAction: DashboardFunctions['runAction']
  /** The widget isn't shown any more: ends the functions of a widget that loads its own data. */
  leave(widgetId: string): void
  /** Restarts the widget's failed sources; if one of its aliases failed, resolves all aliases again. */
  retry(widgetId: string): void
  close(): void
}

type Resolution =
  | { readonly kind: 'filter'; readonly filter: EntityFilter }
  | { readonly kind: 'status'; readonly status: WidgetStatus }

export function createDashboardData(deps: DashboardDataDeps): DashboardData {
  const { aliases, filters, configOf, live, windowContext } = deps
  const listeners = new Map<string, Set<() => void>>()
  const views = new Map<string, WidgetView>()
  const sources = new Map<string, LiveSource>()
  let widgetsOfSource = new Map<string, Set<string>>()
  let requestsOfWidget = new Map<string, DataRequest[]>()
  let statusOfRequest = new Map<DataRequest, WidgetStatus>()
  let plan: SourcePlan = { sources: [], sourceOf: new Map() }
  let requests: readonly DataRequest[] = []
  let describe: KeyLookup = () => undefined
  const decimals = createDecimalsSeen(decimalsDefault)

  const scheduler = createFrameScheduler(draw, deps.frames)
  const functions = createDashboardFunctions({
    load: deps.functions?.load ?? (() => Promise.reject(new Error('Functions aren’t run here.'))),
    contextOf: deps.functions?.contextOf ?? (() => ({})),
    onFaults: scheduler.mark,
  })
  const postProcessing = createPostProcessing(functions, scheduler.mark)
  const stopAliases = aliases.subscribe(update)
  const stopFilters = filters.subscribe(update)
  const stopTicks = (deps.everySecond ?? browserSeconds)(() => {
    for (const source of sources.values()) source.tick()
  })

  function draw(widgetId: string) {
    const before = views.get(widgetId)
    const next = viewOf(widgetId)
    // Keeps the old data visible while new data loads; the frame shows a progress bar.
    const keeps = next.status.kind === 'loading' && before?.status.kind === 'ready'
    views.set(widgetId, keeps ? { ...before, isRefreshing: true } : next)
    for (const listener of [...(listeners.get(widgetId) ?? [])]) listener()
  }

  function resolve({ datasource, aliasName }: DataRequest): Resolution {
    const entityAliasId = aliasName === undefined ? datasource.entityAliasId : aliases.idOf(aliasName)
    if (entityAliasId === null) {
      const entity = datasourceEntity(datasource)
      if (entity) return { kind: 'filter', filter: { type: 'singleEntity', singleEntity: entity } }
      return { kind: 'status', status: { kind: 'unresolved', aliasName: datasource.name ?? '' } }
    }
    const state = aliases.get(entityAliasId)
    switch (state.kind) {
      case 'pending':
        return { kind: 'status', status: { kind: 'loading' } }
      case 'unresolved':
        return { kind: 'status', status: { kind: 'unresolved', aliasName: aliases.nameOf(entityAliasId) } }
      case 'failed':
        return { kind: 'status', status: { kind: 'failed', error: state.error } }
      case 'resolved':
        return { kind: 'filter', filter: state.filter }
    }
  }

  function update() {
    const resolved: ResolvedRequest[] = []
    statusOfRequest = new Map()
    const generated = new Map<DataRequest, string>()
    for (const request of requests) {
      if (request.datasource.type === 'function') {
        generated.set(request, `function ${JSON.stringify(request)}`)
        continue
      }
      const resolution = resolve(request)
      if (resolution.kind === 'status') statusOfRequest.set(request, resolution.status)
      else {
        const { filterId } = request.datasource
        resolved.push({
          request,
          filter: resolution.filter,
          keyFilters: filterId === null ? [] : keyFiltersOf(own(filters.get(), filterId)),
        })
      }
    }
    const planned = planSources(resolved)
    plan = { ...planned, sourceOf: new Map([...planned.sourceOf, ...generated]) }
    widgetsOfSource = new Map()
    for (const [request, sourceId] of plan.sourceOf) {
      const widgets = widgetsOfSource.get(sourceId) ?? new Set()
      widgetsOfSource.set(sourceId, widgets.add(request.widgetId))
    }
    const wanted = new Set([...plan.sources.map(({ id }) => id), ...generated.values()])
    for (const [request, id] of generated) {
      // An earlier time range of made-up values has no meaning.
      const isCompared = request.mode.kind === 'series' && request.mode.comparison !== undefined
      if (sources.has(id) || isCompared) continue
      const onChange = () => changed(id)
      sources.set(id, createGeneratedSource(request, { run: functions.run, windowContext, onChange }))
    }
    for (const spec of plan.sources) {
      if (!sources.has(spec.id)) {
        sources.set(spec.id, createLiveSource(spec, { live, windowContext, onChange: () => changed(spec.id) }))
      }
    }
    // Old sources are closed after the new ones opened, so that the connection never becomes idle.
    for (const [id, source] of [...sources]) {
      if (wanted.has(id)) continue
      sources.delete(id)
      source.close()
    }
    for (const widgetId of requestsOfWidget.keys()) scheduler.mark(widgetId)
  }

  function changed(sourceId: string) {
    for (const widgetId of widgetsOfSource.get(sourceId) ?? []) scheduler.mark(widgetId)
  }

  function viewOf(widgetId: string): WidgetView {
    const own = requestsOfWidget.get(widgetId)
    if (!own) return { ...loadingView, faults: functions.faults(widgetId) }
    const series: SeriesView[] = []
    const latest: LatestView[] = []
    const entities = new Map<string, EntityInfo>()
    const limits = new Map<string, number>()
    let overflow: WidgetView['overflow'] = null
    const statuses: WidgetStatus[] = []
    for (const request of own) {
      const source = sources.get(plan.sourceOf.get(request) ?? '')
      if (!source) {
        if (request.role === 'main') statuses.push(statusOfRequest.get(request) ?? { kind: 'loading' })
        continue
      }
      if (request.role === 'limit') {
        addLimits(request, source, limits)
        continue
      }
      if (request.role === 'main') statuses.push(source.status)
      if (request.mode.kind === 'count') {
        latest.push(...countOf(request, source, windowContext().nowMs))
        continue
      }
      // The server's order decides which entity a single request shows; several entities are sorted by name.
      const shown = request.isSingle ? source.entities.slice(0, 1) : byName(source.entities)
      for (const entity of shown) entities.set(entity.id.id, entity)
      if (!request.isSingle && source.total > shown.length) overflow = { shown: shown.length, total: source.total }
      if (addKeys(request, source, shown, series, latest)) statuses.push({ kind: 'loading' })
    }
    return {
      status: worst(statuses),
      isRefreshing: false,
      series,
      latest,
      entities: [...entities.values()],
      limits,
      overflow,
      faults: functions.faults(widgetId),
    }
  }

  function addLimits({ datasource, aliasName = '' }: DataRequest, source: LiveSource, limits: Map<string, number>) {
    const [entity] = source.entities
    if (!entity) return
    for (const { name } of datasource.dataKeys) {
      const number = parseNumber(source.latest(entity.id.id, 'ATTRIBUTE', name)?.value ?? '')
      if (number !== null) limits.set(limitKey({ aliasName, attribute: name }), number)
    }
  }

  /** Returns whether the first results of post-processing are still to come. */
  function addKeys(
    request: DataRequest,
    source: LiveSource,
    shown: readonly EntityInfo[],
    series: SeriesView[],
    latest: LatestView[],
  ): boolean {
    const { datasource, datasourceIndex, role, widgetId } = request
    let isWaiting = false
    const aliasName = datasource.entityAliasId === null ? '' : aliases.nameOf(datasource.entityAliasId)
    for (const keyIndex of request.keyIndices) {
      const ownKey = datasource.dataKeys[keyIndex]
      const key = ownKey && (ownKey.type === 'function' ? generatedKey(keyIndex) : entityKeyOf(ownKey))
      if (!key || !ownKey) continue
      for (const entity of shown) {
        const isDescribed = key.type !== 'ENTITY_FIELD' && key.type !== 'FUNCTION'
        const description = isDescribed ? describe(key.key, entity.profile) : undefined
        const dataKey = describedKey(ownKey, configOf?.(request.widgetId), description)
        const names = {
          entityName: entity.name,
          entityLabel: entity.label,
          aliasName,
          dsName: datasource.name ?? entity.name,
        }
        const base = {
          id: `${entity.id.id} ${key.type} ${key.key}${role === 'comparison' ? ' compared' : ''}`,
          role,
          datasourceIndex,
          keyIndex,
          entity,
          dataKey,
          description,
          label: labelOf(dataKey.label, names),
        }
        if (request.mode.kind === 'latest') {
          const found = source.latest(entity.id.id, key.type, key.key)
          const raw = { ts: found?.ts ?? 0, text: found?.value ?? '' }
          const done = ownKey.usePostProcessing
            ? postProcessing.latest(widgetId, `${datasourceIndex} ${keyIndex} ${base.id}`, ownKey, raw)
            : raw
          isWaiting ||= done === null
          const { ts, text } = done ?? { ts: raw.ts, text: '' }
          const seenId = ownKey.usePostProcessing ? `${widgetId} ${base.id}` : base.id
          latest.push({ ...base, ts, text, decimalsSeen: decimals.see(seenId, text) })
        } else if (source.derived) {
          const range = shownRange(source.derived, windowContext().nowMs)
          const raw = source.column(entity.id.id, key.key)
          const done = ownKey.usePostProcessing
            ? postProcessing.series(widgetId, `${role} ${datasourceIndex} ${keyIndex} ${base.id}`, ownKey, raw)
            : raw
          isWaiting ||= done === null
          const column = done ?? emptyColumn
          // Counted separately from latest values, because averages of integers have fractions.
          const seenId = ownKey.usePostProcessing ? `${widgetId} ${base.id}` : base.id
          const decimalsSeen = decimalsOfColumn(`${seenId} ${source.derived.agg}`, column)
          series.push({ ...base, column, derived: source.derived, range, decimalsSeen })
        }
      }
    }
    return isWaiting
  }

  function decimalsOfColumn(id: string, { values }: SeriesColumn): number {
    for (const value of values) if (decimals.see(id, value) === decimalsDefault) break
    return decimals.of(id)
  }

  return {
    setRequests(next) {
      requests = next
      const before = requestsOfWidget
      requestsOfWidget = new Map()
      for (const request of next) {
        const own = requestsOfWidget.get(request.widgetId)
        if (own) own.push(request)
        else requestsOfWidget.set(request.widgetId, [request])
      }
      for (const widgetId of before.keys()) {
        if (requestsOfWidget.has(widgetId)) continue
        views.delete(widgetId)
        scheduler.forget(widgetId)
        functions.forget(widgetId)
        postProcessing.forget(widgetId)
      }
      update()
    },
    setKeys(lookup) {
      if (lookup === describe) return
      describe = lookup
      for (const widgetId of requestsOfWidget.keys()) scheduler.mark(widgetId)
    },
    view: (widgetId) => views.get(widgetId) ?? loadingView,
    subscribe(widgetId, listener) {
      const own = listeners.get(widgetId) ?? new Set()
      listeners.set(widgetId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(widgetId)
      }
    },
    scheduler,
    run: functions.run,
    call: functions.call,
    runAction: functions.runAction,
    leave(widgetId) {
      if (requestsOfWidget.has(widgetId)) return
      views.delete(widgetId)
      scheduler.forget(widgetId)
      functions.forget(widgetId)
    },
    retry(widgetId) {
      functions.retry(widgetId)
      postProcessing.forget(widgetId)
      scheduler.mark(widgetId)
      let hasAliasFailure = false
      for (const request of requestsOfWidget.get(widgetId) ?? []) {
        hasAliasFailure ||= statusOfRequest.get(request)?.kind === 'failed'
        const source = sources.get(plan.sourceOf.get(request) ?? '')
        if (source?.status.kind === 'failed') source.restart()
      }
      if (hasAliasFailure) aliases.reload()
    },
    close() {
      stopAliases()
      stopFilters()
      stopTicks()
      scheduler.close()
      functions.close()
      for (const source of sources.values()) source.close()
      sources.clear()
    },
  }
}

const collator = new Intl.Collator(undefined, { numeric: true })

const byName = (entities: readonly EntityInfo[]): readonly EntityInfo[] =>
  [...entities].sort((a, b) => collator.compare(a.name, b.name))

/** Worst status of all requests: `failed`, then `unresolved`, `loading`, `ready`. */
function worst(statuses: readonly WidgetStatus[]): WidgetStatus {
  for (const kind of ['failed', 'unresolved', 'loading'] as const) {
    const found = statuses.find((status) => status.kind === kind)
    if (found) return found
  }
  return { kind: 'ready' }
}

function countOf(
  { datasource, datasourceIndex, keyIndices }: DataRequest,
  source: LiveSource,
  ts: number,
): LatestView[] {
  const { count } = source
  if (count === null) return []
  const name = datasource.name ?? ''
  const entity: EntityInfo = { id: { entityType: 'DEVICE', id: '' }, name, label: '' }
  return keyIndices.flatMap((keyIndex) => {
    const dataKey = datasource.dataKeys[keyIndex]
    if (!dataKey) return []
    const label = name || dataKey.label
    const id = `count ${datasource.entityAliasId} ${datasource.filterId}`
    const text = String(count)
    return [
      {
        id,
        role: 'main' as const,
        datasourceIndex,
        keyIndex,
        entity,
        dataKey,
        description: undefined,
        label,
        ts,
        text,
        decimalsSeen: 0,
      },
    ]
  })
}

function browserSeconds(run: () => void) {
  const timer = setInterval(run, 1000)
  return () => clearInterval(timer)
}
