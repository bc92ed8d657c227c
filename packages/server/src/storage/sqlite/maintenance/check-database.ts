/** All checks of a database, and those of its structure: pages, indexes, foreign keys. */

import type { DatabaseSync } from 'node:sqlite'
import { MaintenanceError } from '../../maintenance-error.ts'
import type { Breathe, CheckArea, CheckReport } from '../../store-maintenance.ts'
import { schemaVersion } from '../migrate.ts'
import { checkJournal } from './check-journal.ts'
import { checkRollUps } from './check-roll-ups.ts'
import { checkBodies, checkChunks, checkHot, checkLatest } from './check-series.ts'
import type { OpenedDatabase } from './open-database.ts'

export function checksOf(
  { database, path, schema }: OpenedDatabase,
  report: CheckReport,
  breathe: Breathe,
): CheckArea[] {
  if (schema < schemaVersion) {
    throw new MaintenanceError(
      `${path} has schema ${schema}, but this version of Sonde needs ${schemaVersion}. Start the server once to migrate it.`,
    )
  }
  return [
    ['Pages and indexes', () => checkPages(database, report)],
    ['Foreign keys', () => checkForeignKeys(database, report)],
    ['Chunks', () => checkChunks(database, report, breathe)],
    ['Roll-ups', () => checkRollUps(database, report, breathe)],
    ['Bodies', () => checkBodies(database, report, breathe)],
    ['Hot rows', () => checkHot(database, report)],
    ['Latest values', () => checkLatest(database, report)],
    ['Journal', () => checkJournal(database, report, breathe)],
  ]
}

const faultsMax = 100

function checkPages(database: DatabaseSync, report: CheckReport) {
  for (const { integrity_check: text } of database.prepare(`pragma integrity_check(${faultsMax})`).iterate()) {
    if (text === 'ok') continue
    for (const line of String(text).split('\n')) {
      if (!line.startsWith('***')) report.found('Damaged pages and indexes', line)
    }
  }
  const pages = database.prepare('pragma page_count').get()?.page_count as number
  report.looked(pages, 'page')
}

function checkForeignKeys(database: DatabaseSync, report: CheckReport) {
  for (const { table, rowid, parent } of database.prepare('pragma foreign_key_check').iterate()) {
    report.found('Rows that refer to missing rows', `row ${rowid ?? '?'} of ${table} to ${parent}`)
  }
}
