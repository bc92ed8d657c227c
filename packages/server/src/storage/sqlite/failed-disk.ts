/**
 * Disk failures: the record left for the next start, and the check that the next start runs.
 *
 * After a failed fsync, the kernel may hold pages in memory that aren't on disk and still consider them clean. So the
 * log is never synced again as it is, but copied to a new file first. Unreadable or torn parts fail their checksum and
 * end the log there; everything acknowledged comes before that point.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderError } from '../data-folder.ts'
import { addDialectFunctions } from './dialect-functions.ts'
import { checkDatabase } from './store-check.ts'

const noteOf = (databasePath: string) => join(dirname(databasePath), 'disk-failed')

/** Records that the next start has to check the store, if the disk still accepts this write. */
export function noteFailedDisk(databasePath: string, message: string): void {
  try {
    writeFileSync(noteOf(databasePath), `${message}\n`, { mode: 0o600, flush: true })
    syncFolder(dirname(databasePath))
  } catch {
    // If the disk doesn't even accept this, the operator must act before a restart anyway.
  }
}

/** Checks the store if its disk failed in the last run. No process may have it open. Throws `DataFolderError`. */
export function checkAfterFailure(databasePath: string): void {
  const note = noteOf(databasePath)
  if (!existsSync(note)) return
  try {
    renewLog(`${databasePath}-wal`)
    const database = new DatabaseSync(databasePath)
    addDialectFunctions(database)
    try {
      database.exec('pragma synchronous = full; pragma wal_checkpoint(truncate)')
      checkDatabase(database)
    } finally {
      database.close()
    }
    rmSync(note)
  } catch (cause) {
    throw new DataFolderError(
      `The disk failed while Sonde ran, and the check of ${databasePath} found: ${(cause as Error).message}. ` +
        'Fix the disk, or restore a backup to another folder and set SONDE_DATA to it.',
      { cause },
    )
  }
}

function renewLog(path: string) {
  if (!existsSync(path)) return
  const copy = `${path}.new`
  writeFileSync(copy, readFileSync(path), { mode: 0o600, flush: true })
  renameSync(copy, path)
  syncFolder(dirname(path))
}

/** Syncs a folder: the names of new files only survive a power failure when their folder is on disk. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
