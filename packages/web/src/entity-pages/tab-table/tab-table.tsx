/**
 * Table in a details tab or as a page: search, filters, time window, rows, selection and pagination, from a
 * description. Its state is stored in the URL under the table's prefix.
 */

import '../entity-details.css'
import '../../ui/entity-table/entity-table.css'
import './tab-table.css'
import { HistoryType } from '@sonde/model/time-windows/time-window'
import { ListFilter, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useViewsMenu } from '../../saved-views/use-views-menu.tsx'
import { ViewsButton } from '../../saved-views/views-button.tsx'
import { useTableExport } from '../../table-export/export-button.tsx'
import { TimeWindowTrigger } from '../../time-windows/time-window-trigger.tsx'
import { formatWindow, lastWords } from '../../time-windows/time-window-words.ts'
import { browserZone } from '../../time-windows/window-context.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ColumnsButton } from '../../ui/entity-table/columns-button.tsx'
import { type CellContext, noRowLive } from '../../ui/entity-table/entity-description.ts'
import { EntityList } from '../../ui/entity-table/entity-list.tsx'
import { EntityTable } from '../../ui/entity-table/entity-table.tsx'
import { Pagination } from '../../ui/entity-table/pagination.tsx'
import { SearchField } from '../../ui/entity-table/search-field.tsx'
import { useTableColumns } from '../../ui/entity-table/use-table-columns.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { isSingleKey } from '../../ui/shortcuts/shortcuts.ts'
import { EmptyState, ErrorState, NoMatchState } from '../../ui/states/states.tsx'
import { useOverflowEdges } from '../../ui/tabs/use-overflow-edges.ts'
import { isPhone, useWidth } from '../../ui/theme/use-width.ts'
import { BulkBar } from '../bulk-bar.tsx'
import { lastParam, widerMs } from './table-window.ts'
import type { TabTableState } from './use-tab-table.ts'

export interface TabTableProps<T> {
  readonly table: TabTableState<T>
  /** Filters before the search; on a page, after it. */
  readonly filters?: ReactNode
  /** Quick filters of a page that stay visible while a button hides the others. */
  readonly quickFilters?: ReactNode
  /** Little room, next to a drawer: the filters are behind a button, in narrow windows together with the tools. */
  readonly isTight?: boolean
  /** The filters of a page are behind a button, as on phones. */
  readonly foldsFilters?: boolean
  /** The page shows the `TableWindow` outside of the table. */
  readonly hasWindowElsewhere?: boolean
  /** Hints next to the pages. */
  readonly hints?: ReactNode
  /** Buttons at the right end, such as add or clear. */
  readonly tools?: ReactNode
  /** Button of the empty state. */
  readonly emptyAction?: ReactNode
  /** The table is the whole page: `/` focuses its search and its columns can be chosen. */
  readonly isPage?: boolean
}

/** Choice of the table's time window; nothing for rows without a timestamp. */
export function TableWindow<T>({ table }: Pick<TabTableProps<T>, 'table'>) {
  return table.window && <TimeWindowTrigger value={table.window} onChange={table.setWindow} isHistoryOnly />
}

export function TabTable<T>(props: TabTableProps<T>) {
  const { table, filters, quickFilters, hints, tools, emptyAction } = props
  const { hasWindowElsewhere = false, isTight = false, foldsFilters = false, isPage = false } = props
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const onPhone = useWidth(isPhone)
  const { description, query, rows, list, selection } = table
  const columns = useTableColumns(description.columns, query, table.change)
  const views = useViewsMenu({ name: description.name, view: table.view, show: table.show })
  const exporting = useTableExport({
    description,
    title: table.title,
    shown: columns.wanted,
    total: table.total,
    selected: selection.rows,
    load: table.loadPage,
  })
  // In narrow windows and next to a drawer, the filters would leave little room for rows.
  const folds = isPage && (onPhone || isTight || foldsFilters) && filters !== undefined
  const [isUnfolded, setUnfolded] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  useTabRowKeys(box, {
    onStep: table.openInstead,
    onSelect: description.bulkActions.length > 0 ? selection.toggleId : null,
    onLetter(id, event) {
      const row = rows?.find((one) => description.idOf(one) === id)
      const action = description.rowActions.find(({ letter }) => letter !== undefined && isSingleKey(event, letter))
      if (!row || !action || action.isAllowed?.(row) === false) return false
      action.run(row)
      return true
    },
  })
  const search = !description.hasNoSearch && (
    <SearchField
      label={t(description.texts.search)}
      value={query.textSearch}
      onChange={table.search}
      hasShortcut={isPage}
    />
  )
  const selecting = description.bulkActions.length > 0 ? selection : undefined
  const contextOf = (): CellContext => ({ t, format, nowMs, live: noRowLive })
  const size = isPage ? 'md' : 'sm'

  return (
    <div ref={box} className="sd-tab-table" data-page={isPage || undefined} data-tight={isTight || undefined}>
      <div className="sd-tab-tools" data-folded={(folds && !isUnfolded) || undefined}>
        {isPage && search}
        {folds && (
          <IconButton
            label={t('ui.filtersChosen', { count: table.filterCount })}
            icon={<ListFilter size={18} strokeWidth={1.75} />}
            aria-expanded={isUnfolded}
            className={table.filterCount > 0 ? 'sd-filters-chosen' : undefined}
            onClick={() => setUnfolded(!isUnfolded)}
          />
        )}
        {quickFilters}
        {onPhone && !isPage ? <FilterStrip>{filters}</FilterStrip> : (!folds || isUnfolded) && filters}
        {isPage && !hasWindowElsewhere && <TableWindow table={table} />}
        <div className="sd-tab-table-end">
          {!isPage && <TableWindow table={table} />}
          {!isPage && search}
          <div className="sd-tab-table-tools">
            {tools}
            {isPage && <ViewsButton menu={views} size={size} />}
            {exporting.button(size)}
            {isPage && !onPhone && <ColumnsButton columns={columns} size={size} />}
            <IconButton
              label={t('ui.refresh')}
              size={size}
              icon={<RefreshCw size={isPage ? 18 : 16} strokeWidth={isPage ? 1.75 : 2} />}
              onClick={() => void table.refresh()}
            />
          </div>
        </div>
      </div>
      {list.isError && rows && (
        <p className="sd-table-stale" role="status">
          {t('ui.listStale')}
        </p>
      )}
      {list.isError && !rows ? (
        <ErrorState
          title={t(description.texts.failed)}
          error={list.error}
          retryAt={table.retryAt}
          onRetry={() => void list.refetch()}
        />
      ) : rows?.length === 0 && query.page === 0 ? (
        <NothingHere table={table} action={emptyAction} />
      ) : onPhone ? (
        <EntityList
          description={description}
          rows={rows}
          contextOf={contextOf}
          onOpen={table.open}
          selection={selecting}
        />
      ) : (
        <EntityTable
          description={description}
          columns={columns.wanted}
          spareColumns={columns.spare}
          query={query}
          onSort={table.sort}
          rows={rows}
          contextOf={contextOf}
          selection={selecting}
          onOpen={table.open}
        />
      )}
      <BulkBar
        description={description}
        selection={selection}
        rows={rows}
        total={table.total}
        load={table.loadPage}
        onDone={() => void table.refresh()}
      />
      {rows && table.total > 0 && (
        <Pagination
          query={query}
          from={list.data?.from ?? 0}
          count={rows.length}
          total={table.total}
          onChange={table.change}
          isNarrow={onPhone}
          hints={hints}
        />
      )}
      {exporting.dialog}
      {views.dialogs}
    </div>
  )
}

/** Filters of a tab on phones, on one line that scrolls sideways. */
function FilterStrip({ children }: { readonly children: ReactNode }) {
  const [strip, edges] = useOverflowEdges<HTMLDivElement>()
  if (!children) return null
  return (
    <div ref={strip} className="sd-tab-filters sd-strip" data-overflow={edges}>
      {children}
    </div>
  )
}

/** Empty state: no row matches the filters, none in this time window, or none at all. */
function NothingHere<T>({ table, action }: { readonly table: TabTableState<T>; readonly action?: ReactNode }) {
  const t = useText()
  const format = useFormat()
  const { description, query, window } = table
  const { texts } = description
  if (query.textSearch !== '' || table.filterCount > 0) {
    return (
      <NoMatchState
        title={query.textSearch ? t(texts.noMatch, { query: query.textSearch }) : t(texts.noFilterMatch)}
        text={window ? t('ui.lookedAt', { window: formatWindow(window, browserZone(), t, format) }) : undefined}
        onClear={table.clearFilters}
      />
    )
  }
  const isLast = window?.history.historyType === HistoryType.LAST_INTERVAL
  const wider = isLast ? widerMs(window.history.timewindowMs) : null
  return (
    <EmptyState
      icon={description.icon}
      title={t(texts.emptyTitle)}
      text={
        <>
          {t(texts.emptyText)}
          {window && <> {t('ui.lookedAt', { window: formatWindow(window, browserZone(), t, format) })}</>}
        </>
      }
    >
      {action}
      {wider !== null && (
        <Button size="sm" onClick={() => table.setWindowText(lastParam(wider))}>
          {t('ui.lookFurther', { interval: lastWords(wider, t) })}
        </Button>
      )}
    </EmptyState>
  )
}

interface RowKeys {
  /** Called with the row that gets the focus. */
  readonly onStep: (id: string) => void
  readonly onSelect: ((id: string) => void) | null
  /** Runs the action of a letter shortcut; false: no such action. */
  readonly onLetter: (id: string, event: KeyboardEvent) => boolean
}

/**
 * Keys of the table with the focus, not of the list next to it: ↑ ↓ or J K move through the rows, `X` selects, other
 * letters run the rows' actions. Details that are open next to the table follow.
 */
function useTabRowKeys(box: { readonly current: HTMLElement | null }, { onStep, onSelect, onLetter }: RowKeys) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement ? event.target.dataset.row : undefined
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    const isDown = event.key === 'ArrowDown' || isSingleKey(event, 'j')
    if (isDown || event.key === 'ArrowUp' || isSingleKey(event, 'k')) {
      const all = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const next = all[all.indexOf(event.target as HTMLElement) + (isDown ? 1 : -1)]
      next?.focus()
      if (next?.dataset.row !== undefined) onStep(next.dataset.row)
    } else if (event.key === 'x' && onSelect) onSelect(row)
    else if (!onLetter(row, event)) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const element = box.current
    const listener = (event: KeyboardEvent) => onKey(event)
    element?.addEventListener('keydown', listener)
    return () => element?.removeEventListener('keydown', listener)
  }, [box])
}
