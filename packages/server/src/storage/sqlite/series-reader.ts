/**
 * The main thread's side of the reader worker: questions, answers in pieces, and what happens when a worker is gone.
 *
 * A question goes to the storage worker, which adds copies of the open heads and hands it on; so it sees all that was
 * committed before it. The pieces of a text are asked for directly.
 *
 * A tenant has a part of the places for questions and for texts that others left, and the worker takes its steps tenant
 * by tenant, by the time that they take.
 */

import { type MessagePort, Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { createFairPlaces } from '../../turns/fair-places.ts'
import type { Columns } from '../series/columns.ts'
import type { ArraysForm, ArrayText } from '../series/range-arrays.ts'
import type { JsonForm } from '../series/range-json.ts'
import type { SeriesRange } from '../series/series-range.ts'
import { StoreFailed } from '../storage.ts'
import type { ReaderAnswer, ReadRange, ReadStats, ToReader } from './worker-protocol.ts'

/** MB: the bound that keeps the process small. */
const readerLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }
/**
 * Texts that are made at once. Each holds some hundred KB while its client reads; one more waits until one of them has
 * ended.
 */
export const textsAtOnceMax = 64
/** Questions that are asked and not answered: the storage worker copies heads for each, between two commits. */
const questionsAtOnceMax = 16
/** Of either, those that others left. */
const tenantPart = 1 / 2

export interface SeriesReaderParts {
  readonly databasePath: string
  /** Where the storage worker hands questions on. */
  readonly port: MessagePort
  readonly askWriter: (request: ReadRange | ReadStats) => void
  /** Of whoever calls. */
  readonly tenantId: () => string
  readonly log: Logger
}

type StatsAnswer = Extract<ReaderAnswer, { kind: 'stats' }>

export interface SeriesReader {
  /** By range, for each series; null when there are more than `pointsMax` points in all. */
  columns(
    series: readonly number[],
    ranges: readonly SeriesRange[],
    pointsMax?: number,
  ): Promise<readonly (readonly Columns[])[] | null>
  /** All ranges of a series as one text, for each series; null when there are more than `pointsMax` points in all. */
  texts(
    series: readonly number[],
    ranges: readonly SeriesRange[],
    form: ArraysForm,
    pointsMax: number,
  ): Promise<readonly ArrayText[] | null>
  /**
   * The range as text; the next piece is made when the one before is taken, and in its memory: whoever asks for the next
   * one is through with it. Ends with the loop that takes them.
   */
  text(series: readonly number[], range: SeriesRange, form: JsonForm): AsyncGenerator<Uint8Array, void>
  stats(): Promise<StatsAnswer>
  /** Fails all that is asked, now and later. */
  fail(): void
  /** Refuses what is asked from now on. Resolves when the worker has ended. */
  close(): Promise<void>
}

const unexpected = 'The reader answered something else than it was asked for.'

interface Waiting {
  answered(answer: ReaderAnswer): void
  failed(error: Error): void
}

export function createSeriesReader(parts: SeriesReaderParts): SeriesReader {
  const { databasePath, port, askWriter, tenantId, log } = parts
  const waiting = new Map<number, Waiting>()
  const texts = createFairPlaces(textsAtOnceMax, { part: tenantPart })
  const questions = createFairPlaces(questionsAtOnceMax, { part: tenantPart })
  let nextRead = 1
  let refusal: string | null = null
  /** Started with the first question; until then questions wait in the channel. */
  let worker: Worker | undefined
  let exited: Promise<void> | undefined

  function start(): Worker {
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
        // Given up before the reader knew of it.
        if (answer.kind === 'piece' && !answer.isLast) tell({ kind: 'end', read: answer.read })
      } else if (answer.kind === 'failed') {
        read.failed(new Error(`A read of the series store failed: ${answer.message}`))
      } else read.answered(answer)
    })
    started.on('error', (error) => {
      log.error({ err: error }, 'The reader of the series store stopped.')
      fail()
    })
    exited = new Promise((resolve) => void started.once('exit', () => resolve()))
    return started
  }

  const tell = (message: ToReader, transfer: ArrayBuffer[] = []) => worker?.postMessage(message, transfer)

  function fail() {
    refusal ??= 'The store does not answer reads. Start Sonde again.'
    for (const { failed } of waiting.values()) failed(new StoreFailed(refusal))
    waiting.clear()
  }

  function ask(waits: Waiting, request: (read: number) => ReadRange | ReadStats): number {
    if (refusal !== null) throw new StoreFailed(refusal)
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
        tell({ kind: 'more', read, spare: buffer }, [buffer])
      }
    } finally {
      waiting.delete(read)
      if (!isComplete) tell({ kind: 'end', read })
      answered()
      leave()
    }
  }

  return {
    async columns(series, ranges, pointsMax = Number.POSITIVE_INFINITY) {
      const tenant = tenantId()
      const answer = await askOnce(tenant, (read) => ({
        kind: 'range',
        read,
        tenantId: tenant,
        series,
        ranges,
        form: null,
        pointsMax,
      }))
      if (answer.kind !== 'range') throw new Error(unexpected)
      return answer.columns
    },
    async texts(series, ranges, form, pointsMax) {
      const tenant = tenantId()
      const answer = await askOnce(tenant, (read) => ({
        kind: 'range',
        read,
        tenantId: tenant,
        series,
        ranges,
        form,
        pointsMax,
      }))
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
      refusal ??= 'The store is closed.'
      tell({ kind: 'close' })
      port.close()
      await exited
      fail()
    },
  }
}
