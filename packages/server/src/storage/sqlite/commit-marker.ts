/**
 * Time of the last commit, recorded twice: in the database within the commit itself, and in a small file next to it.
 *
 * SQLite accepts a database whose log was truncated, removed or replaced by an older copy as intact. Comparing the two
 * records at startup detects this. Neither costs a sync: the one in the database is part of a commit that happens
 * anyway, at most once a second, and the file is never synced.
 *
 * Invariant: the file is written after the commit that it names is on disk, so it never names a commit that the
 * database doesn't contain.
 */

import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

export const markerName = 'last-commit'

/** Minimum time between two records, ms. */
const noteMs = 1_000
/** Size of the file. It is constant because the file is overwritten in place. */
const markerBytes = 160

export interface CommitNote {
  /** Number of the record, independent of the clock. */
  readonly number: number
  /** Time of the commit, epoch ms. */
  readonly ms: number
  /** Position of the next message in the journal. */
  readonly nextSeq: number
}

export interface CommitMarker extends CommitNote {
  /** The server was shut down properly. */
  readonly isStopped: boolean
}

/** The record in the database; null: written by a version without records, or nothing was committed. */
export function readCommitNote(database: DatabaseSync): CommitNote | null {
  const row = database.prepare(`select value from meta where key = 'last_commit'`).get()
  return row === undefined ? null : noteFrom(String(row.value))
}

/** The record in the file; null: missing or unreadable. */
export function readCommitMarker(databasePath: string): CommitMarker | null {
  let text: string
  try {
    text = readFileSync(markerPath(databasePath), 'utf8')
  } catch {
    return null
  }
  const note = noteFrom(text)
  return note && { ...note, isStopped: (JSON.parse(text) as { isStopped?: unknown }).isStopped === true }
}

const markerPath = (databasePath: string) => join(dirname(databasePath), markerName)

function noteFrom(text: string): CommitNote | null {
  try {
    const { number, ms, nextSeq } = JSON.parse(text) as Partial<CommitNote>
    const isNote = [number, ms, nextSeq].every((each) => Number.isSafeInteger(each))
    return isNote ? { number: number as number, ms: ms as number, nextSeq: nextSeq as number } : null
  } catch {
    // Truncated by a power failure, or edited.
    return null
  }
}

export interface CommitMarkers {
  /** Call within a transaction that is about to commit. */
  note(nowMs: number, nextSeq: number): void
  /** Call when the transaction is on disk, outside of commits that callers wait for. */
  mark(): void
  /** Call in the last transaction before the database is closed; records the exact time. */
  noteStop(): void
  /** Call after the database was closed. */
  markStopped(): void
  close(): void
}

/** Marks the store as running in the file. */
export function createCommitMarkers(database: DatabaseSync, databasePath: string): CommitMarkers {
  const insert = database.prepare(`insert or replace into meta (key, value) values ('last_commit', ?)`)
  const { number, ms, nextSeq } = readCommitNote(database) ?? { number: 0, ms: 0, nextSeq: 1 }
  let noted: CommitNote = { number, ms, nextSeq }
  /** The last commit, recorded or not. */
  let last = { ms, nextSeq }
  let marked = noted
  const file = openMarker(databasePath)
  write({ ...noted, isStopped: false })

  function write(marker: CommitMarker) {
    if (file === null) return
    try {
      writeSync(file, `${JSON.stringify(marker).padEnd(markerBytes - 1)}\n`, 0)
      marked = marker
    } catch {
      // Only used at startup, and a full disk is reported elsewhere.
    }
  }

  function insertNote() {
    const next = { number: noted.number + 1, ...last }
    insert.run(JSON.stringify(next))
    noted = next
  }

  return {
    note(nowMs, next) {
      last = { ms: nowMs, nextSeq: next }
      if (Math.abs(nowMs - noted.ms) >= noteMs) insertNote()
    },
    mark() {
      if (marked.number !== noted.number) write({ ...noted, isStopped: false })
    },
    noteStop() {
      if (last.ms !== noted.ms || last.nextSeq !== noted.nextSeq) insertNote()
    },
    markStopped: () => write({ ...noted, isStopped: true }),
    close() {
      if (file !== null) closeSync(file)
    },
  }
}

/** null: the file can't be written; the store works without it. */
function openMarker(databasePath: string): number | null {
  try {
    return openSync(markerPath(databasePath), constants.O_CREAT | constants.O_RDWR, 0o600)
  } catch {
    return null
  }
}
