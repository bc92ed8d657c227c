/**
 * One action over many rows: a few at a time, with progress. Failures are shown per row and stop nothing; stopping lets
 * the calls under way end and leaves the rest untouched.
 */

import { failureText } from '../states/failure-text.ts'

/** Calls under way at a time. */
const concurrency = 4
/** Ms between two reports of progress. */
const reportMs = 100

/** Takes one row's change back. */
export type UndoRow = () => Promise<unknown>

export interface BulkFailure<T> {
  readonly row: T
  readonly message: string
}

export interface BulkProgress {
  readonly total: number
  readonly done: number
}

export interface BulkResult<T> {
  readonly done: readonly T[]
  readonly failures: readonly BulkFailure<T>[]
  /** One for each row that can be taken back, the last changed first. */
  readonly undo: readonly UndoRow[]
}

export interface BulkOptions {
  readonly onProgress?: (progress: BulkProgress) => void
  readonly signal?: AbortSignal
}

/** `run` may answer a function that takes its change back. */
export async function runBulk<T>(
  rows: readonly T[],
  run: (row: T) => Promise<unknown>,
  { onProgress = () => {}, signal }: BulkOptions = {},
): Promise<BulkResult<T>> {
  const total = rows.length
  const done: T[] = []
  const failures: BulkFailure<T>[] = []
  const undo: UndoRow[] = []
  const waiting = rows.values()
  let pause: ReturnType<typeof setTimeout> | undefined
  let isDue = false

  function report() {
    isDue = pause !== undefined
    if (isDue) return
    onProgress({ total, done: done.length + failures.length })
    pause = setTimeout(() => {
      pause = undefined
      if (isDue) report()
    }, reportMs)
  }

  async function work() {
    for (const row of waiting) {
      try {
        const answer = await run(row)
        done.push(row)
        if (typeof answer === 'function') undo.push(answer as UndoRow)
      } catch (error) {
        failures.push({ row, message: failureText(error) })
      }
      report()
      if (signal?.aborted) return
    }
  }
  report()
  await Promise.all(Array.from({ length: concurrency }, work))
  clearTimeout(pause)
  return { done, failures, undo: undo.reverse() }
}
