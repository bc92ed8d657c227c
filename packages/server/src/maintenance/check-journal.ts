/** The journal looked at batch by batch, and the note of what is done. */

import type { DatabaseSync } from 'node:sqlite'
import { decodeMessages } from '../messages/message-codec.ts'
import { decodeCheckpoint, decodeDone } from '../storage/sqlite/progress.ts'
import type { CheckReport } from './check-report.ts'
import type { Breathe } from './check-series.ts'
import { readJournal } from './journal-figures.ts'

const rowsAtOnce = 500

export async function checkJournal(database: DatabaseSync, report: CheckReport, breathe: Breathe): Promise<void> {
  const all = database.prepare('select count(*) as count from journal').get()?.count as number
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
      // The platform may have dropped done messages since the last page; only what follows at once is compared.
      if (next && next.id !== id) {
        report.found('Gaps in the journal', `between positions ${next.id} and ${id}`)
      } else if (next && next.bytes !== before) {
        report.found('Journal rows that are damaged', `position ${id}: ${before} bytes before it, not ${next.bytes}`)
      }
      try {
        const { length } = decodeMessages(batch)
        messages += length
        if (length !== row.count) {
          report.found('Journal rows that are damaged', `position ${id}: ${length} messages, not ${row.count}`)
        }
      } catch (error) {
        report.found('Journal rows that are damaged', `position ${id}: ${(error as Error).message}`)
      }
      next = { id: id + (row.count as number), bytes: before + batch.byteLength }
      last = id
    }
    if (found.length === 0) break
    rows += found.length
    await breathe('journal', rows, all)
    next = resumesAt(database, last) ? next : null
  }
  report.looked(messages, 'journalled message')
  checkProgress(database, report)
}

/** Whether the row is still there: retention takes rows from the front while a running platform is looked at. */
const resumesAt = (database: DatabaseSync, id: number): boolean =>
  database.prepare('select 1 from journal where id = ?').get(id) !== undefined

function checkProgress(database: DatabaseSync, report: CheckReport) {
  database.exec('begin')
  try {
    for (const { id, batch } of database.prepare('select id, batch from progress order by id').iterate()) {
      try {
        if (id === 0) decodeCheckpoint(batch as Uint8Array)
        else decodeDone(batch as Uint8Array)
      } catch (error) {
        report.found('Progress rows that are damaged', `row ${id}: ${(error as Error).message}`)
        return
      }
    }
    const { undone, nextSeq } = readJournal(database)
    const first = database.prepare('select min(id) as id from journal').get()?.id as number | null
    for (const seq of undone) {
      if (first !== null && seq >= first && seq < nextSeq) continue
      report.found('Messages that are not done and no longer there', `position ${seq}`)
    }
    report.looked(undone.length, 'message that is not done', 'messages that are not done')
  } finally {
    database.exec('commit')
  }
}
