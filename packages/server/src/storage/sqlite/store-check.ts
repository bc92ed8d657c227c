/** Whether the pages of the database hold what they should. */

import type { DatabaseSync } from 'node:sqlite'

/** Some part of the database is not as it was written. */
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
