/** Filters of an entity page: segments, search and filter chips, in a bar or, on phones, above the list. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../locale/use-text.tsx'
import type { EntityTableDescription } from '../ui/entity-table/entity-description.ts'
import { FilterChip } from '../ui/entity-table/filter-chip.tsx'
import { SearchField } from '../ui/entity-table/search-field.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { useOverflowEdges } from '../ui/tabs/use-overflow-edges.ts'
import type { TableQueryState } from './use-table-query.ts'

interface FilterProps<T> extends Pick<TableQueryState, 'query' | 'change'> {
  readonly description: EntityTableDescription<T>
}

/** Sets one filter; undefined removes it. */
function setFilter({ query, change }: Pick<TableQueryState, 'query' | 'change'>, param: string, value?: string) {
  const { [param]: _, ...rest } = query.filters
  change({ filters: value === undefined ? rest : { ...rest, [param]: value } })
}

export function Segments<T>(props: FilterProps<T> & { readonly looksLikeChips: boolean }) {
  const { description, query, looksLikeChips } = props
  const t = useText()
  const { segments } = description
  if (!segments) return null
  return (
    <Segmented
      label={t(segments.label)}
      looksLikeChips={looksLikeChips}
      value={query.filters[segments.param] ?? ''}
      onChange={(value) => setFilter(props, segments.param, value || undefined)}
      options={segments.options.map((option) => ({
        value: option.value,
        label: t(option.label),
        count: <SegmentCount description={description} query={query} value={option.value} />,
      }))}
    />
  )
}

/** Ms until segment counts are reloaded: rows change their state live. */
const countsRefreshMs = 5_000

interface SegmentCountProps<T> extends Pick<FilterProps<T>, 'description' | 'query'> {
  readonly value: string
}

/** Number of rows of a segment, with the search and the other filters applied. */
function SegmentCount<T>({ description, query: { textSearch, filters: chosen }, value }: SegmentCountProps<T>) {
  const format = useFormat()
  const { [description.segments?.param ?? '']: _, ...others } = chosen
  const filters = value && description.segments ? { ...others, [description.segments.param]: value } : others
  const { data } = useQuery({
    queryKey: [description.name, 'count', description.owner, textSearch, filters],
    refetchInterval: countsRefreshMs,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const link = { page: 0, pageSize: 1, ...(textSearch && { textSearch }) }
      return (await description.load(link, filters, signal)).totalElements
    },
  })
  return <>{data === undefined ? '' : format.number(data, { decimals: 0 })}</>
}

function Search<T>({ description, query, change }: FilterProps<T>) {
  const t = useText()
  return (
    <SearchField
      label={t(description.texts.search)}
      value={query.textSearch}
      onChange={(textSearch) => change({ textSearch }, { replace: true })}
      hasShortcut
    />
  )
}

function Chips<T>(props: FilterProps<T>) {
  const { description, query } = props
  return description.filterChips?.map((chip) => (
    <FilterChip
      key={chip.param}
      tableName={description.name}
      chip={chip}
      value={query.filters[chip.param]}
      onChange={(value) => setFilter(props, chip.param, value)}
    />
  ))
}

/** `children`: table tools at the end of the bar. */
export function FilterBar<T>({ children, ...filters }: FilterProps<T> & { readonly children: ReactNode }) {
  return (
    <div className="sd-filter-bar">
      <Search {...filters} />
      <Chips {...filters} />
      <div className="sd-table-tools">{children}</div>
    </div>
  )
}

export function PhoneFilters<T>(filters: FilterProps<T>) {
  const [strip, edges] = useOverflowEdges<HTMLDivElement>()
  return (
    <>
      <Search {...filters} />
      <div ref={strip} className="sd-phone-chips sd-strip" data-overflow={edges}>
        <Segments {...filters} looksLikeChips />
        <Chips {...filters} />
      </div>
    </>
  )
}
