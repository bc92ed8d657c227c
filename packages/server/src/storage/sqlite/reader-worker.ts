/**
 * The reader worker: range reads, beside the commits and off the event loop.
 *
 * A read comes from the storage worker with copies of the open heads, so what is found in chunks afterwards and in a
 * copy too is the same point, and nothing that was committed is missed.
 */

import { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createChunkFinder } from './chunk-table.ts'
import type { Columns } from './columns.ts'
import { readSeries } from './series-range.ts'
import type { ReaderAnswer, ReadRangeWithHeads, ReadStats } from './worker-protocol.ts'

const { databasePath, writer } = workerData as { databasePath: string; writer: MessagePort }
const main = parentPort as MessagePort

function open() {
  const database = new DatabaseSync(databasePath, { readOnly: true, timeout: 5000 })
  database.exec('pragma cache_size = -8000')
  const chunks = createChunkFinder(database)
  const totals = database.prepare('select count(*) as chunks, total(n) as points from chunk')
  const pages = database.prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size')
  const begin = database.prepare('begin')
  const commit = database.prepare('commit')

  /** One snapshot for all of a request. */
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
    range: ({ series, heads, range }: ReadRangeWithHeads) =>
      atOnce(() => series.map((each, i) => readSeries(chunks, each, heads[i], range))),
    stats: ({ headPoints }: ReadStats) =>
      atOnce(() => {
        const { chunks: chunkCount, points } = totals.get() as { chunks: number; points: number }
        return { chunks: chunkCount, points: points + headPoints, bytes: (pages.get() as { bytes: number }).bytes }
      }),
  }
}

/** Typed arrays move to the other thread instead of being copied: a read has made them for itself. */
function packed(columns: Columns, transfer: ArrayBuffer[]): Columns {
  for (const column of [columns.ts, columns.values]) {
    if (column instanceof Float64Array && column.buffer instanceof ArrayBuffer) transfer.push(column.buffer)
  }
  return columns
}

let store: ReturnType<typeof open> | undefined

writer.on('message', (request: ReadRangeWithHeads | ReadStats) => {
  const { read } = request
  try {
    store ??= open()
    const transfer: ArrayBuffer[] = []
    const answer: ReaderAnswer =
      request.kind === 'stats'
        ? { kind: 'stats', read, ...store.stats(request) }
        : { kind: 'range', read, columns: store.range(request).map((columns) => packed(columns, transfer)) }
    main.postMessage(answer, transfer)
  } catch (error) {
    main.postMessage({ kind: 'failed', read, message: (error as Error).message } satisfies ReaderAnswer)
  }
})

main.on('message', () => {
  store?.database.close()
  main.postMessage({ kind: 'closed' })
  writer.close()
  main.close()
})
