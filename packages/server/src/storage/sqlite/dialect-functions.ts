/**
 * SQL functions used by the dialect's expressions and by indexes: without them, the database can't be written or
 * checked. In a separate module so that the row reader loads no query builder.
 */

import type { DatabaseSync } from 'node:sqlite'
import { emailKey } from '@sonde/model/users/email-address'
import { foldCase, sortKey } from '../text-search.ts'

/** Registers the functions on a connection. */
export function addDialectFunctions(database: DatabaseSync): void {
  database.function('fold_case', { deterministic: true }, (value) => (value === null ? null : foldCase(String(value))))
  database.function('sort_key', { deterministic: true }, (value) =>
    typeof value === 'string' ? sortKey(value) : value,
  )
}

/** Registers the functions that migrations use. */
export function addMigrationFunctions(database: DatabaseSync): void {
  database.function('email_key', { deterministic: true }, (value) => emailKey(String(value)))
}
