/** State of a table in the URL: page, sort order, search, filters, open row, columns. Default values are omitted. */

import type { PageLink, SortDirection } from '@sonde/model/paging'

export const pageSizes = [10, 20, 30, 50, 100] as const
/** Page size of tables that don't fill the page, such as those in tabs. */
export const pageSizeDefault = 10

/** Page size, or `fit`: as many rows as fit into the window. */
export type PageSizeChoice = number | 'fit'

export interface TableQuery {
  readonly page: number
  readonly pageSizeChoice: PageSizeChoice
  /** Effective number of rows per page. */
  readonly pageSize: number
  readonly property: string
  readonly direction: SortDirection
  readonly textSearch: string
  readonly filters: Readonly<Record<string, string>>
  readonly open: string | null
  /** Ids of the shown columns in order; null: the table's default. */
  readonly columns: readonly string[] | null
}

export interface TableQueryDefaults {
  readonly defaultSort: { readonly property: string; readonly direction: SortDirection }
  readonly sortProperties: readonly string[]
  readonly filterParams: readonly string[]
  /** Page size without a parameter; absent: `pageSizeDefault`. */
  readonly pageSizeChoice?: PageSizeChoice
  /** Number of rows that fit into the window. */
  readonly fittingRows?: number
  /** Ids of all columns, in the table's order. */
  readonly columns?: readonly string[]
  /** Ids of the columns shown by default. */
  readonly columnsShown?: readonly string[]
}

const columnsParam = 'columns'

/** Parameters that affect the display of rows, not their selection. */
const layoutParams = ['pageSize', 'property', 'direction', columnsParam] as const

type Search = Readonly<Record<string, string | undefined>>

/** Parameters that start with the prefix, with the prefix removed; all parameters if it is empty. */
export const withoutPrefix = (search: Search, prefix: string): Search =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )

export const withPrefix = (search: Search, prefix: string): Search =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [`${prefix}${name}`, value]))

/** Parses the search parameters; invalid values fall back to the defaults. */
export function tableQueryOf(search: Search, defaults: TableQueryDefaults): TableQuery {
  const { defaultSort, sortProperties, filterParams, fittingRows = pageSizeDefault } = defaults
  const page = Number(search.page)
  const pageSizeChoice = pageSizeChoiceOf(search.pageSize) ?? pageSizeChoiceDefault(defaults)
  const isKnown = search.property !== undefined && sortProperties.includes(search.property)
  const filters: Record<string, string> = {}
  for (const param of filterParams) {
    const value = search[param]
    if (value) filters[param] = value
  }
  return {
    page: Number.isInteger(page) && page > 0 ? page : 0,
    pageSizeChoice,
    pageSize: pageSizeChoice === 'fit' ? fittingRows : pageSizeChoice,
    property: isKnown && search.property ? search.property : defaultSort.property,
    direction: search.direction === 'ASC' || search.direction === 'DESC' ? search.direction : defaultSort.direction,
    textSearch: search.textSearch ?? '',
    filters,
    open: search.open || null,
    columns: columnsOf(search[columnsParam], defaults),
  }
}

const pageSizeChoiceDefault = ({ pageSizeChoice = pageSizeDefault }: TableQueryDefaults): PageSizeChoice =>
  pageSizeChoice

function pageSizeChoiceOf(text: string | undefined): PageSizeChoice | undefined {
  return text === 'fit' ? text : pageSizes.find((size) => String(size) === text)
}

/** Drops unknown ids; the default columns count as no choice (null). */
function columnsOf(text: string | undefined, { columns = [], columnsShown = [] }: TableQueryDefaults) {
  if (!text) return null
  const known = [...new Set(text.split(','))].filter((id) => columns.includes(id))
  return known.length === 0 || known.join(',') === columnsShown.join(',') ? null : known
}

/** Parameters that filter, sort and display this table's rows, without the page and the open row. */
export function viewOfSearch(search: Search, defaults: TableQueryDefaults): Readonly<Record<string, string>> {
  const view: Record<string, string> = {}
  for (const param of [...layoutParams, 'textSearch', ...defaults.filterParams]) {
    const value = search[param]
    if (value) view[param] = value
  }
  return view
}

/** True if no parameter concerns this table. */
export const isBareSearch = (search: Search, defaults: TableQueryDefaults): boolean =>
  !search.page && Object.keys(viewOfSearch(search, defaults)).length === 0

/** Display parameters, independent of the selection of rows; remembered for the next visit. */
export function layoutOfSearch(search: Search): Readonly<Record<string, string>> {
  const given = layoutParams.flatMap((param) => (search[param] ? [[param, search[param]] as const] : []))
  return Object.fromEntries(given)
}

/** Search parameters of a query; other parameters in `search` are preserved. */
export function searchOfQuery(query: TableQuery, search: Search, defaults: TableQueryDefaults): Search {
  const { defaultSort, filterParams } = defaults
  const next: Record<string, string | undefined> = { ...search }
  next.page = query.page === 0 ? undefined : String(query.page)
  next.pageSize = query.pageSizeChoice === pageSizeChoiceDefault(defaults) ? undefined : String(query.pageSizeChoice)
  next.property = query.property === defaultSort.property ? undefined : query.property
  next.direction = query.direction === defaultSort.direction ? undefined : query.direction
  next.textSearch = query.textSearch || undefined
  next.open = query.open ?? undefined
  next[columnsParam] = query.columns?.join(',')
  for (const param of filterParams) next[param] = query.filters[param]
  return next
}

/** Applies a change to the query; a change that affects which rows match returns to the first page. */
export function changed(query: TableQuery, change: Partial<TableQuery>): TableQuery {
  const next = { ...query, ...change }
  const isOtherRows =
    next.textSearch !== query.textSearch ||
    next.pageSizeChoice !== query.pageSizeChoice ||
    next.property !== query.property ||
    next.direction !== query.direction ||
    next.filters !== query.filters
  return isOtherRows && change.page === undefined ? { ...next, page: 0 } : next
}

/** Sort order after a click on a column header: flips if already sorted by it, never clears. */
export function sortedBy(query: TableQuery, property: string): TableQuery {
  const isSame = query.property === property
  return changed(query, { property, direction: isSame && query.direction === 'ASC' ? 'DESC' : 'ASC' })
}

export const pageLinkOf = (query: TableQuery): PageLink => ({
  page: query.page,
  pageSize: query.pageSize,
  textSearch: query.textSearch,
  sortProperty: query.property,
  sortOrder: query.direction,
})
