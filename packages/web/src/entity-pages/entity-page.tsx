/**
 * Entity page from its description: header with segments, filter bar, table or phone list, bulk bar, pagination, and
 * the details drawer. Filters, sort order, page and open entity are stored in the URL.
 */

import '../ui/tabs/tabs.css'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useViewsMenu } from '../saved-views/use-views-menu.tsx'
import { ViewsButton } from '../saved-views/views-button.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { ColumnsButton } from '../ui/entity-table/columns-button.tsx'
import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import { Pagination } from '../ui/entity-table/pagination.tsx'
import type { LoadRows } from '../ui/entity-table/row-pages.ts'
import { pageLinkOf } from '../ui/entity-table/table-query.ts'
import { useRowKeys } from '../ui/entity-table/use-row-keys.ts'
import { useSelection } from '../ui/entity-table/use-selection.ts'
import { useTableColumns } from '../ui/entity-table/use-table-columns.ts'
import { useTopOf } from '../ui/scroll/use-top-of.ts'
import { isPhone, useWidth } from '../ui/theme/use-width.ts'
import { BulkBar } from './bulk-bar.tsx'
import { ListBody } from './list-body.tsx'
import { FilterBar, PhoneFilters, Segments } from './list-filters.tsx'
import { type PageButton, PageHead, PhoneHead } from './page-head.tsx'
import { useCellContext } from './use-cell-context.ts'
import { useEntityList } from './use-entity-list.ts'
import { useListExport } from './use-list-export.ts'
import { type OpenEntity, useOpenEntity } from './use-open-entity.ts'
import { useTableQuery } from './use-table-query.ts'

export interface EntityPageProps<T> {
  readonly description: EntityTableDescription<T>
  /** Primary button of the page. */
  readonly primary?: PageButton
  /** Secondary button, such as import. */
  readonly secondary?: PageButton
  /** Heading that replaces the module's title, such as one with the owner's name. */
  readonly heading?: string
  /** Renders the drawer of the open entity. */
  readonly renderOpen: (open: OpenEntity<T>) => ReactNode
  readonly children?: ReactNode
}

export function EntityPage<T>(props: EntityPageProps<T>) {
  const { description, primary, secondary, renderOpen, children } = props
  const t = useText()
  const heading = props.heading ?? t(description.title)
  const onPhone = useWidth(isPhone)
  const table = useTableQuery(description)
  const { query, change, become, view, show } = table
  const columns = useTableColumns(description.columns, query, change)
  const views = useViewsMenu({ name: description.name, view, show })
  const list = useEntityList(description, table)
  const { rows, total, refresh } = list
  const page = useRef<HTMLDivElement>(null)
  useTopOf(page, list.of, '.sd-table-box')
  const selection = useSelection(description, rows)
  const ids = useMemo(() => rows?.map(description.idOf) ?? [], [rows, description])
  const contextOf = useCellContext(description, rows)
  const { open, toggle } = useOpenEntity(description, rows, table)
  useRowKeys({
    ids,
    openId: query.open,
    onStep: (id) => change({ open: id }, { replace: true }),
    onSelect: selection.toggleId,
  })
  const loadRows: LoadRows<T> = (page, pageSize, signal) =>
    description.load({ ...pageLinkOf(query), page, pageSize }, query.filters, signal)
  const exporting = useListExport(description, {
    title: heading,
    shown: columns.wanted,
    total,
    load: loadRows,
    selected: selection.rows,
  })
  const filters = { description, query, change }
  const head = { heading, primary, secondary }

  return (
    <div className="sd-split">
      <div ref={page} className="sd-page sd-entity-page" data-phone={onPhone || undefined}>
        {onPhone ? (
          <>
            <PhoneHead {...head} onExport={exporting.open} views={views} />
            <PhoneFilters {...filters} />
          </>
        ) : (
          <PageHead {...head} hasSegments={description.segments !== undefined}>
            <Segments {...filters} looksLikeChips={false} />
          </PageHead>
        )}
        <section className="sd-card sd-table-card" aria-label={t(description.title)}>
          {!onPhone && (
            <FilterBar {...filters}>
              <ViewsButton menu={views} />
              {exporting.button()}
              <ColumnsButton columns={columns} />
              <IconButton label={t('ui.refresh')} icon={<RefreshCw size={18} strokeWidth={1.75} />} onClick={refresh} />
            </FilterBar>
          )}
          {list.error && rows && (
            <p className="sd-table-stale" role="status">
              {t('ui.listStale')}
            </p>
          )}
          <ListBody
            {...filters}
            become={become}
            list={list}
            columns={columns.wanted}
            spareColumns={columns.spare}
            selection={selection}
            contextOf={contextOf}
            onOpen={toggle}
            primary={primary}
            onPhone={onPhone}
          />
          <BulkBar
            description={description}
            selection={selection}
            rows={rows}
            total={total}
            load={loadRows}
            onDone={refresh}
          />
          {rows && total > 0 && (
            <Pagination
              query={query}
              from={list.from}
              count={rows.length}
              total={total}
              onChange={change}
              isNarrow={onPhone}
            />
          )}
        </section>
      </div>
      {open && renderOpen(open)}
      {exporting.dialog}
      {views.dialogs}
      {children}
    </div>
  )
}
