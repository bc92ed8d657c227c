/** What of a data folder must survive: the database, and every file beside it that is not made anew at each start. */

import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { packageFolderName } from '../ota-packages/package-files.ts'
import { schemaVersion } from '../storage/sqlite/migrate.ts'
import { MaintenanceError } from './maintenance-error.ts'

export const databaseName = 'sonde.db'

/** SQLite's own companions, the lock, what the writer leaves on a disk that refuses, and its note of the last commit. */
const passing =
  /^(sonde\.db(-wal|-shm|-journal|-wal\.new)?|lock\.db(-wal|-shm|-journal)?|restore\.part|disk-failed|room\.probe|last-commit|recovery\.(mark|json|json\.part))$/

/**
 * Paths of the files beside the database, relative, with `/`; of packages the database says which are theirs. Links and
 * other special files are not followed.
 */
export function filesBeside(dataFolder: string): string[] {
  const found: string[] = []
  const walk = (folder: string, prefix: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (prefix === '' && (passing.test(entry.name) || entry.name === packageFolderName)) continue
      if (entry.isDirectory()) walk(join(folder, entry.name), `${prefix}${entry.name}/`)
      else if (entry.isFile()) found.push(prefix + entry.name)
    }
  }
  walk(dataFolder, '')
  return found
}

/** Whether a folder holds nothing of anybody: a lock that is left is no matter, nor what a file system brings along. */
export const isEmptyFolder = (path: string): boolean =>
  readdirSync(path).every((name) => /^lock\.db(-journal)?$/.test(name) || name === 'lost+found')

/** The database's path. Throws `MaintenanceError` when there is no store. */
export function requireStore(dataFolder: string): string {
  const path = join(dataFolder, databaseName)
  if (existsSync(path) && lstatSync(path).size > 0) return path
  throw new MaintenanceError(
    `There is no store in ${dataFolder}. SONDE_DATA, or the file that SONDE_CONFIG names, says where it is.`,
  )
}

/** Throws `MaintenanceError` for a schema that this version does not know. */
export function readSchemaVersion(database: DatabaseSync, path: string): number {
  const version = Number(database.prepare(`select value from meta where key = 'schema_version'`).get()?.value)
  if (!(version >= 1)) throw new MaintenanceError(`${path} is not a database of Sonde.`)
  requireKnownSchema(version, path)
  return version
}

export function requireKnownSchema(version: number, path: string): void {
  if (version <= schemaVersion) return
  throw new MaintenanceError(
    `${path} has schema ${version}, this version of Sonde knows ${schemaVersion}: use the version that wrote it, or a newer one.`,
  )
}

/** A connection that only reads, also while the platform writes. */
export function openStore(dataFolder: string): { database: DatabaseSync; path: string; schema: number } {
  const path = requireStore(dataFolder)
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 })
  try {
    database.exec('pragma cache_size = -16000')
    return { database, path, schema: readSchemaVersion(database, path) }
  } catch (error) {
    database.close()
    throw error
  }
}

/** A database that nobody else has open, as it stands; nothing is made beside it. */
export const openCopy = (path: string): DatabaseSync =>
  new DatabaseSync(`file:${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}?immutable=1`, { readOnly: true })
