/** Opens a server's database, for tests that check or fill it. */

import { join } from 'node:path'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { addDialectFunctions } from '../../packages/server/src/storage/sqlite/dialect-functions.ts'

/** Without the functions that its indexes use, a database can't be written or checked. */
export function openDatabase(dataFolder: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  const database = new DatabaseSync(join(dataFolder, 'sonde.db'), options)
  addDialectFunctions(database)
  return database
}
