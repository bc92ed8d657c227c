/** Journal table: append, progress, retention, and the incomplete messages after a restart. */

import type { DatabaseSync } from 'node:sqlite'
import { invariant } from '@sonde/model/errors'
import type { JournalledMessage } from '../../messages/message.ts'
import { decodeMessages } from '../../messages/message-codec.ts'
import { decodeCheckpoint, decodeDone, encodeCheckpoint } from './progress.ts'

export interface JournalTable {
  /** Appends a batch and returns the position of its first message. */
  append(batch: Uint8Array, count: number, nowMs: number): number
  done(seqs: Uint8Array): void
  /** Replaces all progress recorded before this group. */
  checkpoint(state: Uint8Array): void
  /** Deletes a few rows that are done and exceed the age or size limit. Returns whether more remain. */
  retain(lowWater: number, nowMs: number): boolean
  readonly nextSeq: number
  /** Positions that aren't done, ascending; read at startup. */
  readonly undone: readonly number[]
}

const retainRowsAtOnce = 64

interface EndRow {
  readonly id: number
  readonly count: number
  readonly bytes_before: number
  readonly bytes: number
}

const endOf = (database: DatabaseSync, order: 'asc' | 'desc') =>
  database.prepare(`select id, count, bytes_before, length(batch) as bytes from journal order by id ${order} limit 1`)

/** Number and bytes of the messages in the journal, including done ones. */
export function createJournalExtent(database: DatabaseSync): () => { messages: number; bytes: number } {
  const [first, last] = [endOf(database, 'asc'), endOf(database, 'desc')]
  return () => {
    const [oldest, newest] = [first.get() as EndRow | undefined, last.get() as EndRow | undefined]
    if (!oldest || !newest) return { messages: 0, bytes: 0 }
    return {
      messages: newest.id + newest.count - oldest.id,
      bytes: newest.bytes_before + newest.bytes - oldest.bytes_before,
    }
  }
}

export interface JournalState {
  readonly bytesEver: number
  readonly nextSeq: number
  /** Positions whose outcome isn't stored, ascending. */
  readonly undone: readonly number[]
}

/** Reads the state at startup without changing it. */
export function readJournalState(database: DatabaseSync): JournalState {
  const last = endOf(database, 'desc').get() as EndRow | undefined
  const progress = database.prepare('select id, batch from progress order by id').all() as unknown as {
    id: number
    batch: Uint8Array
  }[]
  const saved = progress[0]?.id === 0 ? decodeCheckpoint(progress[0].batch) : { nextSeq: 1, undone: [] }
  const nextSeq = Math.max(saved.nextSeq, last ? last.id + last.count : 1)
  const undone = new Set(saved.undone)
  for (let seq = saved.nextSeq; seq < nextSeq; seq++) undone.add(seq)
  for (const { id, batch } of progress) if (id !== 0) for (const seq of decodeDone(batch)) undone.delete(seq)
  return {
    bytesEver: last ? last.bytes_before + last.bytes : 0,
    nextSeq,
    undone: [...undone].sort((a, b) => a - b),
  }
}

export function createJournalTable(
  database: DatabaseSync,
  limits: { journalHours: number; journalBytes: number },
): JournalTable {
  const insertRow = database.prepare('insert into journal (id, at, count, bytes_before, batch) values (?, ?, ?, ?, ?)')
  const insertDone = database.prepare('insert into progress (batch) values (?)')
  const deleteProgress = database.prepare('delete from progress')
  const insertCheckpoint = database.prepare('insert into progress (id, batch) values (0, ?)')
  const oldestRow = database.prepare('select id, at, count, bytes_before from journal order by id limit 1')
  const deleteRow = database.prepare('delete from journal where id = ?')

  const { undone, ...start } = readJournalState(database)
  let { bytesEver, nextSeq } = start

  function checkpoint(state: Uint8Array) {
    deleteProgress.run()
    insertCheckpoint.run(state)
  }
  checkpoint(encodeCheckpoint(nextSeq, undone))

  type Row = { id: number; at: number; count: number; bytes_before: number }
  let oldest = oldestRow.get() as Row | undefined

  return {
    append(batch, count, nowMs) {
      const first = nextSeq
      insertRow.run(first, nowMs, count, bytesEver, batch)
      oldest ??= { id: first, at: nowMs, count, bytes_before: bytesEver }
      bytesEver += batch.byteLength
      nextSeq += count
      return first
    },
    done(seqs) {
      insertDone.run(seqs)
    },
    checkpoint,
    retain(lowWater, nowMs) {
      const tooOld = nowMs - limits.journalHours * 3_600_000
      for (let i = 0; i < retainRowsAtOnce; i++) {
        // The last row stays, because it determines the next position.
        if (!oldest || oldest.id + oldest.count >= nextSeq || oldest.id + oldest.count > lowWater) return false
        if (oldest.at >= tooOld && bytesEver - oldest.bytes_before <= limits.journalBytes) return false
        deleteRow.run(oldest.id)
        oldest = oldestRow.get() as Row | undefined
      }
      return true
    },
    get nextSeq() {
      return nextSeq
    },
    undone,
  }
}

/**
 * Reads the messages at these ascending positions. Reads only rows that contain one of them: a message that waited long
 * doesn't make a start read everything after it.
 */
export function readUndone(database: DatabaseSync, undone: ArrayLike<number>): JournalledMessage[] {
  const rowOf = database.prepare('select id, batch from journal where id <= ? order by id desc limit 1')
  const messages: JournalledMessage[] = []
  for (let at = 0; at < undone.length; ) {
    const { id, batch } = rowOf.get(undone[at] as number) as { id: number; batch: Uint8Array }
    const held = decodeMessages(batch)
    const before = at
    for (; at < undone.length; at++) {
      const seq = undone[at] as number
      const message = held[seq - id]
      if (!message) break
      messages.push({ seq, message, load: null })
    }
    invariant(at > before, `message ${undone[at]} is in the journal until it is done`)
  }
  return messages
}
