/** One page of a list of entities: search, sorting, paging and total count. */

import { badRequest } from '@sonde/model/errors'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { RelationalStore } from './relational.ts'
import { likePattern } from './text-search.ts'

export interface EntityPage<DB, Tables extends keyof DB, Row, Shown, T> {
  readonly link: PageLink
  /**
   * Sortable properties, each with its sort key: a column name, whose text is sorted by `sortKey`, or an
   * expression that is used unchanged.
   */
  readonly sortColumns: Readonly<Record<string, string | RawBuilder<unknown>>>
  /** Columns that the text search covers. */
  readonly searchColumns: readonly string[]
  /** Breaks ties in the sort order. */
  readonly idColumn: string
  /** Joins further columns to the rows of the page. Must not change the number of rows. */
  readonly beside?: (rows: SelectQueryBuilder<DB, Tables, Row>) => Compilable<Shown>
  readonly map: (row: Shown) => T
}

/** Throws 400 if the sort property isn't supported. */
export async function entityPage<DB, Tables extends keyof DB, Row, T, Shown = Row>(
  relational: RelationalStore,
  query: SelectQueryBuilder<DB, Tables, Row>,
  { link, sortColumns, searchColumns, idColumn, beside, map }: EntityPage<DB, Tables, Row, Shown, T>,
): Promise<PageData<T>> {
  const { dialect } = relational
  const property = link.sortProperty ?? 'createdTime'
  const column = Object.hasOwn(sortColumns, property) ? sortColumns[property] : undefined
  if (column === undefined) {
    throw badRequest(`The list can’t be sorted by ${property}. Use ${Object.keys(sortColumns).join(', ')}.`)
  }
  const direction = link.sortOrder === 'DESC' ? 'desc' : 'asc'
  let matching = query
  if (link.textSearch) {
    const pattern = likePattern(link.textSearch)
    const matches = searchColumns.map((each) => dialect.isLike(sql.ref(each), pattern))
    matching = matching.where(sql<boolean>`(${sql.join(matches, sql` or `)})`)
  }
  const sorted =
    typeof column !== 'string'
      ? column
      : property === 'createdTime'
        ? sql.ref(column)
        : dialect.sortKey(sql.ref(column))
  const page = matching
    .orderBy(sorted, direction)
    .orderBy(sql.ref(idColumn), direction)
    .limit(link.pageSize)
    .offset(link.page * link.pageSize)
  const [rows, counted] = await Promise.all([
    // Without `beside`, a row is already what `map` expects.
    relational.scan(beside ? beside(page) : (page as unknown as Compilable<Shown>), map),
    relational.scan(
      matching.clearSelect().select(sql<number>`count(*)`.as('count')) as unknown as Compilable<{ count: number }>,
      ({ count }) => Number(count),
    ),
  ])
  return pageOf(rows, counted[0] ?? 0, link)
}
