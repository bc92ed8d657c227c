/**
 * SQL functions used by the dialect's expressions. In a separate module so that the row reader loads no query builder.
 */

import type { DatabaseSync } from 'node:sqlite'
import { emailKey } from '@sonde/model/users/email-address'
import { foldCase } from '../text-search.ts'

/** Registers the functions on a connection. */
export function addDialectFunctions(database: DatabaseSync): void {
  database.function('fold_case', { deterministic: true }, (value) => (value === null ? null : foldCase(String(value))))
}

/** Registers the functions that migrations use. */
export function addMigrationFunctions(database: DatabaseSync): void {
  database.function('email_key', { deterministic: true }, (value) => emailKey(String(value)))
}
