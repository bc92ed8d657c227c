/**
 * SQL that differs between databases. Stores use it through `RelationalStore` and never name a function, hint or hidden
 * column of a specific database (checked by tools/sql-places.mjs).
 */

import type { RawBuilder } from 'kysely'

export interface Dialect {
  /**
   * A list of ids as one parameter, for `id in …`. The statement text doesn't depend on the list's length, so the
   * statement is prepared once and the limit on the number of variables doesn't apply.
   */
  idList(ids: readonly string[]): RawBuilder<string>
  /** Same for a prepared query, whose parameter is the `idListText` of the ids. */
  preparedIdList(parameter: RawBuilder<string>): RawBuilder<string>
  idListText(ids: readonly string[]): string
  /** A table with the columns `value` (the id) and `key` (its position in the list). */
  idTable(ids: readonly string[]): RawBuilder<unknown>
  /** Sort key of a text, as `sortKey` in text-search.ts; other values are unchanged. */
  sortKey(text: RawBuilder<unknown>): RawBuilder<string>
  /** Matches a text, case-folded like `foldCase` in text-search.ts, against a pattern from `likePattern`. */
  isLike(text: RawBuilder<unknown>, pattern: unknown): RawBuilder<boolean>
  /** A JSON object as text. */
  jsonObject(values: readonly (readonly [name: string, value: RawBuilder<unknown>])[]): RawBuilder<string>
  /** A JSON array as text: `value` for each row of the `from` clause. */
  jsonList(value: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<string>
  /** Marks JSON text so that `jsonObject` embeds it as JSON instead of as a string. */
  asJson(json: RawBuilder<unknown>): RawBuilder<unknown>
  /** Join operator, used with `on`, that makes the database read the tables in the written order. */
  readonly joinInOrder: RawBuilder<unknown>
  /** For each group `by`: its minimum of `lowest` as `place`, and `columns` of the row that has it. */
  lowestOfEach(parts: {
    readonly columns: RawBuilder<unknown>
    readonly lowest: RawBuilder<unknown>
    readonly from: RawBuilder<unknown>
    readonly by: RawBuilder<unknown>
  }): RawBuilder<unknown>
  /** Unique column that every table has and every index ends with. */
  readonly rowColumn: string
}
