/**
 * A disk that failed: what is noted for the next start, and what that start does about it.
 *
 * After a failed fsync the kernel may keep pages in memory that are not on the disk and call them clean. So the log is
 * never synced again as it is: it is copied into a new file first. What of it cannot be read, or is torn, ends at a
 * checksum, and that is behind everything that was acknowledged.
 */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderError } from '../data-folder.ts'
import { checkDatabase } from './store-check.ts'

const noteOf = (databasePath: string) => join(dirname(databasePath), 'disk-failed')

/** Notes that the next start has to check the store, if the disk still takes as much. */
export function noteFailedDisk(databasePath: string, message: string): void {
  try {
    writeFileSync(noteOf(databasePath), `${message}\n`, { mode: 0o600, flush: true })
    syncFolder(dirname(databasePath))
  } catch {
    // A disk that does not even take this needs its operator before a start anyway.
  }
}

/** Checks the store if its disk failed in its last life. Nobody may have it open. Throws `DataFolderError`. */
export function checkAfterFailure(databasePath: string): void {
  const note = noteOf(databasePath)
  if (!existsSync(note)) return
  try {
    renewLog(`${databasePath}-wal`)
    const database = new DatabaseSync(databasePath)
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

/** The names of new files survive a power cut only when their folder is on disk too. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
