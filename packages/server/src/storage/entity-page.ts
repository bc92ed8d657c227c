/** One page of a list of entities: search, sort, cut, count. */

import { badRequest } from '@sonde/model/errors'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { RelationalStore } from './relational.ts'
import { likePattern } from './text-search.ts'

export interface EntityPage<DB, Tables extends keyof DB, Row, Shown, T> {
  readonly link: PageLink
  /**
   * What each property that the list can be sorted by sorts: a column's name, whose text is sorted without regard to
   * case, or an expression that is taken as it is.
   */
  readonly sortColumns: Readonly<Record<string, string | RawBuilder<unknown>>>
  /** Columns that the search looks into. */
  readonly searchColumns: readonly string[]
  /** Settles the order of equals. */
  readonly idColumn: string
  /** Joins what stands beside each row of the page; how many rows there are it must not change. */
  readonly beside?: (rows: SelectQueryBuilder<DB, Tables, Row>) => Compilable<Shown>
  readonly map: (row: Shown) => T
}

/** Throws 400 for a property that the list cannot be sorted by. */
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
    typeof column !== 'string' ? column : property === 'createdTime' ? sql.ref(column) : dialect.folded(sql.ref(column))
  const page = matching
    .orderBy(sorted, direction)
    .orderBy(sql.ref(idColumn), direction)
    .limit(link.pageSize)
    .offset(link.page * link.pageSize)
  const [rows, counted] = await Promise.all([
    // Without anything beside them the rows are what is shown.
    relational.scan(beside ? beside(page) : (page as unknown as Compilable<Shown>), map),
    relational.scan(
      matching.clearSelect().select(sql<number>`count(*)`.as('count')) as unknown as Compilable<{ count: number }>,
      ({ count }) => Number(count),
    ),
  ])
  return pageOf(rows, counted[0] ?? 0, link)
}
