/**
 * Migrates the database to the schema of this version.
 *
 * Each migration and the record that it ran are one transaction, so an interrupted start continues where it stopped. A
 * schema from a newer version is rejected, because this code doesn't know it.
 */

import type { DatabaseSync } from 'node:sqlite'
import { DataFolderError } from '../data-folder.ts'
import { activeAlarms, alarmCauses, alarmHandling } from '../tables/alarms.ts'
import { deletions } from '../tables/deletions.ts'
import { dashboardVersions, devices, keyDescriptions, nameOrders, shareLinks } from '../tables/devices.ts'
import { entityData } from '../tables/entity-data.ts'
import { library } from '../tables/library.ts'
import { owners } from '../tables/owners.ts'
import { rules } from '../tables/rules.ts'
import { series } from '../tables/series.ts'
import { usage } from '../tables/usage.ts'
import { emailKeys } from '../tables/users.ts'
import { addDialectFunctions, addMigrationFunctions } from './dialect-functions.ts'

/** In order. The first one creates all tables; each later schema change appends one. */
const migrations: readonly (readonly string[])[] = [
  [owners, devices, rules, entityData, library, deletions, usage, series].flat(),
  activeAlarms,
  alarmCauses,
  keyDescriptions,
  alarmHandling,
  emailKeys,
  nameOrders,
  dashboardVersions,
  shareLinks,
]

/** Schema version after the first migration. */
const firstVersion = 21
export const schemaVersion = firstVersion + migrations.length - 1

const notOurs = (path: string): string => `${path} isn't a Sonde database. Move it away, or choose another folder.`

/** 0: the database is empty. Undefined: it was created by another program. */
export function notedSchemaVersion(database: DatabaseSync): number | undefined {
  const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
  if (!tables.some(({ name }) => name === 'meta')) return tables.length === 0 ? 0 : undefined
  const columns = database.prepare('pragma table_info(meta)').all()
  if (columns.map(({ name }) => name).join() !== 'key,value') return undefined
  const noted = database.prepare(`select value from meta where key = 'schema_version'`).get()
  // The first migration writes the version together with the other tables.
  if (!noted) return tables.length === 1 ? 0 : undefined
  const { value } = noted
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}

/**
 * Returns the previous schema version; 0: the database was empty. Throws `DataFolderError` for an unsupported schema
 * version, for a damaged file and for a file that isn't a Sonde database.
 */
export function migrate(database: DatabaseSync, path: string): number {
  let version: number
  try {
    // Checked before the first write: it may be the database of another program.
    const noted = notedSchemaVersion(database)
    if (noted === undefined) throw new DataFolderError(notOurs(path))
    version = noted
    // The page size can only be set before the first table is created.
    database.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full')
    database.exec('create table if not exists meta (key text primary key, value) without rowid')
  } catch (cause) {
    if (cause instanceof DataFolderError) throw cause
    const code = (cause as { errcode?: number }).errcode
    if (code === 11) {
      throw new DataFolderError(`${path} is damaged or truncated. Keep the folder and restore a backup to a new one.`, {
        cause,
      })
    }
    if (code !== 26) throw cause
    throw new DataFolderError(notOurs(path), { cause })
  }
  if (version > schemaVersion) {
    throw new DataFolderError(
      `${path} has schema ${version}, but this version of Sonde supports up to ${schemaVersion}. Start the newer version again.`,
    )
  }
  if (version > 0 && version < firstVersion) {
    throw new DataFolderError(
      `${path} has schema ${version}, which is older than the first version of Sonde. Move it away, or choose another folder.`,
    )
  }
  addDialectFunctions(database)
  addMigrationFunctions(database)
  const note = database.prepare(`insert or replace into meta (key, value) values ('schema_version', ?)`)
  for (let next = Math.max(version + 1, firstVersion); next <= schemaVersion; next++) {
    database.exec('begin immediate')
    try {
      for (const statement of migrations[next - firstVersion] ?? []) database.exec(statement)
      note.run(next)
      database.exec('commit')
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
  return version
}
