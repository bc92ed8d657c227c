/**
 * Brings the database to the schema of this version.
 *
 * Each migration is one transaction together with the note that it ran, so an interrupted start goes on where it
 * stopped. A schema from a newer version is refused: it was not made for this code.
 */

import type { DatabaseSync } from 'node:sqlite'
import { DataFolderError } from '../data-folder.ts'
import * as entities from '../migrations/0001-entities.ts'
import * as series from '../migrations/0002-series.ts'
import * as rollUps from '../migrations/0003-roll-ups.ts'
import * as assetsViewsEdges from '../migrations/0004-assets-views-edges.ts'
import * as alarmsAndQueries from '../migrations/0005-alarms-and-queries.ts'
import * as bodyChecksums from '../migrations/0006-body-checksums.ts'
import * as eventsAndDeletions from '../migrations/0007-events-and-deletions.ts'
import * as auditAndSignIn from '../migrations/0009-audit-and-sign-in.ts'
import * as oauth2AndUsage from '../migrations/0010-oauth2-and-usage.ts'
import * as otaPackages from '../migrations/0011-ota-packages.ts'
import * as resourcesAndWidgets from '../migrations/0012-resources-and-widgets.ts'
import * as customerUsage from '../migrations/0013-customer-usage.ts'
import * as trash from '../migrations/0014-trash.ts'
import * as ruleNodeStates from '../migrations/0015-rule-node-states.ts'
import * as listIndexes from '../migrations/0016-list-indexes.ts'
import * as trashFiles from '../migrations/0017-trash-files.ts'
import * as userSettings from '../migrations/0018-user-settings.ts'
import * as limits from '../migrations/0019-limits.ts'
import * as sessions from '../migrations/0020-sessions.ts'
import * as visitorsAndMoves from '../migrations/0021-visitors-and-moves.ts'
import * as limitHistory from '../migrations/0022-limit-history.ts'

/** In order; the schema's version is the number of migrations that ran. */
export const migrations: readonly { name: string; up: readonly string[] }[] = [
  entities,
  series,
  rollUps,
  assetsViewsEdges,
  alarmsAndQueries,
  bodyChecksums,
  eventsAndDeletions,
  auditAndSignIn,
  oauth2AndUsage,
  otaPackages,
  resourcesAndWidgets,
  customerUsage,
  trash,
  ruleNodeStates,
  listIndexes,
  trashFiles,
  userSettings,
  limits,
  sessions,
  visitorsAndMoves,
  limitHistory,
]

export const schemaVersion = migrations.length

/**
 * Returns the schema's version before; 0: the database was empty. Throws `DataFolderError` for a newer schema, for a
 * damaged file and for one that is none of ours.
 */
export function migrate(database: DatabaseSync, path: string): number {
  let version: number
  try {
    // The page size holds only before the first table.
    database.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full')
    database.exec('create table if not exists meta (key text primary key, value) without rowid')
    version = Number(database.prepare(`select value from meta where key = 'schema_version'`).get()?.value ?? 0)
  } catch (cause) {
    const code = (cause as { errcode?: number }).errcode
    if (code === 11) {
      throw new DataFolderError(
        `${path} is damaged or cut short: keep the folder for later and restore a backup into a new one.`,
        { cause },
      )
    }
    if (code !== 26) throw cause
    throw new DataFolderError(`${path} is not a database of Sonde; move it away or name another folder.`, { cause })
  }
  if (version > schemaVersion) {
    throw new DataFolderError(
      `${path} has schema ${version}, this version of Sonde knows ${schemaVersion}: start the newer version again.`,
    )
  }
  const note = database.prepare(`insert or replace into meta (key, value) values ('schema_version', ?)`)
  for (let next = version; next < schemaVersion; next++) {
    database.exec('begin immediate')
    try {
      for (const statement of migrations[next]?.up ?? []) database.exec(statement)
      note.run(next + 1)
      database.exec('commit')
    } catch (error) {
      database.exec('rollback')
      throw error
    }
  }
  return version
}
