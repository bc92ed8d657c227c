/** How SQLite says what each database says in its own way. */

import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

const textOf = (ids: readonly string[]): string => JSON.stringify(ids)

export const sqliteDialect: Dialect = {
  idList: (ids) => sql`(select value from json_each(${textOf(ids)}))`,
  preparedIdList: (parameter) => sql`(select value from json_each(${parameter}))`,
  idListText: textOf,
  idTable: (ids) => sql`json_each(${textOf(ids)})`,
  // `lower` folds A to Z alone.
  folded: (text) => sql`lower(${text})`,
  isLike: (text, pattern) => sql`fold_case(${text}) like ${pattern} escape '\\'`,
  jsonObject: (values) => sql`json_object(${sql.join(values.map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`,
  jsonList: (value, from) => sql`(select json_group_array(${value}) ${from})`,
  // That a query's text is JSON is forgotten where the query ends.
  asJson: (json) => sql`json(${json})`,
  // Which keeps the order that is written.
  joinInOrder: sql`cross join`,
  // Of a bare column beside `min()` it takes the row that holds the minimum.
  lowestOfEach: ({ columns, lowest, from, by }) =>
    sql`select ${columns}, min(${lowest}) as place ${from} group by ${by}`,
  rowColumn: 'rowid',
}
