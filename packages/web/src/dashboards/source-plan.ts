/**
 * Plans the server subscriptions for the data requests of all widgets. Requests with the same entities and the same
 * window are merged into one source with the keys of all of them.
 */

import { entityKeyOf } from '@sonde/model/dashboards/dashboard-questions'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { EntityKey, KeyFilter } from '@sonde/model/entity-query/entity-query'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import type { Comparison } from './comparison.ts'
import type { DataRequest } from './data-request.ts'

export type SourceMode =
  | { readonly kind: 'latest'; readonly keys: readonly EntityKey[] }
  | {
      readonly kind: 'series'
      readonly window: TimeWindow
      readonly isStateData: boolean
      readonly comparison?: Comparison
      readonly keys: readonly string[]
    }
  | { readonly kind: 'count' }

export interface SourceSpec {
  /** Derived from the content: equal sources have equal IDs. */
  readonly id: string
  readonly filter: EntityFilter
  readonly keyFilters: readonly KeyFilter[]
  readonly mode: SourceMode
}

export interface ResolvedRequest {
  readonly request: DataRequest
  readonly filter: EntityFilter
  readonly keyFilters: readonly KeyFilter[]
}

export interface SourcePlan {
  readonly sources: readonly SourceSpec[]
  /** ID of each request's source. */
  readonly sourceOf: ReadonlyMap<DataRequest, string>
}

interface Group {
  readonly first: ResolvedRequest
  readonly requests: DataRequest[]
  readonly latest: Map<string, EntityKey>
  readonly series: Set<string>
}

export function planSources(resolved: readonly ResolvedRequest[]): SourcePlan {
  const groups = new Map<string, Group>()
  for (const one of resolved) {
    const { mode } = one.request
    const about =
      mode.kind === 'series'
        ? {
            kind: mode.kind,
            window: whatMatters(mode.window),
            state: mode.isStateData,
            comparison: mode.comparison ?? null,
          }
        : mode
    const id = JSON.stringify([one.filter, one.keyFilters, about])
    const group: Group = groups.get(id) ?? { first: one, requests: [], latest: new Map(), series: new Set() }
    groups.set(id, group)
    group.requests.push(one.request)
    for (const index of one.request.keyIndices) {
      const dataKey = one.request.datasource.dataKeys[index]
      const key = dataKey && entityKeyOf(dataKey)
      if (!key) continue
      if (mode.kind === 'series') group.series.add(key.key)
      else group.latest.set(`${key.type} ${key.key}`, key)
    }
  }
  const sources: SourceSpec[] = []
  const sourceOf = new Map<DataRequest, string>()
  for (const [groupId, group] of groups) {
    const mode = modeOf(group)
    // The keys are part of the ID: a source whose keys change is replaced.
    const id = `${groupId} ${mode.kind === 'count' ? '' : JSON.stringify(mode.keys)}`
    sources.push({ id, filter: group.first.filter, keyFilters: group.first.keyFilters, mode })
    for (const request of group.requests) sourceOf.set(request, id)
  }
  return { sources, sourceOf }
}

function modeOf({ first, latest, series }: Group): SourceMode {
  const { mode } = first.request
  switch (mode.kind) {
    case 'count':
      return { kind: 'count' }
    case 'latest':
      return { kind: 'latest', keys: [...latest.keys()].sort().flatMap((name) => latest.get(name) ?? []) }
    case 'series':
      return { ...mode, keys: [...series].sort() }
  }
}

/** Parts of a window that affect the request. Excludes display settings and the tab that isn't selected. */
function whatMatters(window: TimeWindow) {
  const { selectedTab, realtime, history, aggregation, timezone } = window
  return [selectedTab, selectedTab === 0 ? realtime : history, aggregation, timezone]
}
