/**
 * An entity page from its description: header with segments, filter bar, table or phone list, selection bar, pages,
 * and the details beside the list. Filters, order, page and the open entity live in the address.
 */

import '../ui/tabs/tabs.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, EllipsisVertical, RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useEntityCount, useServerAttributes } from '../live/use-live.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { useViewsMenu } from '../saved-views/use-views-menu.tsx'
import { ViewsButton } from '../saved-views/views-button.tsx'
import { useClient } from '../session/use-session.tsx'
import { InToolbar } from '../shell/toolbar-slot.tsx'
import { useTableExport } from '../table-export/export-button.tsx'
import { serverAttributesOf } from '../table-export/server-attributes.ts'
import { Button, IconButton } from '../ui/button/button.tsx'
import { ColumnsButton } from '../ui/entity-table/columns-button.tsx'
import type { CellContext, EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import { EntityList } from '../ui/entity-table/entity-list.tsx'
import { EntityTable } from '../ui/entity-table/entity-table.tsx'
import { FilterChip } from '../ui/entity-table/filter-chip.tsx'
import { Pagination } from '../ui/entity-table/pagination.tsx'
import { SearchField } from '../ui/entity-table/search-field.tsx'
import { pageLinkOf, sortedBy } from '../ui/entity-table/table-query.ts'
import { useRowKeys } from '../ui/entity-table/use-row-keys.ts'
import { useSelection } from '../ui/entity-table/use-selection.ts'
import { useTableColumns } from '../ui/entity-table/use-table-columns.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { MenuButton } from '../ui/menu/menu.tsx'
import { useTopOf } from '../ui/scroll/use-top-of.ts'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { EmptyState, ErrorState, NoMatchState } from '../ui/states/states.tsx'
import { useOverflowEdges } from '../ui/tabs/use-overflow-edges.ts'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { BulkBar } from './bulk-bar.tsx'
import { useTableQuery } from './use-table-query.ts'

/** Ms until a failed list is asked for again. */
const retryMs = 10_000
/** Width of the window from which title, segments and two buttons with their words fit beside an open drawer. */
const headBesideDrawerPxMin = 1440

export interface OpenEntity<T> {
  readonly id: string
  /** Absent when the open entity is not on this page of the list. */
  readonly row: T | undefined
  readonly onClose: () => void
  readonly onStep: ((step: 1 | -1) => void) | undefined
}

export interface PageButton {
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: () => void
}

export interface EntityPageProps<T> {
  readonly description: EntityTableDescription<T>
  /** The one filled button. */
  readonly primary?: PageButton
  /** Beside it, such as what imports. */
  readonly secondary?: PageButton
  /** The title where it says more than the room's, such as whose these are. */
  readonly heading?: string
  /** The drawer of the open entity. */
  readonly renderOpen: (open: OpenEntity<T>) => ReactNode
  readonly children?: ReactNode
}

export function EntityPage<T>(props: EntityPageProps<T>) {
  const { description, primary, secondary, renderOpen, children } = props
  const t = useText()
  const heading = props.heading ?? t(description.title)
  const format = useFormat()
  const nowMs = useNow()
  const queries = useQueryClient()
  const onPhone = useWidth(isPhone)
  const isNarrow = useWidth((widthPx) => widthPx < headBesideDrawerPxMin)
  const client = useClient()
  const { query, change, become, view, show } = useTableQuery(description)
  const [chipStrip, chipEdges] = useOverflowEdges<HTMLDivElement>()
  const columns = useTableColumns(description.columns, query, change)
  const views = useViewsMenu({ name: description.name, view, show })

  const list = useQuery({
    queryKey: [description.name, 'list', description.owner, pageLinkOf(query), query.filters],
    queryFn: async ({ signal }) => ({
      page: await description.load(pageLinkOf(query), query.filters, signal),
      // What these rows are: while others are on their way, the address is ahead of them.
      from: query.page * query.pageSize,
      of: JSON.stringify([pageLinkOf(query), query.filters]),
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
  })
  const rows = list.data?.page.data
  const total = list.data?.page.totalElements ?? 0
  // The page was left empty, by a deletion.
  const lastPage = Math.max(0, Math.ceil(total / query.pageSize) - 1)
  const isBeyond = !list.isPlaceholderData && rows?.length === 0 && query.page > lastPage
  const goBack = useEffectEvent(() => change({ page: lastPage }, { replace: true }))
  useEffect(() => {
    if (isBeyond) goBack()
  }, [isBeyond])
  const page = useRef<HTMLDivElement>(null)
  useTopOf(page, list.data?.of, '.sd-table-box')
  const selection = useSelection(description, rows)
  const ids = useMemo(() => rows?.map(description.idOf) ?? [], [rows, description])
  const live = useServerAttributes(description.entityType, ids, description.liveAttributes ?? [])
  const contextOf = (row: T): CellContext => ({ t, format, nowMs, live: live.get(description.idOf(row)) ?? {} })

  const toggleOpen = (row: T) => {
    const id = description.idOf(row)
    change({ open: query.open === id ? null : id }, { replace: query.open !== null })
  }
  const openAt = rows?.findIndex((row) => description.idOf(row) === query.open) ?? -1
  const openRow = openAt < 0 ? undefined : rows?.[openAt]
  function step(by: 1 | -1) {
    const next = rows?.[openAt + by]
    if (next) change({ open: description.idOf(next) }, { replace: true })
  }
  useRowKeys({
    ids,
    openId: query.open,
    onStep: (id) => change({ open: id }, { replace: true }),
    onSelect: selection.toggleId,
  })

  const { entityType, liveAttributes = [] } = description
  const exporting = useTableExport({
    description,
    title: heading,
    shown: columns.wanted,
    total,
    selected: selection.rows,
    load: (page, pageSize, signal) => description.load({ ...pageLinkOf(query), page, pageSize }, query.filters, signal),
    liveOf:
      entityType && liveAttributes.length > 0 ? serverAttributesOf(client, entityType, liveAttributes) : undefined,
  })

  const { segments, filterChips = [] } = description
  const watched = useEntityCount(segments?.watch ?? null)
  const counted = useRef<number>(undefined)
  useEffect(() => {
    if (counted.current !== undefined && watched !== undefined && counted.current !== watched) {
      void queries.invalidateQueries({ queryKey: [description.name] })
    }
    counted.current = watched ?? counted.current
  }, [watched, queries, description.name])
  // One button has room at every width; with more in its row the header would break into two.
  const isTight = isNarrow && query.open !== null && (segments !== undefined || secondary !== undefined)
  const segment = segments && (query.filters[segments.param] ?? '')
  const setFilter = (param: string, value: string | undefined) => {
    const { [param]: _, ...rest } = query.filters
    change({ filters: value === undefined ? rest : { ...rest, [param]: value } })
  }
  const filterCount = Object.keys(query.filters).length
  const hasFilters = query.textSearch !== '' || filterCount > 0
  const clearFilters = () => change({ textSearch: '', filters: {} })

  const segmentControl = segments && (
    <Segmented
      label={t(segments.label)}
      looksLikeChips={onPhone}
      value={segment ?? ''}
      onChange={(value) => setFilter(segments.param, value || undefined)}
      options={segments.options.map((option) => ({
        value: option.value,
        label: t(option.label),
        count: <SegmentCount description={description} value={option.value} />,
      }))}
    />
  )
  const refresh = () => void queries.invalidateQueries({ queryKey: [description.name] })
  const search = (
    <SearchField
      label={t(description.texts.search)}
      value={query.textSearch}
      onChange={(textSearch) => change({ textSearch }, { replace: true })}
      hasShortcut
    />
  )
  const chips = filterChips.map((chip) => (
    <FilterChip
      key={chip.param}
      tableName={description.name}
      chip={chip}
      value={query.filters[chip.param]}
      onChange={(value) => setFilter(chip.param, value)}
    />
  ))

  const body =
    list.isError && !rows ? (
      <ErrorState
        title={t(description.texts.failed)}
        error={list.error}
        retryAt={list.errorUpdatedAt + retryMs}
        onRetry={() => void list.refetch()}
      />
    ) : rows?.length === 0 && hasFilters ? (
      <NoMatchState
        title={
          query.textSearch
            ? t(description.texts.noMatch, { query: query.textSearch })
            : t(description.texts.noFilterMatch)
        }
        text={filterCount > 0 ? t('ui.filtersOn', { count: filterCount }) : undefined}
        onClear={clearFilters}
      />
    ) : rows?.length === 0 && query.page === 0 ? (
      <EmptyState icon={description.icon} title={t(description.texts.emptyTitle)} text={t(description.texts.emptyText)}>
        {primary && (
          <Button kind="filled" icon={primary.icon} onClick={primary.onSelect}>
            {primary.label}
          </Button>
        )}
      </EmptyState>
    ) : onPhone ? (
      <EntityList description={description} rows={rows} contextOf={contextOf} onOpen={toggleOpen} />
    ) : (
      <EntityTable
        description={description}
        columns={columns.wanted}
        query={query}
        onSort={(property) => become(sortedBy(query, property))}
        rows={rows}
        contextOf={contextOf}
        selection={description.bulkActions.length > 0 ? selection : undefined}
        onOpen={toggleOpen}
      />
    )

  return (
    <div className="sd-split">
      <div ref={page} className="sd-page sd-entity-page" data-phone={onPhone || undefined}>
        {onPhone ? (
          <>
            <h1 className="sd-hidden-text">{heading}</h1>
            <InToolbar>
              <MenuButton
                label={t('ui.more')}
                icon={<EllipsisVertical size={18} strokeWidth={1.75} />}
                items={[
                  ...(secondary ? [{ id: 'secondary', ...secondary }] : []),
                  {
                    id: 'export',
                    label: t('tableExport.export'),
                    icon: <Download size={16} strokeWidth={2} aria-hidden />,
                    onSelect: exporting.open,
                  },
                  ...views.items.map((item, at) => (at === 0 ? { ...item, startsGroup: true } : item)),
                ]}
              />
              {primary && (
                <IconButton kind="filled" label={primary.label} icon={primary.icon} onClick={primary.onSelect} />
              )}
            </InToolbar>
          </>
        ) : (
          <div className="sd-page-head">
            <h1>{heading}</h1>
            {segmentControl}
            <span className="sd-spacer" />
            {secondary && <HeadButton button={secondary} isIcon={isTight} />}
            {primary && <HeadButton kind="filled" button={primary} isIcon={isTight} />}
          </div>
        )}
        {onPhone && (
          <>
            {search}
            <div ref={chipStrip} className="sd-phone-chips sd-strip" data-overflow={chipEdges}>
              {segmentControl}
              {chips}
            </div>
          </>
        )}
        <section className="sd-card sd-table-card" aria-label={t(description.title)}>
          {!onPhone && (
            <div className="sd-filter-bar">
              {search}
              {chips}
              <div className="sd-table-tools">
                <ViewsButton menu={views} />
                {exporting.button()}
                <ColumnsButton columns={columns} />
                <IconButton
                  label={t('ui.refresh')}
                  icon={<RefreshCw size={18} strokeWidth={1.75} />}
                  onClick={refresh}
                />
              </div>
            </div>
          )}
          {list.isError && rows && (
            <p className="sd-table-stale" role="status">
              {t('ui.listStale')}
            </p>
          )}
          {body}
          <BulkBar
            description={description}
            rows={selection.rows}
            onClear={selection.clear}
            onDone={(done) => {
              selection.remove(done)
              refresh()
            }}
          />
          {rows && total > 0 && (
            <Pagination
              query={query}
              from={list.data?.from ?? 0}
              count={rows.length}
              total={total}
              onChange={change}
              isNarrow={onPhone}
            />
          )}
        </section>
      </div>
      {query.open !== null &&
        renderOpen({
          id: query.open,
          row: openRow,
          onClose: () => change({ open: null }, { replace: true }),
          onStep: openAt < 0 ? undefined : step,
        })}
      {exporting.dialog}
      {views.dialogs}
      {children}
    </div>
  )
}

function HeadButton({ button, isIcon, kind }: { button: PageButton; isIcon: boolean; kind?: 'filled' }) {
  const { label, icon, onSelect } = button
  if (isIcon) return <IconButton {...(kind && { kind })} label={label} icon={icon} onClick={onSelect} />
  return (
    <Button {...(kind && { kind })} icon={icon} onClick={onSelect}>
      {label}
    </Button>
  )
}

/** How many rows a segment has. */
function SegmentCount<T>({ description, value }: { description: EntityTableDescription<T>; value: string }) {
  const format = useFormat()
  const { data } = useQuery({
    queryKey: [description.name, 'count', description.owner, value],
    queryFn: async ({ signal }) => {
      const filters = value && description.segments ? { [description.segments.param]: value } : {}
      return (await description.load({ page: 0, pageSize: 1 }, filters, signal)).totalElements
    },
  })
  return <>{data === undefined ? '' : format.number(data, { decimals: 0 })}</>
}
