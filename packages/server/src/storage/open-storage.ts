/** Selects the database of the store, for the server and for the operator's commands. Nothing else selects it. */

import { sqliteMaintenance } from './sqlite/maintenance/sqlite-maintenance.ts'
import { openSqliteStorage, type SqliteStorageOptions } from './sqlite/sqlite-storage.ts'
import type { Storage } from './storage.ts'
import type { StoreMaintenance } from './store-maintenance.ts'

export type { StoreWorkers } from './sqlite/store-workers.ts'

export type StorageOptions = SqliteStorageOptions

/** Throws `DataFolderError` with a one-line message for the operator if the folder can't be used. */
export const openStorage = (options: StorageOptions): Promise<Storage> => openSqliteStorage(options)

export const storeMaintenance: StoreMaintenance = sqliteMaintenance
