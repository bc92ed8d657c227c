/** Which database holds the store: the one file that chooses it, for the server and for the commands of an operator. */

import { sqliteMaintenance } from './sqlite/maintenance/sqlite-maintenance.ts'
import { openSqliteStorage, type SqliteStorageOptions } from './sqlite/sqlite-storage.ts'
import type { Storage } from './storage.ts'
import type { StoreMaintenance } from './store-maintenance.ts'

export type { StoreWorkers } from './sqlite/store-workers.ts'

export type StorageOptions = SqliteStorageOptions

/** Throws `DataFolderError` with a line for the operator when the folder cannot be used. */
export const openStorage = (options: StorageOptions): Promise<Storage> => openSqliteStorage(options)

export const storeMaintenance: StoreMaintenance = sqliteMaintenance
