/** A live page of entities with their latest values. Sends one combined command with the widget's own page link. */

import type { LiveClient } from '@sonde/client'
import { nameFields } from '@sonde/model/dashboards/entity-aliases'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { EntityDataPageLink, EntityDataQuery, EntityKey, KeyFilter } from '@sonde/model/entity-query/entity-query'
import type { Frames } from './frame-scheduler.ts'
import { createLivePage, type LivePage, type LivePageState } from './live-page.ts'
import { infoOf } from './live-source.ts'
import {
  type ColumnDecimals,
  createColumnDecimals,
  noValues,
  type RowValue,
  type RowValues,
  readerOf,
  withLatest,
} from './row-values.ts'
import type { EntityInfo } from './widget-view.ts'

export interface EntityRow {
  readonly entity: EntityInfo
  readonly value: RowValue
}

interface EntityRowsView {
  readonly rows: readonly EntityRow[]
  /** Number of rows before this page. */
  readonly from: number
  readonly total: number
  readonly decimals: ColumnDecimals
}

export type EntityRowsState = LivePageState<EntityRowsView>

export interface RowsQuery {
  readonly filter: EntityFilter
  readonly keyFilters: readonly KeyFilter[]
  readonly keys: readonly EntityKey[]
  readonly pageLink: EntityDataPageLink
}

export type EntityRows = LivePage<RowsQuery, EntityRowsView>

interface EntityPage {
  readonly rows: { readonly info: EntityInfo; values: RowValues }[]
  readonly total: number
  readonly from: number
}

export function createEntityRows(
  live: Pick<LiveClient, 'subscribeEntityData'>,
  first: RowsQuery,
  frames?: Frames,
): EntityRows {
  const decimalsOf = createColumnDecimals()
  return createLivePage<RowsQuery, EntityPage, EntityRowsView>(
    {
      open(query, { onPage, onChange, onError }) {
        let page: EntityPage | null = null
        const command = () => commandOf(query())
        const subscription = live.subscribeEntityData(command, {
          onPage({ data, totalElements }) {
            const { pageLink } = query()
            page = {
              rows: data.map((row) => ({ info: infoOf(row), values: withLatest(noValues, row.latest) })),
              total: totalElements,
              from: pageLink.page * pageLink.pageSize,
            }
            onPage(page)
          },
          onUpdate(updates) {
            for (const { entityId, latest } of updates) {
              const row = page?.rows.find(({ info }) => info.id.id === entityId.id)
              if (row && latest) row.values = withLatest(row.values, latest)
            }
            onChange()
          },
          onError,
        })
        return { update: () => subscription.update(command), unsubscribe: subscription.unsubscribe }
      },
      viewOf: ({ rows, from, total }) => ({
        rows: rows.map(({ info, values }) => ({ entity: info, value: readerOf(values) })),
        from,
        total,
        decimals: decimalsOf(rows.map(({ values }) => values)),
      }),
    },
    first,
    frames,
  )
}

function commandOf({ filter, keyFilters, keys, pageLink }: RowsQuery) {
  const query: EntityDataQuery = {
    entityFilter: filter,
    keyFilters: [...keyFilters],
    pageLink,
    entityFields: [...nameFields, ...keys.filter(({ type }) => type === 'ENTITY_FIELD')],
    latestValues: keys.filter(({ type }) => type !== 'ENTITY_FIELD'),
  }
  return query.latestValues?.length ? { query, latestCmd: { keys: query.latestValues } } : { query }
}
