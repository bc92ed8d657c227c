/** SQLite implementation of the dialect. */

import { sql } from 'kysely'
import type { Dialect } from '../dialect.ts'

const textOf = (ids: readonly string[]): string => JSON.stringify(ids)

export const sqliteDialect: Dialect = {
  idList: (ids) => sql`(select value from json_each(${textOf(ids)}))`,
  preparedIdList: (parameter) => sql`(select value from json_each(${parameter}))`,
  idListText: textOf,
  idTable: (ids) => sql`json_each(${textOf(ids)})`,
  sortKey: (text) => sql`sort_key(${text})`,
  isLike: (text, pattern) => sql`fold_case(${text}) like ${pattern} escape '\\'`,
  jsonObject: (values) => sql`json_object(${sql.join(values.map(([name, value]) => sql`${sql.lit(name)}, ${value}`))})`,
  jsonList: (value, from) => sql`(select json_group_array(${value}) ${from})`,
  // SQLite loses the JSON subtype at the end of a subquery.
  asJson: (json) => sql`json(${json})`,
  // SQLite doesn't reorder the tables of a cross join.
  joinInOrder: sql`cross join`,
  // SQLite takes bare columns next to `min()` from the row with the minimum.
  lowestOfEach: ({ columns, lowest, from, by }) =>
    sql`select ${columns}, min(${lowest}) as place ${from} group by ${by}`,
  rowColumn: 'rowid',
}
