/** Functions that the dialect's expressions call. Apart from them, so that the row reader loads no query builder. */

import type { DatabaseSync } from 'node:sqlite'
import { emailKey } from '@sonde/model/users/email-address'
import { foldCase } from '../text-search.ts'

/** Adds the functions to a connection. */
export function addDialectFunctions(database: DatabaseSync): void {
  database.function('fold_case', { deterministic: true }, (value) => (value === null ? null : foldCase(String(value))))
}

/** Adds the functions that migrations call. */
export function addMigrationFunctions(database: DatabaseSync): void {
  database.function('email_key', { deterministic: true }, (value) => emailKey(String(value)))
}
