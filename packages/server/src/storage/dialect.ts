/**
 * What SQL of one database says otherwise than that of another. Stores reach it through `RelationalStore` and name no
 * function, hint or hidden column of a database themselves (tools/sql-places.mjs).
 */

import type { RawBuilder } from 'kysely'

export interface Dialect {
  /**
   * A long list of ids as one parameter, for `id in …`: a statement of the same text whatever the list's length, so
   * that it is prepared once, and no bound on the number of variables.
   */
  idList(ids: readonly string[]): RawBuilder<string>
  /** Likewise for a prepared query, whose parameter is the `idListText` of the ids. */
  preparedIdList(parameter: RawBuilder<string>): RawBuilder<string>
  idListText(ids: readonly string[]): string
  /** A table with the columns `value`, the id, and `key`, its place in the list. */
  idTable(ids: readonly string[]): RawBuilder<unknown>
  /** The text as lists are sorted: A to Z are folded, and nothing else. */
  folded(text: RawBuilder<unknown>): RawBuilder<string>
  /** Whether the text, folded as `foldCase` of text-search.ts does, is like a pattern of `likePattern`. */
  isLike(text: RawBuilder<unknown>, pattern: unknown): RawBuilder<boolean>
  /** A JSON object as text. */
  jsonObject(values: readonly (readonly [name: string, value: RawBuilder<unknown>])[]): RawBuilder<string>
  /** A JSON list as text, of what is selected `from` somewhere. */
  jsonList(value: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<string>
  /** JSON text as a value of `jsonObject` that is no text. */
  asJson(json: RawBuilder<unknown>): RawBuilder<unknown>
  /** Stands between tables, with `on`: those before it are read first. */
  readonly joinInOrder: RawBuilder<unknown>
  /** `lowest`, as `place`, and the columns of the row that has it, of each group of rows. */
  lowestOfEach(parts: {
    readonly columns: RawBuilder<unknown>
    readonly lowest: RawBuilder<unknown>
    readonly from: RawBuilder<unknown>
    readonly by: RawBuilder<unknown>
  }): RawBuilder<unknown>
  /** A column that every table has and every index ends with: no two rows have it alike. */
  readonly rowColumn: string
}
