/** Checks the integrity of the database's pages. */

import type { DatabaseSync } from 'node:sqlite'

/** Part of the database is damaged. */
export class StoreDamaged extends Error {
  override readonly name = 'StoreDamaged'
}

/** Reads every page of these tables. Throws `StoreDamaged`. */
export function checkTables(database: DatabaseSync, tables: readonly string[]): void {
  for (const table of tables) requireOk(database, `pragma quick_check('${table}')`)
}

/** Reads every page of the database. Throws `StoreDamaged`. */
export function checkDatabase(database: DatabaseSync): void {
  requireOk(database, 'pragma quick_check')
}

function requireOk(database: DatabaseSync, check: string) {
  const fault = database.prepare(check).get()?.quick_check
  if (fault !== 'ok') throw new StoreDamaged(String(fault).replaceAll('\n', ' '))
}
