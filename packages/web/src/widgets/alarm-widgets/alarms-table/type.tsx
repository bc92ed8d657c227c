/** Widget type `alarm_widgets.alarms_table`: alarms of an alias's entities; the server searches, sorts and pages. */

import './alarms-table.css'
import type { AlarmData } from '@sonde/model/entity-query/entity-query'
import { readAlarmsColumn, readAlarmsTable } from '@sonde/model/widgets/alarm-widgets/alarms-table'
import { Columns3 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useAlarmActions } from '../../../alarms/alarm-actions.ts'
import { alarmBulkActions } from '../../../alarms/alarm-bulk-actions.tsx'
import {
  ActionButtons,
  type AlarmRow,
  type AlarmRowsQuery,
  actionsWidthPx,
  alarmQueryOf,
  UnresolvedAlias,
  useAlarmRows,
  useElementSize,
  useKept,
  useSource,
  useWidgetActions,
  type WidgetProps,
  widgetType,
} from '../../../dashboards/widget-api.ts'
import { BulkBar } from '../../../entity-pages/bulk-bar.tsx'
import { useNow } from '../../../live/use-now.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useAccount, useClient } from '../../../session/use-session.tsx'
import { formatWindow } from '../../../time-windows/time-window-words.ts'
import { browserZone, useWindowContext } from '../../../time-windows/window-context.ts'
import { SearchField } from '../../../ui/entity-table/search-field.tsx'
import { SortButton } from '../../../ui/entity-table/sort-button.tsx'
import { useSelection } from '../../../ui/entity-table/use-selection.ts'
import { Checkbox } from '../../../ui/field/text-field.tsx'
import { useFormat } from '../../../ui/format/use-format.ts'
import { MenuButton } from '../../../ui/menu/menu.tsx'
import { SeverityGlyph } from '../../../ui/severity/severity-glyph.tsx'
import { ErrorState, NoMatchState, Skeleton } from '../../../ui/states/states.tsx'
import { type FunctionRow, functionRow, tableFunctionNames, useTableFunctions } from '../../table-functions.ts'
import { TablePages } from '../../table-pages.tsx'
import { nextSort } from '../../table-sort.ts'
import { AlarmCell, alarmData, type CellParts, cellText, functionCell, isNumberColumn } from './alarm-cell.tsx'
import {
  type AlarmColumn,
  type AlarmTableSettings,
  alarmTableSettings,
  fittingColumns,
  searchedFields,
  valueKeys,
} from './alarm-columns.ts'
import { AlarmFilterButton, isSameFilter } from './alarm-filter-button.tsx'
import { AlarmRowActions } from './alarm-row-actions.tsx'

const AlarmDetails = lazy(() =>
  import('../../../alarms/alarm-details.tsx').then((module) => ({ default: module.AlarmDetails })),
)

/** Width below which rows have two lines instead of columns, and below which their actions are a menu. */
const twoLinesBelowPx = 480
const menuBelowPx = 720
const checkPx = 36
const buttonPx = 28

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f']
const noRows: readonly AlarmRow[] = []

/** What the widget's settings and the account allow; visitors of public dashboards only read. */
function useRights({ widget }: Pick<WidgetProps, 'widget'>) {
  const account = useAccount()
  const { values } = readAlarmsTable(widget.config.settings)
  const mayHandle = account !== null && !account.auth.isPublic
  return { mayAcknowledge: mayHandle && values.allowAcknowledgment, mayClear: mayHandle && values.allowClear }
}

function AlarmsTable(props: WidgetProps) {
  const { widget, window, isStale, isSeen, zone } = props
  const t = useText()
  const format = useFormat(zone)
  const client = useClient()
  const windowContext = useWindowContext()
  const source = useSource(widget.config.alarmSource)
  const table = useMemo(() => alarmTableSettings(widget), [widget])
  const { values: settings } = readAlarmsTable(widget.config.settings)
  const { mayAcknowledge, mayClear } = useRights(props)
  const [{ page, pageSize }, setPages] = useState({ page: 0, pageSize: table.pageSize })
  const [search, setSearch] = useState('')
  const [sort, setSort] = useState(table.sort)
  const [filter, setFilter] = useKept(`${widget.id} filter`, widget.config.alarmFilter)
  const [hidden, setHidden] = useKept(`${widget.id} columns`, hiddenAtFirst(table))
  const [openId, setOpenId] = useState<string | null>(null)
  const [box, size] = useElementSize<HTMLDivElement>()
  const { alarms, acknowledge, clear } = useAlarmActions()

  const toFirstPage = () => setPages((before) => ({ ...before, page: 0 }))
  const query: AlarmRowsQuery | null =
    source.kind === 'resolved'
      ? {
          filter: source.filter,
          keyFilters: source.keyFilters,
          keys: valueKeys(table.columns),
          alarmFields: searchedFields(table.columns),
          window,
          alarmFilter: filter,
          page,
          pageSize,
          textSearch: search,
          sortOrder: sortOrderOf(table, sort),
        }
      : null
  const { state, retry } = useAlarmRows(query, isSeen)
  const rows = state.kind === 'ready' ? state.rows : null
  const shownAlarms = useMemo(() => rows?.map(({ alarm }) => alarm), [rows])

  const description = useMemo(
    () => ({
      idOf: ({ id }: AlarmData) => id.id,
      nameOf: ({ type }: AlarmData) => type,
      bulkActions: alarmBulkActions<AlarmData>(alarms).filter(({ id }) =>
        id === 'acknowledge' ? mayAcknowledge : mayClear,
      ),
    }),
    [alarms, mayAcknowledge, mayClear],
  )
  const selection = useSelection<AlarmData>(description, shownAlarms)
  const canSelect = settings.enableSelection && description.bulkActions.length > 0
  // Selected alarms may have changed since.
  const current = new Map(shownAlarms?.map((alarm) => [alarm.id.id, alarm]))
  const selected = { ...selection, rows: selection.rows.map((alarm) => current.get(alarm.id.id) ?? alarm) }

  const functions = useTableFunctions(widget, 'alarm')
  const parts: CellParts = {
    functions,
    t,
    format,
    config: widget.config,
    decimals: (key) => (state.kind === 'ready' ? state.decimals(key) : 0),
  }
  const dataOf = (row: AlarmRow): FunctionRow | null =>
    functions.hasAny ? functionRow(row.alarm.id.id, alarmData(row, table.columns, parts)) : null
  const visible = table.columns.filter(({ id }) => !hidden.includes(id))
  const hasTwoLines = size.width > 0 && size.width < twoLinesBelowPx
  const hasMenu = size.width > 0 && size.width < menuBelowPx
  const actionCount = [settings.displayDetails, mayAcknowledge, mayClear].filter(Boolean).length
  const actions = useWidgetActions(widget)
  const [rowClick] = actions.of('rowClick')
  const hasOwnButtons = actions.of('actionCellButton').length > 0
  const hasActions = actionCount > 0 || hasOwnButtons
  const besidePx =
    (canSelect ? checkPx : 0) +
    (actionCount > 0 ? (hasMenu ? 1 : actionCount) * buttonPx + 20 : 0) +
    (hasOwnButtons ? actionsWidthPx(actions) : 0)
  const fitting = size.width > 0 ? fittingColumns(visible, size.width - besidePx) : new Set(visible)
  const choosable = settings.enableSelectColumnDisplay ? table.columns.filter(({ isChoosable }) => isChoosable) : []
  const hasFilter = settings.enableFilter && settings.enableStatusFilter
  const isNarrowed = search !== '' || !isSameFilter(filter, widget.config.alarmFilter)

  const titleOf = ({ word, label }: AlarmColumn) => (word ? t(word) : label)
  const openDetails = settings.displayDetails ? (alarm: AlarmData) => setOpenId(alarm.id.id) : undefined
  /** What a click on a row does. */
  const open = rowClick
    ? (alarm: AlarmData, anchor: Element) =>
        actions.run(rowClick, { entity: originatorOf(alarm), anchor, additionalParams: { alarm } })
    : openDetails

  const actionsOf = (alarm: AlarmData): ReactNode =>
    hasActions && (
      <>
        <ActionButtons
          actions={actions}
          entity={originatorOf(alarm)}
          rowName={alarm.type}
          additionalParams={{ alarm }}
        />
        {actionCount > 0 && (
          <AlarmRowActions
            alarm={alarm}
            isMenu={hasMenu}
            keepsSpace={settings.reserveSpaceForHiddenAction === 'true'}
            onDetails={openDetails && (() => openDetails(alarm))}
            onAcknowledge={mayAcknowledge ? () => void acknowledge(alarm.id.id).catch(() => {}) : undefined}
            onClear={mayClear ? () => void clear(alarm.id.id).catch(() => {}) : undefined}
          />
        )}
      </>
    )

  const checkOf = (alarm: AlarmData): ReactNode =>
    canSelect && (
      <Checkbox
        label={t('ui.selectRow', { name: alarm.type })}
        isChecked={selection.ids.has(alarm.id.id)}
        onChange={(_, withShift) => selection.toggle(alarm, withShift)}
      />
    )

  const at = openId === null ? -1 : (shownAlarms?.findIndex(({ id }) => id.id === openId) ?? -1)
  const stepTo = (index: number) => {
    const next = at < 0 ? undefined : shownAlarms?.[index]
    return next && (() => setOpenId(next.id.id))
  }

  return (
    <div ref={box} className="alarms" data-stale={isStale || undefined}>
      {state.kind === 'ready' && state.isRefreshing && <div className="widget-refreshing" aria-hidden />}
      {(settings.enableSearch || hasFilter || choosable.length > 0) && (
        <div className="alarms-tools">
          {settings.enableSearch && (
            <SearchField
              label={t('widgets.search')}
              value={search}
              onChange={(text) => {
                setSearch(text)
                toFirstPage()
              }}
            />
          )}
          <span className="sd-spacer" />
          {hasFilter && (
            <AlarmFilterButton
              value={filter}
              first={widget.config.alarmFilter}
              onChange={(next) => {
                setFilter(next)
                toFirstPage()
              }}
            />
          )}
          {choosable.length > 0 && (
            <MenuButton
              label={t('ui.columns')}
              size="sm"
              icon={<Columns3 size={16} strokeWidth={2} />}
              items={choosable.map((column) => ({
                id: column.id,
                label: titleOf(column),
                isChecked: !hidden.includes(column.id),
                keepsOpen: true,
                onSelect: () =>
                  setHidden(
                    hidden.includes(column.id) ? hidden.filter((id) => id !== column.id) : [...hidden, column.id],
                  ),
              }))}
            />
          )}
        </div>
      )}
      {body()}
      {state.kind === 'ready' && state.overflow && (
        <p className="alarms-note">{t('widgets.alarmsOfSome', state.overflow)}</p>
      )}
      {canSelect && query && (
        <BulkBar
          description={description}
          selection={selected}
          rows={shownAlarms}
          total={state.kind === 'ready' ? state.total : 0}
          load={(index, rowsPerPage, signal) =>
            client.entityQuery.alarms(alarmQueryOf({ ...query, page: index, pageSize: rowsPerPage }, windowContext()), {
              signal,
              ignoreErrors: true,
            })
          }
          onDone={() => {}}
        />
      )}
      {settings.displayPagination && state.kind === 'ready' && (state.total > table.pageSize || page > 0) && (
        <TablePages
          firstSize={table.pageSize}
          pageSize={pageSize}
          page={page}
          from={state.from}
          count={state.rows.length}
          total={state.total}
          onChange={setPages}
        />
      )}
      <Suspense>
        {openId !== null && (
          <AlarmDetails
            place="layer"
            alarmId={openId}
            known={current.get(openId)}
            allowed={{ acknowledge: mayAcknowledge, clear: mayClear }}
            steps={{ openPrevious: stepTo(at - 1), openNext: stepTo(at + 1) }}
            onLeave={() => setOpenId(null)}
            onClose={() => setOpenId(null)}
          />
        )}
      </Suspense>
    </div>
  )

  function body() {
    if (widget.config.alarmSource?.type === 'function')
      return <p className="widget-state">{t('dashboards.functionValues')}</p>
    if (source.kind === 'unresolved') return <UnresolvedAlias name={source.aliasName} />
    const failed = source.kind === 'failed' ? source : state.kind === 'failed' ? state : null
    if (failed) {
      return (
        <ErrorState
          isSmall
          title={t('alarms.failed')}
          error={failed.error}
          onRetry={source.kind === 'failed' ? undefined : retry}
        />
      )
    }
    if (rows?.length === 0 && page === 0) return nothing()
    return (
      <div
        className="widget-table alarms-table"
        data-free-head={!settings.enableStickyHeader || undefined}
        data-sticky-actions={settings.enableStickyAction || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
        tabIndex={0}
      >
        {hasTwoLines ? list() : grid()}
      </div>
    )
  }

  function nothing() {
    if (isNarrowed) {
      return (
        <NoMatchState
          title={search ? t('widgets.noMatch', { search }) : t('alarms.noFilterMatch')}
          onClear={() => {
            setSearch('')
            setFilter(widget.config.alarmFilter)
            toFirstPage()
          }}
        />
      )
    }
    return (
      <div className="widget-state">
        <p>{widget.config.noDataDisplayMessage || t('alarms.emptyTitle')}</p>
        <p className="alarms-note">{t('ui.lookedAt', { window: formatWindow(window, browserZone(), t, format) })}</p>
      </div>
    )
  }

  function list() {
    return (
      <ul className="alarms-list" aria-busy={rows === null}>
        {(rows ?? noRows).map((row) => (
          <TwoLines
            key={row.alarm.id.id}
            row={row}
            data={dataOf(row)}
            columns={visible}
            parts={parts}
            onOpen={open}
            check={checkOf(row.alarm)}
            actions={actionsOf(row.alarm)}
          />
        ))}
        {rows === null &&
          skeletonRows.slice(0, pageSize).map((id) => (
            <li key={id} className="alarms-item">
              <Skeleton width="70%" />
            </li>
          ))}
      </ul>
    )
  }

  function grid() {
    const columns = visible.filter((column) => fitting.has(column))
    const under = visible.filter((column) => !fitting.has(column))
    const here = shownAlarms?.filter(({ id }) => selection.ids.has(id.id)).length ?? 0
    return (
      <table aria-busy={rows === null}>
        <thead>
          <tr>
            {canSelect && (
              <th className="alarms-check">
                <Checkbox
                  label={t('ui.selectAll')}
                  isChecked={here > 0 && here === shownAlarms?.length}
                  isMixed={here > 0 && here < (shownAlarms?.length ?? 0)}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={isNumberColumn(column) ? 'sd-num' : undefined}
                style={widthStyle(column)}
                aria-sort={
                  sort?.columnId === column.id ? (sort.direction === 'DESC' ? 'descending' : 'ascending') : undefined
                }
              >
                {column.sortKey ? (
                  <SortButton
                    isSorted={sort?.columnId === column.id}
                    isDescending={sort?.direction === 'DESC'}
                    size={12}
                    onSort={() => {
                      setSort(nextSort(sort, column.id))
                      toFirstPage()
                    }}
                  >
                    {titleOf(column)}
                  </SortButton>
                ) : (
                  titleOf(column)
                )}
              </th>
            ))}
            {hasActions && (
              <th className="alarms-actions">
                <span className="sd-hidden-text">{t('widgets.alarmActions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.map((row) => gridRow(row, columns, under))
            : skeletonRows.slice(0, pageSize).map((id) => (
                <tr key={id} aria-hidden>
                  {canSelect && <td />}
                  {columns.map((column) => (
                    <td key={column.id}>
                      <Skeleton width="70%" />
                    </td>
                  ))}
                  {hasActions && <td />}
                </tr>
              ))}
        </tbody>
      </table>
    )
  }

  function gridRow(row: AlarmRow, columns: readonly AlarmColumn[], under: readonly AlarmColumn[]) {
    const { alarm } = row
    const data = dataOf(row)
    const below = under.map((column) => cellText(row, column, parts, data)).filter((text) => text !== '')
    return (
      // By keyboard, the button for details does the same, or the name of the alarm if the row has an action of its own.
      <tr
        key={alarm.id.id}
        style={data ? functions.rowStyle(data) : undefined}
        data-selected={selection.ids.has(alarm.id.id) || undefined}
        data-opens={open !== undefined || undefined}
        onClick={({ target, currentTarget }) => isOutsideControls(target) && open?.(alarm, currentTarget)}
      >
        {canSelect && <td className="alarms-check">{checkOf(alarm)}</td>}
        {columns.map((column, index) => (
          <td
            key={column.id}
            className={isNumberColumn(column) ? 'sd-num' : undefined}
            data-fills={(column.cell.kind === 'type' && column.width === null) || undefined}
            style={{ ...widthStyle(column), ...functionCell(row, column, parts, data)?.style }}
          >
            <span className="alarms-cell">
              {rowClick && index === 0 ? (
                <button
                  type="button"
                  className="alarms-open"
                  onClick={({ currentTarget }) => open?.(alarm, currentTarget)}
                >
                  <AlarmCell row={row} column={column} parts={parts} data={data} />
                </button>
              ) : (
                <AlarmCell row={row} column={column} parts={parts} data={data} />
              )}
            </span>
            {index === 0 && below.length > 0 && <span className="alarms-under">{below.join(', ')}</span>}
          </td>
        ))}
        {hasActions && (
          <td className="alarms-actions">
            <span>{actionsOf(alarm)}</span>
          </td>
        )}
      </tr>
    )
  }
}

interface TwoLinesProps {
  readonly row: AlarmRow
  readonly data: FunctionRow | null
  readonly columns: readonly AlarmColumn[]
  readonly parts: CellParts
  readonly onOpen: ((alarm: AlarmData, anchor: Element) => void) | undefined
  readonly check: ReactNode
  readonly actions: ReactNode
}

/** Row of a narrow table: the alarm's type and time, and its other columns below. */
function TwoLines({ row, data, columns, parts, onOpen, check, actions }: TwoLinesProps) {
  const nowMs = useNow()
  const { alarm } = row
  const { t, format } = parts
  const isKind = (kind: string) => (column: AlarmColumn) => column.cell.kind === kind
  const name = columns.find(isKind('type')) ?? columns[0]
  const severity = columns.find(isKind('severity'))
  const time = columns.find(({ cell }) => cell.kind === 'time' && cell.field === 'createdTime')
  const rest = columns.filter((column) => column !== name && column !== severity && column !== time)
  const texts = rest.map((column) => cellText(row, column, parts, data)).filter((text) => text !== '')
  const title = name && cellText(row, name, parts, data)
  return (
    <li className="alarms-item" style={data ? parts.functions.rowStyle(data) : undefined}>
      {check}
      {severity && (
        <span title={t(`alarms.${alarm.severity}`)}>
          <SeverityGlyph of={alarm.severity} size={16} />
          <span className="sd-hidden-text">{t(`alarms.${alarm.severity}`)}</span>
        </span>
      )}
      <span className="alarms-lines">
        <span className="alarms-first">
          {onOpen ? (
            <button type="button" className="sd-ellipsis" onClick={({ currentTarget }) => onOpen(alarm, currentTarget)}>
              {title}
            </button>
          ) : (
            <b className="sd-ellipsis">{title}</b>
          )}
          {time && time !== name && (
            <span className="alarms-when sd-num" title={format.dateTime(alarm.createdTime)}>
              {format.when(alarm.createdTime, nowMs)}
            </span>
          )}
        </span>
        <span className="alarms-second">{texts.join(', ')}</span>
      </span>
      {actions}
    </li>
  )
}

const originatorOf = ({ originator, originatorName }: AlarmData) => ({
  id: originator,
  name: originatorName ?? '',
  label: '',
})

const hiddenAtFirst = ({ columns }: AlarmTableSettings): readonly string[] =>
  columns.flatMap(({ id, isHidden }) => (isHidden ? [id] : []))

function sortOrderOf({ columns }: AlarmTableSettings, sort: AlarmTableSettings['sort']): AlarmRowsQuery['sortOrder'] {
  const key = columns.find(({ id }) => id === sort?.columnId)?.sortKey
  return key && sort ? { key, direction: sort.direction } : null
}

const widthStyle = ({ width }: AlarmColumn) => (width ? { width, minWidth: width, maxWidth: width } : undefined)

const isOutsideControls = (target: EventTarget): boolean =>
  target instanceof Element && !target.closest('button, input, a, dialog, [popover]')

export default widgetType(AlarmsTable, {
  requests: () => [],
  settings: ({ config }) => readAlarmsTable(config.settings),
  keySettings: ({ settings }) => readAlarmsColumn(settings),
  titleOf: ({ config }) => readAlarmsTable(config.settings).values.alarmsTitle,
  ownsStates: true,
  hasTable: false,
  runs: tableFunctionNames,
  actionSources: ['actionCellButton', 'rowClick'],
})
