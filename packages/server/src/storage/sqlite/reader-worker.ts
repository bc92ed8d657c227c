/**
 * The reader worker: range reads, concurrent with commits and off the event loop.
 *
 * The storage worker forwards a read together with copies of the open heads. A point found both in a chunk and in a
 * copy is the same point, and no committed point is missed. Text responses are created in pieces, a limited number
 * ahead of the main thread. Tenants alternate, one read or piece at a time.
 */

import { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createFairRounds, type Owner } from '../../turns/fair-rounds.ts'
import type { Columns } from '../series/columns.ts'
import { type ArraysForm, rangeArrays } from '../series/range-arrays.ts'
import { type JsonForm, rangeJson } from '../series/range-json.ts'
import { createJsonPieces } from '../series/series-json.ts'
import { readSeries, TextsTooLarge, textRoom } from '../series/series-range.ts'
import { createChunkFinder } from './chunk-table.ts'
import { standBehind } from './thread-priority.ts'
import { createWindowEdges } from './window-edges.ts'
import type { ReaderAnswer, ReadRangeWithHeads, ReadStats, ToReader } from './worker-protocol.ts'

const { databasePath, writer } = workerData as { databasePath: string; writer: MessagePort }
const main = parentPort as MessagePort

standBehind()

/** Maximum number of pieces of a read in flight: one is written while the next one is created. */
const piecesAhead = 2

function open() {
  const database = new DatabaseSync(databasePath, { readOnly: true, timeout: 5000 })
  database.exec('pragma cache_size = -8000')
  const chunks = createChunkFinder(database)
  const edges = createWindowEdges(database)
  const pieces = createJsonPieces()
  const totals = database.prepare('select count(*) as chunks, total(n) as points, total(size) as chunkBytes from chunk')
  const pages = database.prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
  const begin = database.prepare('begin')
  const commit = database.prepare('commit')

  /** Runs a step in a single snapshot. */
  function atOnce<T>(run: () => T): T {
    begin.run()
    try {
      return run()
    } finally {
      commit.run()
    }
  }

  return {
    database,
    atOnce,
    ranges: ({ series, heads, ranges, pointsMax, charactersMax }: ReadRangeWithHeads) =>
      atOnce(() => {
        const room = textRoom(charactersMax)
        const found: Columns[][] = ranges.map(() => [])
        let points = 0
        for (const [i, each] of series.entries()) {
          for (const [r, range] of ranges.entries()) {
            const columns = readSeries(chunks, each, heads[i], range, room)
            points += columns.length
            if (points > pointsMax) return null
            found[r]?.push(columns)
          }
        }
        return found
      }),
    json: ({ series, heads, ranges: [range] }: ReadRangeWithHeads, form: JsonForm) => {
      if (!range) throw new Error('A read of text needs a range.')
      return rangeJson({ chunks, edges, pieces }, { series, heads, range, form })
    },
    arrays: (request: ReadRangeWithHeads, form: ArraysForm) =>
      atOnce(() => rangeArrays({ chunks, pieces }, request, form, textRoom(request.charactersMax))),
    /** Discards the partial text of a failed step, so that it doesn't get into another read. */
    dropPiece: () => void pieces.takeText(),
    giveBack: pieces.giveBack,
    stats: ({ headPoints }: ReadStats) =>
      atOnce(() => {
        const { points, ...ofChunks } = totals.get() as { chunks: number; points: number; chunkBytes: number }
        const { bytes } = pages.get() as { bytes: number }
        return { ...ofChunks, points: points + headPoints, hotPoints: headPoints, bytes }
      }),
  }
}

/** Marks typed arrays for transfer instead of copying; the read has created them, so they aren't shared. */
function packed(columns: Columns, transfer: ArrayBuffer[]): Columns {
  for (const column of [columns.ts, columns.values]) {
    if (column instanceof Float64Array && column.buffer instanceof ArrayBuffer) transfer.push(column.buffer)
  }
  return columns
}

/** A text read that is created in pieces. */
interface OpenRead {
  readonly owner: Owner
  readonly read: number
  readonly pieces: ReturnType<ReturnType<typeof open>['json']>
  /** Number of pieces that may still be sent. */
  credit: number
  isWaiting: boolean
}

let store: ReturnType<typeof open> | undefined
const openReads = new Map<number, OpenRead>()
const rounds = createFairRounds<() => void>()
let isScheduled = false

const answer = (message: ReaderAnswer, transfer: ArrayBuffer[] = []) => main.postMessage(message, transfer)

function fail(read: number, error: unknown) {
  store?.dropPiece()
  if (error instanceof TextsTooLarge) answer({ kind: 'tooLarge', read })
  else answer({ kind: 'failed', read, message: (error as Error).message })
}

/** Queues a step of the owner. Other requests are received between two steps. */
function add(owner: Owner, step: () => void) {
  rounds.add(owner, step)
  schedule()
}

function schedule() {
  if (isScheduled || rounds.size === 0) return
  isScheduled = true
  setImmediate(() => {
    isScheduled = false
    const taken = rounds.take()
    const started = performance.now()
    if (store) taken?.item()
    taken?.charge(performance.now() - started)
    schedule()
  })
}

function nextPiece(open: OpenRead) {
  open.isWaiting = false
  if (!openReads.has(open.read) || !store) return
  try {
    const { value, done = false } = store.atOnce(() => open.pieces.next())
    answer({ kind: 'piece', read: open.read, bytes: value, isLast: done }, [value.buffer])
    open.credit--
    if (done) openReads.delete(open.read)
    else goOn(open)
  } catch (error) {
    openReads.delete(open.read)
    fail(open.read, error)
  }
}

/** Queues the next piece, if more pieces may be sent. */
function goOn(open: OpenRead) {
  if (open.credit === 0 || open.isWaiting) return
  open.isWaiting = true
  add(open.owner, () => nextPiece(open))
}

function answerAtOnce(request: ReadRangeWithHeads | ReadStats) {
  const { read } = request
  if (!store) return
  try {
    if (request.kind === 'stats') answer({ kind: 'stats', read, ...store.stats(request) })
    else if (request.form?.kind === 'arrays') {
      answer({ kind: 'texts', read, found: store.arrays(request, request.form) })
    } else {
      const transfer: ArrayBuffer[] = []
      const found = store.ranges(request)
      const columns = found?.map((ofRange) => ofRange.map((one) => packed(one, transfer)))
      answer({ kind: 'range', read, columns: columns ?? null }, transfer)
    }
  } catch (error) {
    fail(read, error)
  }
}

writer.on('message', (request: ReadRangeWithHeads | ReadStats) => {
  const { read } = request
  const owner: Owner = { tenantId: request.kind === 'range' ? request.tenantId : '', userId: '' }
  try {
    store ??= open()
    if (request.kind === 'range' && request.form?.kind === 'object') {
      const pieces = store.json(request, request.form)
      const opened: OpenRead = { owner, read, pieces, credit: piecesAhead, isWaiting: false }
      openReads.set(read, opened)
      goOn(opened)
    } else add(owner, () => answerAtOnce(request))
  } catch (error) {
    fail(read, error)
  }
})

main.on('message', (message: ToReader) => {
  if (message.kind === 'close') {
    store?.database.close()
    store = undefined
    main.postMessage({ kind: 'closed' })
    writer.close()
    main.close()
    return
  }
  if (message.kind === 'more') store?.giveBack(message.spare)
  const open = openReads.get(message.read)
  if (!open) return
  if (message.kind === 'end') openReads.delete(message.read)
  else {
    open.credit++
    goOn(open)
  }
})
