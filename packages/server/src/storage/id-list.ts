/**
 * Long lists of ids as one parameter: a statement of the same text whatever the list's length, so that it is prepared
 * once, and no bound on the number of variables.
 *
 * SQLite's form; PostgreSQL has `json_array_elements_text(…) with ordinality` for the same.
 */

import { type RawBuilder, sql } from 'kysely'

/** `id in …`: `sql\`e.id in ${idList(ids)}\``. */
export const idList = (ids: readonly string[]): RawBuilder<unknown> =>
  sql`(select value from json_each(${JSON.stringify(ids)}))`

/** A table with the columns `value`, the id, and `key`, its place in the list. */
export const idTable = (ids: readonly string[]): RawBuilder<unknown> => sql`json_each(${JSON.stringify(ids)})`
