/**
 * When the store last committed, noted twice: in the database, within the commit itself, and in a small file beside it.
 *
 * SQLite takes a database whose log was cut, removed or replaced by an older copy for whole. A start that compares the
 * two notes finds that out. Neither costs a sync: the database is noted within a commit that happens anyway, at most
 * once a second, and the file is left to the system.
 *
 * Invariant: the file is written after the commit that it names is on disk, so it never names one that the database has
 * not seen.
 */

import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

export const markerName = 'last-commit'

/** How often the commits are noted, ms. */
const noteMs = 1_000
/** Bytes of the file, always the same: it is overwritten in place. */
const markerBytes = 160

export interface CommitNote {
  /** Counts the notes, whatever the clock does. */
  readonly number: number
  /** Of the commit, epoch ms. */
  readonly ms: number
  /** Position of the next message in the journal. */
  readonly nextSeq: number
}

export interface CommitMarker extends CommitNote {
  /** The server was stopped, not ended. */
  readonly isStopped: boolean
}

/** The note in the database; null: a version that took none wrote it, or nothing was committed. */
export function readCommitNote(database: DatabaseSync): CommitNote | null {
  const row = database.prepare(`select value from meta where key = 'last_commit'`).get()
  return row === undefined ? null : noteFrom(String(row.value))
}

/** The note beside the database; null: there is none that can be read. */
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
    // Cut by a power cut, or edited.
    return null
  }
}

export interface CommitMarkers {
  /** Within a transaction that is about to commit. */
  note(nowMs: number, nextSeq: number): void
  /** The transaction is on disk; not part of a commit that somebody waits for. */
  mark(): void
  /** The last transaction before the database is closed; notes it to the ms. */
  noteStop(): void
  /** The database is closed. */
  markStopped(): void
  close(): void
}

/** Marks the store as running. */
export function createCommitMarkers(database: DatabaseSync, databasePath: string): CommitMarkers {
  const insert = database.prepare(`insert or replace into meta (key, value) values ('last_commit', ?)`)
  const { number, ms, nextSeq } = readCommitNote(database) ?? { number: 0, ms: 0, nextSeq: 1 }
  let noted: CommitNote = { number, ms, nextSeq }
  /** Of the last commit, noted or not. */
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
      // Only a start reads it, and a full disk is reported elsewhere.
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

/** null where the file cannot be written: the store works without. */
function openMarker(databasePath: string): number | null {
  try {
    return openSync(markerPath(databasePath), constants.O_CREAT | constants.O_RDWR, 0o600)
  } catch {
    return null
  }
}
