/** Rows of an entity page as a table or a phone list, or the reason why there are none. */

import { useText } from '../locale/use-text.tsx'
import { Button } from '../ui/button/button.tsx'
import type { CellContext, EntityColumn, EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import { EntityList } from '../ui/entity-table/entity-list.tsx'
import { EntityTable } from '../ui/entity-table/entity-table.tsx'
import { sortedBy } from '../ui/entity-table/table-query.ts'
import type { Selection } from '../ui/entity-table/use-selection.ts'
import { EmptyState, ErrorState, NoMatchState } from '../ui/states/states.tsx'
import type { PageButton } from './page-head.tsx'
import type { EntityListState } from './use-entity-list.ts'
import type { TableQueryState } from './use-table-query.ts'

interface ListBodyProps<T> extends Pick<TableQueryState, 'query' | 'change' | 'become'> {
  readonly description: EntityTableDescription<T>
  readonly list: EntityListState<T>
  readonly columns: readonly EntityColumn<T>[]
  /** Additional columns for wide tables. */
  readonly spareColumns: readonly EntityColumn<T>[]
  readonly selection: Selection<T>
  readonly contextOf: (row: T) => CellContext
  readonly onOpen: (row: T) => void
  /** Button that adds the first entity. */
  readonly primary: PageButton | undefined
  readonly onPhone: boolean
}

export function ListBody<T>(props: ListBodyProps<T>) {
  const { description, list, query, columns, selection, contextOf, onOpen, onPhone } = props
  const { rows, error } = list
  if (error && !rows) return <FailedList {...props} />
  if (rows?.length === 0) {
    const isNarrowed = query.textSearch !== '' || Object.keys(query.filters).length > 0
    if (isNarrowed) return <NoMatch {...props} />
    if (query.page === 0) return <EmptyList {...props} />
  }
  const selecting = description.bulkActions.length > 0 ? selection : undefined
  if (onPhone) {
    return (
      <EntityList description={description} rows={rows} contextOf={contextOf} onOpen={onOpen} selection={selecting} />
    )
  }
  return (
    <EntityTable
      description={description}
      columns={columns}
      spareColumns={props.spareColumns}
      query={query}
      onSort={(property) => props.become(sortedBy(query, property))}
      rows={description.areColumnsPending ? undefined : rows}
      contextOf={contextOf}
      selection={selecting}
      onOpen={onOpen}
    />
  )
}

function FailedList<T>({ description: { texts }, list }: Pick<ListBodyProps<T>, 'description' | 'list'>) {
  const t = useText()
  return <ErrorState title={t(texts.failed)} error={list.error} retryAt={list.retryAt} onRetry={list.retry} />
}

function NoMatch<T>(props: Pick<ListBodyProps<T>, 'description' | 'query' | 'change'>) {
  const { description, query, change } = props
  const { texts } = description
  const t = useText()
  const count = Object.keys(query.filters).length
  return (
    <NoMatchState
      title={query.textSearch ? t(texts.noMatch, { query: query.textSearch }) : t(texts.noFilterMatch)}
      text={count > 0 ? t('ui.filtersOn', { count }) : undefined}
      onClear={() => change({ textSearch: '', filters: {} })}
    />
  )
}

function EmptyList<T>({ description, primary }: Pick<ListBodyProps<T>, 'description' | 'primary'>) {
  const t = useText()
  const { icon, texts } = description
  return (
    <EmptyState icon={icon} title={t(texts.emptyTitle)} text={t(texts.emptyText)}>
      {primary && (
        // The filled button is in the page header.
        <Button icon={primary.icon} onClick={primary.onSelect}>
          {primary.label}
        </Button>
      )}
    </EmptyState>
  )
}
