/**
 * Main thread side of the reader worker: requests, responses in pieces, and recovery when the worker is gone.
 *
 * A request goes to the storage worker, which adds copies of the open heads and forwards it. So it sees everything that
 * was committed before. Further pieces of a text are requested from the reader directly.
 *
 * If the worker stops, its pending requests fail; the next request starts a new worker.
 *
 * A tenant can only use part of the places for requests and texts that other tenants don't use. The worker alternates
 * between tenants by the time that their steps take.
 */

import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { createFairPlaces } from '../../turns/fair-places.ts'
import type { Columns } from '../series/columns.ts'
import type { ArraysForm, ArrayText } from '../series/range-arrays.ts'
import type { JsonForm } from '../series/range-json.ts'
import type { SeriesRange } from '../series/series-range.ts'
import { StoreFailed } from '../storage.ts'
import type { ReaderAnswer, ReadRange, ReadStats, ToReader } from './worker-protocol.ts'

/** MB; limits the memory of the process. */
const readerLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }
/**
 * Maximum number of texts at a time. Each holds some hundred KB while its client reads, or some MB if a data point has
 * 900 KB. Further ones wait until one has ended.
 */
export const textsAtOnceMax = 32
/** Maximum number of pending requests: the storage worker copies heads for each, between two commits. */
const questionsAtOnceMax = 16
/** Maximum share of one tenant in the places that other tenants don't use. */
const tenantPart = 1 / 2

export interface SeriesReaderDeps {
  readonly databasePath: string
  /** Sends the port of a new reader to the storage worker, which forwards range requests to it. */
  readonly connect: (port: MessagePort) => void
  readonly askWriter: (request: ReadRange | ReadStats) => void
  /** Tenant of the caller. */
  readonly tenantId: () => string
  readonly log: Logger
}

/** The texts of a range exceed the character limit of the read. */
export class SeriesTooLarge extends Error {
  override readonly name = 'SeriesTooLarge'
}

type StatsAnswer = Extract<ReaderAnswer, { kind: 'stats' }>

export interface SeriesReader {
  /**
   * Columns per range, for each series; null: more than `pointsMax` points in total. Throws `SeriesTooLarge` if their
   * texts exceed `charactersMax` characters.
   */
  columns(
    series: readonly number[],
    ranges: readonly SeriesRange[],
    charactersMax: number,
    pointsMax?: number,
  ): Promise<readonly (readonly Columns[])[] | null>
  /** All ranges of a series as one text, for each series; with the same limits. */
  texts(
    series: readonly number[],
    ranges: readonly SeriesRange[],
    form: ArraysForm,
    charactersMax: number,
    pointsMax: number,
  ): Promise<readonly ArrayText[] | null>
  /**
   * The range as text in pieces. The next piece is created when the previous one has been taken, and reuses its memory:
   * a piece is only valid until the next one is requested. Leaving the loop ends the read.
   */
  text(series: readonly number[], range: SeriesRange, form: JsonForm): AsyncGenerator<Uint8Array, void>
  stats(): Promise<StatsAnswer>
  /** Fails all pending and future requests. */
  fail(): void
  /** Rejects new requests. Resolves when the worker has ended. */
  close(): Promise<void>
}

const unexpected = 'The reader answered something else than it was asked for.'

interface Waiting {
  answered(answer: ReaderAnswer): void
  failed(error: Error): void
}

export function createSeriesReader(deps: SeriesReaderDeps): SeriesReader {
  const { databasePath, connect, askWriter, tenantId, log } = deps
  const waiting = new Map<number, Waiting>()
  const texts = createFairPlaces(textsAtOnceMax, { part: tenantPart })
  const questions = createFairPlaces(questionsAtOnceMax, { part: tenantPart })
  let nextRead = 1
  let rejection: string | null = null
  /** Started with the first request. */
  let worker: Worker | undefined
  let exited: Promise<void> | undefined

  function start(): Worker {
    const { port1: port, port2 } = new MessageChannel()
    connect(port2)
    const started = new Worker(new URL('./reader-worker.ts', import.meta.url), {
      workerData: { databasePath, writer: port },
      transferList: [port],
      resourceLimits: readerLimits,
      name: 'reader',
    })
    started.on('message', (answer: ReaderAnswer | { kind: 'closed' }) => {
      if (answer.kind === 'closed') return
      const read = waiting.get(answer.read)
      if (!read) {
        // The read was abandoned before the reader received it.
        if (answer.kind === 'piece' && !answer.isLast) post({ kind: 'end', read: answer.read })
      } else if (answer.kind === 'tooLarge') {
        read.failed(new SeriesTooLarge('The values of this time range are too large to be read at once.'))
      } else if (answer.kind === 'failed') {
        read.failed(new Error(`A read of the series store failed: ${answer.message}`))
      } else read.answered(answer)
    })
    started.on('error', (error) =>
      log.error({ err: error }, 'The series reader thread stopped; the next read restarts it.'),
    )
    exited = new Promise((resolve) => {
      started.once('exit', () => {
        resolve()
        if (worker !== started) return
        worker = undefined
        if (rejection === null) failAll('The reader of the store stopped. Try again.')
      })
    })
    return started
  }

  const post = (message: ToReader, transfer: ArrayBuffer[] = []) => worker?.postMessage(message, transfer)

  function failAll(why: string) {
    for (const { failed } of waiting.values()) failed(new StoreFailed(why))
    waiting.clear()
  }

  function fail() {
    rejection ??= 'The store doesn’t answer reads. Start Sonde again.'
    failAll(rejection)
  }

  function ask(waits: Waiting, request: (read: number) => ReadRange | ReadStats): number {
    if (rejection !== null) throw new StoreFailed(rejection)
    worker ??= start()
    const read = nextRead++
    waiting.set(read, waits)
    askWriter(request(read))
    return read
  }

  async function askOnce(tenant: string, request: (read: number) => ReadRange | ReadStats): Promise<ReaderAnswer> {
    const leave = await questions.enter(tenant)
    let read = 0
    try {
      return await new Promise((resolve, reject) => {
        read = ask({ answered: resolve, failed: reject }, request)
      })
    } finally {
      waiting.delete(read)
      leave()
    }
  }

  async function* text(series: readonly number[], range: SeriesRange, form: JsonForm) {
    const arrived: ReaderAnswer[] = []
    const state: { failure: Error | null } = { failure: null }
    let isComplete = false
    let wake = () => {}
    const waits: Waiting = {
      answered(answer) {
        arrived.push(answer)
        wake()
      },
      failed(error) {
        state.failure = error
        wake()
      },
    }
    const tenant = tenantId()
    const leave = await texts.enter(tenant)
    let answered = await questions.enter(tenant)
    let read = 0
    try {
      read = ask(waits, (number) => ({
        kind: 'range',
        read: number,
        tenantId: tenant,
        series,
        ranges: [range],
        form,
        pointsMax: Number.POSITIVE_INFINITY,
        charactersMax: Number.POSITIVE_INFINITY,
      }))
      for (;;) {
        while (arrived.length === 0 && !state.failure) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        answered()
        answered = () => {}
        if (state.failure) throw state.failure
        const piece = arrived.shift()
        if (piece?.kind !== 'piece') throw new Error(unexpected)
        isComplete = piece.isLast
        if (piece.bytes.length > 0) yield piece.bytes
        if (isComplete) return
        const { buffer } = piece.bytes
        post({ kind: 'more', read, spare: buffer }, [buffer])
      }
    } finally {
      waiting.delete(read)
      if (!isComplete) post({ kind: 'end', read })
      answered()
      leave()
    }
  }

  /** `form` null: returns columns. */
  function askRange(
    series: readonly number[],
    ranges: readonly SeriesRange[],
    form: ArraysForm | null,
    charactersMax: number,
    pointsMax: number,
  ) {
    const tenant = tenantId()
    const asked = { kind: 'range', tenantId: tenant, series, ranges, form, pointsMax, charactersMax } as const
    return askOnce(tenant, (read) => ({ ...asked, read }))
  }

  return {
    async columns(series, ranges, charactersMax, pointsMax = Number.POSITIVE_INFINITY) {
      const answer = await askRange(series, ranges, null, charactersMax, pointsMax)
      if (answer.kind !== 'range') throw new Error(unexpected)
      return answer.columns
    },
    async texts(series, ranges, form, charactersMax, pointsMax) {
      const answer = await askRange(series, ranges, form, charactersMax, pointsMax)
      if (answer.kind !== 'texts') throw new Error(unexpected)
      return answer.found
    },
    text,
    async stats() {
      const answer = await askOnce('', (read) => ({ kind: 'stats', read, headPoints: 0 }))
      if (answer.kind !== 'stats') throw new Error(unexpected)
      return answer
    },
    fail,
    async close() {
      rejection ??= 'The store is closed.'
      post({ kind: 'close' })
      await exited
      fail()
    },
  }
}
