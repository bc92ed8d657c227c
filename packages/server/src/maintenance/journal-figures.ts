/** What the journal holds and what of it is not done, read as the writer reads it at a start, and without changing it. */

import type { DatabaseSync } from 'node:sqlite'
import { decodeCheckpoint, decodeDone } from '../storage/sqlite/progress.ts'

export interface JournalState {
  /** Messages that are still there, done ones included, and their bytes. */
  readonly messages: number
  readonly bytes: number
  readonly nextSeq: number
  /** Positions whose outcome is not stored, ascending. */
  readonly undone: readonly number[]
}

export function readJournal(database: DatabaseSync): JournalState {
  const edge = (order: string) =>
    database.prepare(`select id, count, bytes_before, length(batch) as bytes from journal order by id ${order} limit 1`)
  type Row = { id: number; count: number; bytes_before: number; bytes: number }
  const first = edge('asc').get() as Row | undefined
  const last = edge('desc').get() as Row | undefined
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
    messages: first && last ? last.id + last.count - first.id : 0,
    bytes: first && last ? last.bytes_before + last.bytes - first.bytes_before : 0,
    nextSeq,
    undone: [...undone].sort((a, b) => a - b),
  }
}
