/** Widget type `cards.entities_table`: entities with latest values; the server searches, sorts and pages. */

import './entities-table.css'
import type { DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import { functionValue, parseValue } from '@sonde/model/dashboards/series-column'
import type { EntityDataPageLink, EntityKey } from '@sonde/model/entity-query/entity-query'
import { readEntitiesColumn, readEntitiesTable } from '@sonde/model/widgets/cards/entities-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  ActionButtons,
  actionsWidthPx,
  displayOf,
  type EntityRow,
  type OfferedAction,
  type RowsQuery,
  UnresolvedAlias,
  useActiveEntityId,
  useElementSize,
  useEntityRows,
  useSource,
  useWidgetActions,
  valueText,
  type WidgetProps,
  widgetType,
} from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { SearchField } from '../../../ui/entity-table/search-field.tsx'
import { useFormat } from '../../../ui/format/use-format.ts'
import { EmptyState, ErrorState, NoMatchState, Skeleton } from '../../../ui/states/states.tsx'
import { FunctionContent, isMarkup } from '../../function-cell.tsx'
import { LiveCell } from '../../live-cell.tsx'
import { type FunctionCell, functionRow, tableFunctionNames, useTableFunctions } from '../../table-functions.ts'
import { TablePages } from '../../table-pages.tsx'
import { nextSort } from '../../table-sort.ts'
import { fittingColumns, type KeyColumn, type TableColumn, tableSettings } from './table-settings.ts'

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f']

function EntitiesTable({ widget, isStale, isSeen, zone }: WidgetProps) {
  const t = useText()
  const format = useFormat(zone)
  const source = useSource(widget.config.datasources[0])
  const [settings] = useState(() => tableSettings(widget))
  const [page, setPage] = useState(0)
  const [pageSize, setPageSize] = useState(settings.pageSize)
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(settings.sort)
  const [box, size] = useElementSize<HTMLDivElement>()

  const query: RowsQuery | null =
    source.kind === 'resolved'
      ? {
          filter: source.filter,
          keyFilters: source.keyFilters,
          keys: settings.keys.map(({ key }) => key),
          pageLink: pageLink(),
        }
      : null
  const { state, retry } = useEntityRows(query, isSeen)

  function pageLink(): EntityDataPageLink {
    const column = settings.columns.find(({ id }) => id === sort?.columnId)
    return {
      page,
      pageSize,
      textSearch: search || null,
      dynamic: true,
      sortOrder: column?.sortKey && sort ? { key: column.sortKey, direction: sort.direction } : null,
    }
  }

  const functions = useTableFunctions(widget, 'entity')
  const actions = useWidgetActions(widget)
  const hasButtons = actions.of('actionCellButton').length > 0
  const fitting = fittingColumns(settings.columns, size.width - (hasButtons ? actionsWidthPx(actions) : 0))
  const shown = settings.columns.slice(0, fitting)
  const moved = settings.columns.slice(fitting)
  const rows = state.kind === 'ready' ? state.rows : null
  const activeId = useActiveEntityId(widget.id)
  const [rowClick] = actions.of('rowClick')
  const [rowDoubleClick] = actions.of('rowDoubleClick')
  const first = rows?.[0]?.entity ?? null
  useEffect(() => actions.setFirstEntity(first), [actions, first])
  const { total, from } = state.kind === 'ready' ? state : { total: 0, from: 0 }

  return (
    <div ref={box} className="entities" data-stale={isStale || undefined}>
      {settings.hasSearch && (
        <SearchField
          label={t('widgets.search')}
          value={search}
          onChange={(text) => {
            setSearch(text)
            setPage(0)
          }}
        />
      )}
      {body()}
      {settings.hasPages && rows && total > settings.pageSize && (
        <TablePages
          firstSize={settings.pageSize}
          pageSize={pageSize}
          page={page}
          from={from}
          count={rows.length}
          total={total}
          onChange={(next) => {
            setPage(next.page)
            setPageSize(next.pageSize)
          }}
        />
      )}
    </div>
  )

  function body() {
    if (source.kind === 'unresolved') return <UnresolvedAlias name={source.aliasName} />
    if (source.kind === 'failed')
      return <ErrorState isSmall title={t('dashboards.widgetFailed')} error={source.error} />
    if (state.kind === 'failed') {
      return <ErrorState isSmall title={t('dashboards.widgetFailed')} error={state.error} onRetry={retry} />
    }
    if (rows?.length === 0) {
      return search ? (
        <NoMatchState title={t('widgets.noMatch', { search })} onClear={() => setSearch('')} />
      ) : (
        <EmptyState title={t('widgets.noEntities')} text={t('widgets.noEntitiesText')} />
      )
    }
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
      <div className="widget-table entities-table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              {shown.map((column) => head(column))}
              {hasButtons && (
                <th scope="col">
                  <span className="sd-hidden-text">{t('dashboards.rowActions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>{rows ? rows.map((row) => line(row)) : skeletons()}</tbody>
        </table>
      </div>
    )
  }

  function titleOf(column: TableColumn): string {
    if (column.title !== null) return column.title
    return column.kind === 'name' ? t('widgets.name') : column.kind === 'label' ? t('widgets.label') : t('widgets.type')
  }

  function head(column: TableColumn) {
    const isSorted = sort?.columnId === column.id
    const Arrow = sort?.direction === 'DESC' ? ArrowDown : ArrowUp
    return (
      <th
        key={column.id}
        scope="col"
        className={column.kind === 'key' ? 'sd-num' : undefined}
        aria-sort={isSorted ? (sort?.direction === 'DESC' ? 'descending' : 'ascending') : undefined}
      >
        {column.sortKey ? (
          <button
            type="button"
            onClick={() => {
              setSort(nextSort(sort, column.id))
              setPage(0)
            }}
          >
            {titleOf(column)}
            {isSorted && <Arrow size={12} strokeWidth={2} aria-hidden />}
          </button>
        ) : (
          titleOf(column)
        )}
      </th>
    )
  }

  function displayOfColumn(dataKey: DataKey, key: EntityKey) {
    return displayOf(dataKey, widget.config, state.kind === 'ready' ? state.decimals(key) : 0)
  }

  function cellText(row: EntityRow, column: TableColumn): string {
    switch (column.kind) {
      case 'name':
        return row.entity.name
      case 'label':
        return row.entity.label || '–'
      case 'type':
        return row.entity.id.entityType
      case 'key':
        return valueText(processedText(row, column), displayOfColumn(column.dataKey, column.key), format, t)
    }
  }

  /** Text of the column's value after post-processing. */
  function processedText(row: EntityRow, { key, dataKey }: KeyColumn): string {
    const value = row.value(key)
    return value ? functions.processed(dataKey, row.entity.id.id, value) : ''
  }

  /** What functions get as `entity`. */
  function rowData(row: EntityRow): Readonly<Record<string, unknown>> {
    const { id, name, label } = row.entity
    const values = settings.keys.map((column) => [column.dataKey.label, functionValue(processedText(row, column))])
    return { ...Object.fromEntries(values), id, entityName: name, entityLabel: label, entityType: id.entityType }
  }

  function run(chosen: OfferedAction | undefined, row: EntityRow, target: EventTarget) {
    const anchor = target instanceof Element ? (target.closest('button, td, th') ?? target) : null
    actions.run(chosen, { entity: row.entity, anchor, additionalParams: { entity: rowData(row) } })
  }

  function line(row: EntityRow) {
    const { id } = row.entity.id
    const isActive = id === activeId
    const data = functions.hasAny ? functionRow(id, rowData(row)) : null
    const cellOf = (column: TableColumn): FunctionCell | null =>
      data && column.kind === 'key' && functions.ofCell(column.dataKey)
        ? functions.cell(column.dataKey, data.data[column.dataKey.label], data)
        : null
    /** Text for lines that several cells share. */
    const textOf = (column: TableColumn) => {
      const content = cellOf(column)?.content ?? null
      return content === null || isMarkup(content) ? cellText(row, column) : content
    }
    return (
      <tr
        key={id}
        style={data ? functions.rowStyle(data) : undefined}
        data-active={isActive || undefined}
        data-opens={rowClick !== undefined || rowDoubleClick !== undefined || undefined}
        onClick={({ target }) => {
          actions.setActiveEntity(row.entity)
          run(rowClick, row, target)
        }}
        onDoubleClick={rowDoubleClick && (({ target }) => run(rowDoubleClick, row, target))}
      >
        {shown.map((column, index) => {
          const text = cellText(row, column)
          const cell = cellOf(column)
          const content = cell?.content ?? null
          if (index === 0) {
            return (
              <th key={column.id} scope="row" style={cell?.style}>
                {rowClick || rowDoubleClick ? (
                  <button
                    type="button"
                    className="entities-name widget-row-open"
                    aria-current={isActive || undefined}
                    // A click by key bubbles to the row. Keys have no double click, so they open what it would.
                    onClick={({ detail, target }) => detail === 0 && !rowClick && run(rowDoubleClick, row, target)}
                  >
                    <FunctionContent content={content}>{text}</FunctionContent>
                  </button>
                ) : (
                  <span className="entities-name">
                    <FunctionContent content={content}>{text}</FunctionContent>
                  </span>
                )}
                {moved.length > 0 && (
                  <span className="entities-moved sd-num">
                    {moved.map((one) => `${titleOf(one)} ${textOf(one)}`).join(', ')}
                  </span>
                )}
              </th>
            )
          }
          if (column.kind !== 'key') return <td key={column.id}>{text}</td>
          const ts = row.value(column.key)?.ts
          const isNumber = parseValue(processedText(row, column)).kind === 'number'
          return (
            <td key={column.id} className="sd-num" title={ts ? format.dateTime(ts) : undefined} style={cell?.style}>
              <FunctionContent content={content}>{isNumber ? <LiveCell text={text} /> : text}</FunctionContent>
            </td>
          )
        })}
        {hasButtons && (
          <td className="widget-row-cell">
            <ActionButtons
              actions={actions}
              entity={row.entity}
              rowName={row.entity.name}
              additionalParams={{ entity: rowData(row) }}
            />
          </td>
        )}
      </tr>
    )
  }

  function skeletons() {
    return skeletonRows.slice(0, pageSize).map((id) => (
      <tr key={id}>
        {shown.map((column) => (
          <td key={column.id}>
            <Skeleton width={column.kind === 'key' ? 48 : 110} />
          </td>
        ))}
      </tr>
    ))
  }
}

export default widgetType(EntitiesTable, {
  requests: () => [],
  settings: ({ config }) => readEntitiesTable(config.settings),
  keySettings: ({ settings }) => readEntitiesColumn(settings),
  ownsStates: true,
  hasTable: false,
  runs: tableFunctionNames,
  actionSources: ['actionCellButton', 'rowClick', 'rowDoubleClick'],
})
