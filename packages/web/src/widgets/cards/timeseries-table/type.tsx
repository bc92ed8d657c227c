/** Widget type `cards.timeseries_table`: one row per time, newest first; a tab per entity. */

import './timeseries-table.css'
import { figureAt, type SeriesColumn, valueAt } from '@sonde/model/dashboards/series-column'
import { readTimeseriesColumn, readTimeseriesTable } from '@sonde/model/widgets/cards/timeseries-table'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import {
  ActionButtons,
  displayOf,
  type EntityInfo,
  numberText,
  type SeriesView,
  useWidgetActions,
  type WidgetProps,
  widgetType,
} from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { SearchField } from '../../../ui/entity-table/search-field.tsx'
import { useFormat } from '../../../ui/format/use-format.ts'
import { NoMatchState } from '../../../ui/states/states.tsx'
import { Tabs } from '../../../ui/tabs/tabs.tsx'
import { FunctionContent } from '../../function-cell.tsx'
import { functionRow, tableFunctionNames, useTableFunctions } from '../../table-functions.ts'
import { TablePages } from '../../table-pages.tsx'
import { indexAt, searchedMax, timesOf, withMilliseconds } from './table-rows.ts'

/** Maximum number of rows without paging. */
const rowsMax = 500

function TimeseriesTable(props: WidgetProps) {
  const { widget, view } = props
  const t = useText()
  const entities = new Map<string, EntityInfo>()
  for (const { entity } of view.series) entities.set(entity.id.id, entity)
  const [chosen, setChosen] = useState('')
  const open = entities.has(chosen) ? chosen : (entities.keys().next().value ?? '')
  const { useEntityLabel } = readTimeseriesTable(widget.config.settings).values
  const table = <EntityValues key={open} {...props} entity={entities.get(open) ?? null} />
  if (entities.size < 2) return table
  return (
    <div className="series-tabs">
      <Tabs
        label={t('widgets.entity')}
        value={open}
        onChange={setChosen}
        tabs={[...entities.values()].map(({ id, name, label }) => ({
          id: id.id,
          label: (useEntityLabel && label) || name,
        }))}
      >
        {table}
      </Tabs>
    </div>
  )
}

function EntityValues({ widget, view, zone, isStale, entity }: WidgetProps & { readonly entity: EntityInfo | null }) {
  const t = useText()
  const format = useFormat(zone)
  const { values: settings } = readTimeseriesTable(widget.config.settings)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(0)
  const baseSize = settings.displayPagination ? settings.defaultPageSize : rowsMax
  const [pageSize, setPageSize] = useState(baseSize)
  const functions = useTableFunctions(widget, 'rowData')
  const actions = useWidgetActions(widget)
  const [rowClick] = actions.of('rowClick')
  const hasButtons = actions.of('actionCellButton').length > 0
  useEffect(() => actions.setActiveEntity(entity), [actions, entity])

  const series = view.series.filter((one) => one.role === 'main' && one.entity.id.id === entity?.id.id)
  const { hideEmptyLines, showMilliseconds } = settings
  const cells = series.map((one) => ({
    ...one,
    // The key as it was configured, without its description.
    ownKey: widget.config.datasources[one.datasourceIndex]?.dataKeys[one.keyIndex] ?? one.dataKey,
    textAt: textAt(one),
  }))
  const timeText = (ts: number) => (showMilliseconds ? withMilliseconds(format.dateTime(ts), ts) : format.dateTime(ts))

  function textAt({ column, dataKey, decimalsSeen }: SeriesView): (ts: number) => string {
    const display = displayOf(dataKey, widget.config, decimalsSeen)
    return (ts) => {
      const at = indexAt(column.ts, ts)
      return at < 0 ? '' : (column.texts?.[at] ?? numberText(figureAt(column, at), display, format))
    }
  }

  // The columns are new objects only when they change; formatting depends on nothing else that does.
  const columns = useStable(series.map(({ column }) => column))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend on the columns
  const { times, unsearched } = useMemo(
    () =>
      timesOf(columns, {
        hidesEmpty: hideEmptyLines,
        search: search.trim().toLowerCase(),
        textsAt: (ts) => [...(settings.showTimestamp ? [timeText(ts)] : []), ...cells.map((cell) => cell.textAt(ts))],
      }),
    [columns, hideEmptyLines, search, showMilliseconds, settings.showTimestamp, format],
  )
  // Old rows leave the time window.
  const open = Math.min(page, Math.max(0, Math.ceil(times.length / pageSize) - 1))
  const from = open * pageSize
  const shown = times.slice(from, from + pageSize)

  /** Row as functions get it. */
  const rowData = (ts: number): Readonly<Record<string, unknown>> => ({
    ...Object.fromEntries(cells.map((cell) => [cell.label, rawAt(cell.column, ts)])),
    Timestamp: ts,
  })

  function row(ts: number) {
    const time = timeText(ts)
    const click = rowClick && ((target: EventTarget) => runRow(ts, target))
    const data = functions.hasAny ? functionRow(`${entity?.id.id} ${ts}`, rowData(ts)) : null
    const text = (label: ReactNode) =>
      click ? (
        <button type="button" className="widget-row-open">
          {label}
        </button>
      ) : (
        label
      )
    return (
      <tr
        key={ts}
        style={data ? functions.rowStyle(data) : undefined}
        data-opens={click !== undefined || undefined}
        onClick={click && (({ target }) => click(target))}
      >
        {settings.showTimestamp && <td>{text(time)}</td>}
        {cells.map((cell, index) => {
          const made =
            data && functions.ofCell(cell.ownKey) ? functions.cell(cell.ownKey, data.data[cell.label], data) : null
          const value = <FunctionContent content={made?.content ?? null}>{cell.textAt(ts)}</FunctionContent>
          return (
            <td key={cell.id} className="sd-num" style={made?.style}>
              {index === 0 && !settings.showTimestamp ? text(value) : value}
            </td>
          )
        })}
        {hasButtons && (
          <td className="widget-row-cell">
            <ActionButtons actions={actions} entity={entity} rowName={time} additionalParams={rowData(ts)} />
          </td>
        )}
      </tr>
    )
  }

  function runRow(ts: number, target: EventTarget) {
    const anchor = target instanceof Element ? (target.closest('button, td') ?? target) : null
    actions.run(rowClick, { entity, anchor, additionalParams: rowData(ts) })
  }

  return (
    <div className="series-rows" data-stale={isStale || undefined}>
      {settings.enableSearch && (
        <SearchField
          label={t('widgets.search')}
          value={search}
          onChange={(next) => {
            setSearch(next)
            setPage(0)
          }}
        />
      )}
      {times.length === 0 && search !== '' ? (
        <NoMatchState title={t('widgets.noMatch', { search })} onClear={() => setSearch('')} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        <div className="widget-table" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {settings.showTimestamp && <th scope="col">{t('widgets.time')}</th>}
                {cells.map(({ id, label }) => (
                  <th key={id} scope="col" className="sd-num">
                    {label}
                  </th>
                ))}
                {hasButtons && (
                  <th scope="col">
                    <span className="sd-hidden-text">{t('dashboards.rowActions')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>{shown.map(row)}</tbody>
          </table>
        </div>
      )}
      {unsearched > 0 && (
        <p className="widget-table-note">
          {t('widgets.searchedRows', { shown: searchedMax, total: searchedMax + unsearched })}
        </p>
      )}
      {!settings.displayPagination && times.length > rowsMax && (
        <p className="widget-table-note">{t('widgets.newestRows', { shown: rowsMax, total: times.length })}</p>
      )}
      {settings.displayPagination && times.length > baseSize && (
        <TablePages
          firstSize={baseSize}
          pageSize={pageSize}
          page={open}
          from={from}
          count={shown.length}
          total={times.length}
          onChange={(next) => {
            setPage(next.page)
            setPageSize(next.pageSize)
          }}
        />
      )}
    </div>
  )
}

/** Value at a time as functions get it; undefined if there is none. */
function rawAt(column: SeriesColumn, ts: number): unknown {
  const at = indexAt(column.ts, ts)
  return at < 0 ? undefined : valueAt(column, at)
}

/** The same list as long as its items are the same. */
function useStable(columns: readonly SeriesColumn[]): readonly SeriesColumn[] {
  const [stable, setStable] = useState(columns)
  const isSame = stable.length === columns.length && stable.every((column, index) => column === columns[index])
  if (!isSame) setStable(columns)
  return isSame ? stable : columns
}

export default widgetType(TimeseriesTable, {
  settings: ({ config }) => readTimeseriesTable(config.settings),
  keySettings: ({ settings }) => readTimeseriesColumn(settings),
  hasTable: false,
  runs: [...tableFunctionNames, 'funcBody'],
  actionSources: ['actionCellButton', 'rowClick'],
})
