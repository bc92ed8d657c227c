/** Checks the journal batch by batch, and its progress records. */

import type { DatabaseSync } from 'node:sqlite'
import { decodeMessages } from '../../../messages/message-codec.ts'
import type { Breathe, CheckReport } from '../../store-maintenance.ts'
import { readJournalState } from '../journal-table.ts'
import { decodeCheckpoint, decodeDone } from '../progress.ts'

import { countRows, inOneState } from './check-series.ts'

const rowsAtOnce = 500

export async function checkJournal(database: DatabaseSync, report: CheckReport, breathe: Breathe): Promise<void> {
  const all = countRows(database, 'journal')
  const page = database.prepare('select id, count, bytes_before, batch from journal where id > ? order by id limit ?')
  let last = Number.NEGATIVE_INFINITY
  let next: { id: number; bytes: number } | null = null
  let rows = 0
  let messages = 0
  for (;;) {
    const found = page.all(last, rowsAtOnce)
    for (const row of found) {
      const id = row.id as number
      const before = row.bytes_before as number
      const batch = row.batch as Uint8Array
      // A running server may have dropped done messages since the last page; only adjacent rows are compared.
      if (next && next.id !== id) {
        report.found('Gaps in the journal', `between positions ${next.id} and ${id}`)
      } else if (next && next.bytes !== before) {
        report.found('Damaged journal rows', `position ${id}: ${before} bytes before it, not ${next.bytes}`)
      }
      try {
        const { length } = decodeMessages(batch)
        messages += length
        if (length !== row.count) {
          report.found('Damaged journal rows', `position ${id}: ${length} messages, not ${row.count}`)
        }
      } catch (error) {
        report.found('Damaged journal rows', `position ${id}: ${(error as Error).message}`)
      }
      next = { id: id + (row.count as number), bytes: before + batch.byteLength }
      last = id
    }
    if (found.length === 0) break
    rows += found.length
    await breathe('journal', rows, all)
    next = resumesAt(database, last) ? next : null
  }
  report.looked(messages, 'journaled message')
  checkProgress(database, report)
}

/** Whether the row still exists: a running server removes old rows during the check. */
const resumesAt = (database: DatabaseSync, id: number): boolean =>
  database.prepare('select 1 from journal where id = ?').get(id) !== undefined

function checkProgress(database: DatabaseSync, report: CheckReport) {
  inOneState(database, () => {
    for (const { id, batch } of database.prepare('select id, batch from progress order by id').iterate()) {
      try {
        if (id === 0) decodeCheckpoint(batch as Uint8Array)
        else decodeDone(batch as Uint8Array)
      } catch (error) {
        report.found('Damaged progress rows', `row ${id}: ${(error as Error).message}`)
        return
      }
    }
    const { undone, nextSeq } = readJournalState(database)
    const first = database.prepare('select min(id) as id from journal').get()?.id as number | null
    for (const seq of undone) {
      if (first !== null && seq >= first && seq < nextSeq) continue
      report.found('Unprocessed messages that are missing', `position ${seq}`)
    }
    report.looked(undone.length, 'unprocessed message')
  })
}
