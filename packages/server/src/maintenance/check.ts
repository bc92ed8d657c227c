/**
 * `check`: whether everything that is stored is what was written. Reads only, on a stopped store and on a running one.
 *
 * The database's own structure first: where that is damaged the rest may not be readable, and is looked at all the same.
 */

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import { schemaVersion } from '../storage/sqlite/migrate.ts'
import { checkJournal } from './check-journal.ts'
import { type CheckReport, createCheckReport } from './check-report.ts'
import { checkRollUps } from './check-roll-ups.ts'
import { type Breathe, checkBodies, checkChunks, checkHot, checkLatest } from './check-series.ts'
import { openStore } from './data-parts.ts'
import { MaintenanceError, Stopped, throwIfStopped } from './maintenance-error.ts'
import { checkPackages } from './package-parts.ts'

export interface CheckOptions {
  readonly dataFolder: string
  readonly signal?: AbortSignal
  readonly progress?: (what: string, done: number, all: number) => void
}

/** Throws `MaintenanceError` when there is no store, or one of another schema. */
export async function checkStore({ dataFolder, signal, progress }: CheckOptions): Promise<CheckReport> {
  const { database, path, schema } = openStore(dataFolder)
  try {
    if (schema < schemaVersion) {
      throw new MaintenanceError(
        `${path} has schema ${schema}, this version of Sonde has ${schemaVersion}: start the platform once, it brings the store up to date.`,
      )
    }
    const report = createCheckReport()
    const breathe: Breathe = async (what, done, all) => {
      progress?.(what, done, all)
      await turn()
      throwIfStopped(signal)
    }
    const areas: readonly (readonly [string, () => Promise<void> | void])[] = [
      ['Pages and indexes', () => checkPages(database, report)],
      ['Foreign keys', () => checkForeignKeys(database, report)],
      ['Chunks', () => checkChunks(database, report, breathe)],
      ['Roll-ups', () => checkRollUps(database, report, breathe)],
      ['Bodies', () => checkBodies(database, report, breathe)],
      ['Hot rows', () => checkHot(database, report)],
      ['Latest values', () => checkLatest(database, report)],
      ['Journal', () => checkJournal(database, report, breathe)],
      ['Packages', () => checkPackages(database, dataFolder, report, breathe)],
    ]
    for (const [name, look] of areas) {
      await breathe(name.toLowerCase(), 0, 0)
      try {
        await look()
      } catch (error) {
        if (error instanceof Stopped) throw error
        report.found('Tables that cannot be read to their end', `${name}: ${(error as Error).message}`)
      }
    }
    return report
  } finally {
    database.close()
  }
}

const faultsMax = 100

function checkPages(database: DatabaseSync, report: CheckReport) {
  for (const { integrity_check: text } of database.prepare(`pragma integrity_check(${faultsMax})`).iterate()) {
    if (text === 'ok') continue
    for (const line of String(text).split('\n')) {
      if (!line.startsWith('***')) report.found('Pages and indexes that are damaged', line)
    }
  }
  const pages = database.prepare('pragma page_count').get()?.page_count as number
  report.looked(pages, 'page')
}

function checkForeignKeys(database: DatabaseSync, report: CheckReport) {
  for (const { table, rowid, parent } of database.prepare('pragma foreign_key_check').iterate()) {
    report.found('Rows that refer to what is not there', `row ${rowid ?? '?'} of ${table} to ${parent}`)
  }
}
