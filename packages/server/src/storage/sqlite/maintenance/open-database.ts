/** Opens the database of a data folder, while the server runs or as a copy that no process has open. */

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseName } from '../../data-folder.ts'
import { MaintenanceError } from '../../maintenance-error.ts'
import { addDialectFunctions } from '../dialect-functions.ts'
import { notedSchemaVersion, schemaVersion } from '../migrate.ts'

export function requireStore(dataFolder: string): string {
  const path = join(dataFolder, databaseName)
  const found = existsSync(path) ? statSync(path) : undefined
  if (found?.isFile() && found.size > 0) return path
  throw new MaintenanceError(
    `No database in ${dataFolder}. Set SONDE_DATA to the data folder of the server, or SONDE_CONFIG to its configuration file.`,
  )
}

/** Throws `MaintenanceError` for a schema that this version doesn't know. */
export function readSchemaVersion(database: DatabaseSync, path: string): number {
  const version = notedSchemaVersion(database)
  if (version === undefined || version < 1) {
    throw new MaintenanceError(`${path} isn't a Sonde database. Choose another one.`)
  }
  requireKnownSchema(version, path)
  return version
}

export function requireKnownSchema(version: number, path: string): void {
  if (version <= schemaVersion) return
  throw new MaintenanceError(
    `${path} has schema ${version}, but this version of Sonde supports up to ${schemaVersion}. Use the version that wrote it, or a newer one.`,
  )
}

export interface OpenedDatabase {
  readonly database: DatabaseSync
  readonly path: string
  readonly schema: number
}

/** A read-only connection that can be used while the server writes. */
export function openDatabase(dataFolder: string): OpenedDatabase {
  const path = requireStore(dataFolder)
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  addDialectFunctions(database)
  try {
    database.exec('pragma cache_size = -16000')
    return { database, path, schema: readSchemaVersion(database, path) }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Opens a copy as it is, without creating files next to it. */
export function openCopiedDatabase(path: string): DatabaseSync {
  const name = `file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?immutable=1`
  const database = new DatabaseSync(name, { readOnly: true })
  addDialectFunctions(database)
  return database
}
