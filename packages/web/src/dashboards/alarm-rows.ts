/** A live page of the alarms of entities, with latest values of the entities. */

import type { LiveClient } from '@sonde/client'
import type { AlarmFilter } from '@sonde/model/dashboards/dashboard-configuration'
import { nameFields } from '@sonde/model/dashboards/entity-aliases'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type {
  AlarmData,
  AlarmDataQuery,
  EntityKey,
  EntitySortOrder,
  KeyFilter,
} from '@sonde/model/entity-query/entity-query'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { deriveWindow, type WindowContext } from '@sonde/model/time-windows/window-commands'
import type { Frames } from './frame-scheduler.ts'
import { createLivePage, type LivePage, type LivePageState, type PageSource } from './live-page.ts'
import {
  type ColumnDecimals,
  createColumnDecimals,
  noValues,
  type RowValue,
  type RowValues,
  readerOf,
  withLatest,
} from './row-values.ts'

export interface AlarmRow {
  readonly alarm: AlarmData
  /** Latest value of the entity through which the alarm was found. */
  readonly value: RowValue
}

interface AlarmRowsView {
  readonly rows: readonly AlarmRow[]
  /** Number of rows before this page. */
  readonly from: number
  readonly total: number
  readonly decimals: ColumnDecimals
  /** Set if the server reads the alarms of only some of the entities. */
  readonly overflow: { readonly shown: number; readonly total: number } | null
}

export type AlarmRowsState = LivePageState<AlarmRowsView>

export interface AlarmRowsQuery {
  readonly filter: EntityFilter
  readonly keyFilters: readonly KeyFilter[]
  /** Values of the entities. */
  readonly keys: readonly EntityKey[]
  /** Fields of the alarms, in which the search looks. */
  readonly alarmFields: readonly string[]
  readonly window: TimeWindow
  readonly alarmFilter: AlarmFilter
  readonly page: number
  readonly pageSize: number
  readonly textSearch: string
  readonly sortOrder: EntitySortOrder | null
}

export type AlarmRows = LivePage<AlarmRowsQuery, AlarmRowsView>

interface AlarmPage {
  rows: readonly { readonly alarm: AlarmData; readonly values: RowValues }[]
  readonly from: number
  readonly total: number
  readonly overflow: AlarmRowsView['overflow']
}

export interface AlarmRowsDeps {
  readonly live: Pick<LiveClient, 'subscribeAlarmData'>
  /** Evaluated whenever the page is requested, also on each reconnection. */
  readonly windowContext: () => WindowContext
  readonly frames?: Frames
}

export function createAlarmRows({ live, windowContext, frames }: AlarmRowsDeps, first: AlarmRowsQuery): AlarmRows {
  const decimalsOf = createColumnDecimals()
  const source: PageSource<AlarmRowsQuery, AlarmPage, AlarmRowsView> = {
    open(query, { onPage, onChange, onError }) {
      let page: AlarmPage | null = null
      const subscribe = () =>
        live.subscribeAlarmData(() => alarmQueryOf(query(), windowContext()), {
          onPage({ data, totalElements }, allowedEntities, totalEntities) {
            const { page: index, pageSize } = query()
            page = {
              rows: data.map((alarm) => ({ alarm, values: withLatest(noValues, alarm.latest) })),
              from: index * pageSize,
              total: totalElements,
              overflow: totalEntities > allowedEntities ? { shown: allowedEntities, total: totalEntities } : null,
            }
            onPage(page)
          },
          onUpdate(alarms) {
            if (!page) return
            const changed = new Map(alarms.map((alarm) => [alarm.id.id, alarm]))
            page.rows = page.rows.map((row) => {
              const alarm = changed.get(row.alarm.id.id)
              return alarm ? { alarm, values: withLatest(row.values, alarm.latest) } : row
            })
            onChange()
          },
          onError,
        })
      let leave = subscribe()
      return {
        update() {
          // The new subscription begins before the old one ends, so that the connection never becomes idle.
          const before = leave
          leave = subscribe()
          before()
        },
        unsubscribe: () => leave(),
      }
    },
    viewOf: ({ rows, from, total, overflow }) => ({
      rows: rows.map(({ alarm, values }) => ({ alarm, value: readerOf(values) })),
      from,
      total,
      overflow,
      decimals: decimalsOf(rows.map(({ values }) => values)),
    }),
  }
  return createLivePage(source, first, frames)
}

/** Request for the page at this time: a realtime window moves with the server's clock, a history window is fixed. */
export function alarmQueryOf(query: AlarmRowsQuery, context: WindowContext): AlarmDataQuery {
  const { filter, keyFilters, keys, alarmFields, alarmFilter, page, pageSize, textSearch, sortOrder } = query
  const { statusList, severityList, typeList, searchPropagatedAlarms } = alarmFilter
  const derived = deriveWindow(query.window, context)
  return {
    entityFilter: filter,
    keyFilters: [...keyFilters],
    pageLink: {
      page,
      pageSize,
      textSearch: textSearch || null,
      sortOrder,
      ...(derived.kind === 'realtime'
        ? { timeWindow: derived.windowMs }
        : { startTs: derived.startTs, endTs: derived.endTs }),
      statusList: [...statusList],
      severityList: [...severityList],
      typeList: [...typeList],
      searchPropagatedAlarms,
    },
    alarmFields: alarmFields.map((key) => ({ type: 'ALARM_FIELD', key })),
    entityFields: [...nameFields, ...keys.filter(({ type }) => type === 'ENTITY_FIELD')],
    latestValues: keys.filter(({ type }) => type !== 'ENTITY_FIELD'),
  }
}
