/** Functions that the dialect's expressions call. Apart from them, so that the row reader loads no query builder. */

import type { DatabaseSync } from 'node:sqlite'
import { foldCase } from '../text-search.ts'

/** Adds the functions to a connection. */
export function addDialectFunctions(database: DatabaseSync): void {
  database.function('fold_case', { deterministic: true }, (value) => (value === null ? null : foldCase(String(value))))
}
