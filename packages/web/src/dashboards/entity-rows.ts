/**
 * A page of entities with live latest values, for tables with server-side search, sort and paging. Sends one combined
 * command with the widget's own page link.
 */

import type { EntityDataSubscription, LiveClient } from '@sonde/client'
import { nameFields } from '@sonde/model/dashboards/entity-aliases'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type {
  EntityData,
  EntityDataPageLink,
  EntityDataQuery,
  EntityKey,
  KeyFilter,
  TsValue,
} from '@sonde/model/entity-query/entity-query'
import { createDecimalsSeen } from '../ui/format/decimals-seen.ts'
import { browserFrames, createFrameScheduler, type Frames } from './frame-scheduler.ts'
import { infoOf } from './live-source.ts'
import { decimalsDefault } from './value-display.ts'
import type { EntityInfo } from './widget-view.ts'

export interface EntityRow {
  readonly entity: EntityInfo
  readonly value: (key: EntityKey) => TsValue | undefined
}

/** Decimals shared by all rows of a column; see `DecimalsSeen`. */
export type ColumnDecimals = (key: EntityKey) => number

export type EntityRowsState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: Error }
  | {
      readonly kind: 'ready'
      readonly rows: readonly EntityRow[]
      /** Number of rows before this page. */
      readonly from: number
      readonly total: number
      readonly decimals: ColumnDecimals
      readonly isRefreshing: boolean
    }

export interface RowsQuery {
  readonly filter: EntityFilter
  readonly keyFilters: readonly KeyFilter[]
  readonly keys: readonly EntityKey[]
  readonly pageLink: EntityDataPageLink
}

export interface EntityRows {
  get(): EntityRowsState
  subscribe(listener: () => void): () => void
  /** Requests another page, order or search; the old rows stay until the response arrives. */
  ask(query: RowsQuery): void
  setVisible(isVisible: boolean): void
  retry(): void
  close(): void
}

interface LivePage {
  readonly rows: readonly { readonly info: EntityInfo; readonly values: Map<string, TsValue> }[]
  readonly total: number
  /** Index of the first row in the whole result. */
  readonly from: number
}

const only = 'rows'

export function createEntityRows(
  live: Pick<LiveClient, 'subscribeEntityData'>,
  first: RowsQuery,
  frames: Frames = browserFrames,
): EntityRows {
  const listeners = new Set<() => void>()
  let state: EntityRowsState = { kind: 'loading' }
  let query = first
  /** Last page that arrived. */
  let page: LivePage | null = null
  const seen = createDecimalsSeen(decimalsDefault)
  let failure: Error | null = null
  let isRefreshing = false
  let subscription: EntityDataSubscription

  function decimalsOf({ rows }: LivePage): ColumnDecimals {
    for (const { values } of rows) for (const [name, { value }] of values) seen.see(name, value)
    return ({ type, key }) => seen.of(`${type} ${key}`)
  }

  const scheduler = createFrameScheduler(() => {
    if (failure) state = { kind: 'failed', error: failure }
    else if (!page) state = { kind: 'loading' }
    else {
      const { from, total } = page
      const rows = page.rows.map(({ info, values }) => rowOf(info, new Map(values)))
      state = { kind: 'ready', from, total, decimals: decimalsOf(page), isRefreshing, rows }
    }
    for (const listener of [...listeners]) listener()
  }, frames)

  const command = () => {
    const { filter, keyFilters, keys, pageLink } = query
    const whole: EntityDataQuery = {
      entityFilter: filter,
      keyFilters: [...keyFilters],
      pageLink,
      entityFields: [...nameFields, ...keys.filter(({ type }) => type === 'ENTITY_FIELD')],
      latestValues: keys.filter(({ type }) => type !== 'ENTITY_FIELD'),
    }
    return whole.latestValues?.length ? { query: whole, latestCmd: { keys: whole.latestValues } } : { query: whole }
  }

  function start() {
    subscription = live.subscribeEntityData(command, {
      onPage({ data, totalElements }) {
        page = {
          rows: data.map((row) => ({ info: infoOf(row), values: valuesOf(row) })),
          total: totalElements,
          from: query.pageLink.page * query.pageLink.pageSize,
        }
        isRefreshing = false
        failure = null
        scheduler.mark(only)
      },
      onUpdate(updates) {
        for (const { entityId, latest } of updates) {
          const row = page?.rows.find(({ info }) => info.id.id === entityId.id)
          if (row && latest) applyValues(row.values, latest)
        }
        scheduler.mark(only)
      },
      onError(error) {
        failure = error
        scheduler.mark(only)
      },
    })
  }
  start()

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ask(next) {
      if (JSON.stringify(next) === JSON.stringify(query)) return
      query = next
      isRefreshing = page !== null
      subscription.update(command)
      scheduler.mark(only)
    },
    setVisible: (isVisible) => scheduler.setVisible(only, isVisible),
    retry() {
      failure = null
      subscription.unsubscribe()
      start()
      scheduler.mark(only)
    },
    close() {
      scheduler.close()
      subscription.unsubscribe()
    },
  }
}

const rowOf = (entity: EntityInfo, values: ReadonlyMap<string, TsValue>): EntityRow => ({
  entity,
  value: ({ type, key }) => values.get(`${type} ${key}`),
})

function valuesOf({ latest }: EntityData): Map<string, TsValue> {
  const values = new Map<string, TsValue>()
  applyValues(values, latest)
  return values
}

function applyValues(known: Map<string, TsValue>, latest: EntityData['latest']) {
  for (const [type, byKey] of Object.entries(latest)) {
    for (const [key, value] of Object.entries(byKey ?? {})) {
      const name = `${type} ${key}`
      const before = known.get(name)
      if (before && value.ts !== 0 && value.ts < before.ts) continue
      known.set(name, value)
    }
  }
}
