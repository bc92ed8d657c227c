/**
 * The row reader worker: entity reads that examine many rows, off the event loop.
 *
 * A read runs to its end before its rows are sent, in parts, a limited number ahead of the main thread. An unfinished
 * read would hold its snapshot, and all other reads on this connection would see the store as it was then.
 */

import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort } from 'node:worker_threads'
import { addDialectFunctions } from './dialect-functions.ts'
import { type Row, readAll } from './read-rows.ts'
import type { FromRowReader, RowRead, ToRowReader } from './row-reader.ts'
import { standBehind, workedMs } from './thread-priority.ts'

const main = parentPort
if (!main) throw new Error('The row reader is a worker.')

standBehind()

const preparedMax = 200
/** Maximum number of rows and characters per part. */
const partRows = 1000
const partCharacters = 256 * 1024
/** Maximum number of parts in flight per read. */
const partsAhead = 2

let database: DatabaseSync | undefined
const prepared = new Map<string, StatementSync>()
/** Remaining rows of each read. */
const held = new Map<number, { rows: Row[]; at: number }>()

const answer = (message: FromRowReader) => main.postMessage(message)

function open(databasePath: string) {
  database = new DatabaseSync(databasePath, { readOnly: true, timeout: 5000 })
  // Sorting and grouping use a file if the data exceeds the cache.
  database.exec('pragma cache_size = -4000; pragma temp_store = file')
  addDialectFunctions(database)
}

/** The thread that started the worker then terminates it or opens another database. */
function close() {
  held.clear()
  prepared.clear()
  database?.close()
  database = undefined
  answer({ kind: 'closed' })
}

function prepare(sql: string): StatementSync {
  let statement = prepared.get(sql)
  if (statement) prepared.delete(sql)
  else {
    if (prepared.size >= preparedMax) prepared.delete(prepared.keys().next().value as string)
    if (!database) throw new Error('The row reader has no database.')
    statement = database.prepare(sql)
    statement.setReturnArrays(true)
  }
  prepared.set(sql, statement)
  return statement
}

function read({ id, sql, values, bytesMax }: RowRead) {
  const started = workedMs()
  try {
    const found = readAll(prepare(sql), values, bytesMax)
    const ms = workedMs() - started
    if (!found) return answer({ kind: 'failed', id, ms, isTooLarge: true, message: '' })
    answer({ kind: 'read', id, ms, bytes: found.bytes })
    held.set(id, { rows: found.rows, at: 0 })
    for (let i = 0; i < partsAhead; i++) hand(id)
  } catch (error) {
    const { message } = error as Error
    answer({ kind: 'failed', id, ms: workedMs() - started, isTooLarge: false, message })
  }
}

function hand(id: number) {
  const left = held.get(id)
  if (!left) return
  const { rows } = left
  const from = left.at
  for (
    let characters = 0;
    left.at < rows.length && left.at - from < partRows && characters < partCharacters;
    left.at++
  ) {
    for (const value of rows[left.at] as Row) if (typeof value === 'string') characters += value.length
  }
  const isLast = left.at === rows.length
  answer({ kind: 'part', id, rows: rows.slice(from, left.at), isLast })
  // Sent rows are only needed on the main thread.
  rows.fill([], from, left.at)
  if (isLast) held.delete(id)
}

main.on('message', (message: ToRowReader) => {
  switch (message.kind) {
    case 'open':
      return open(message.databasePath)
    case 'rows':
      return read(message)
    case 'more':
      return hand(message.id)
    case 'end':
      return void held.delete(message.id)
    case 'close':
      return close()
  }
})
