/** One action over many rows: a few at a time, with progress; what fails is told per row and stops nothing. */

import { failureText } from '../states/failure-text.ts'

/** Calls under way at a time. */
const concurrency = 4

export interface BulkFailure<T> {
  readonly row: T
  readonly message: string
}

export interface BulkProgress<T> {
  readonly total: number
  readonly done: number
  readonly failures: readonly BulkFailure<T>[]
}

export async function runBulk<T>(
  rows: readonly T[],
  run: (row: T) => Promise<unknown>,
  onProgress: (progress: BulkProgress<T>) => void,
): Promise<BulkProgress<T>> {
  const waiting = [...rows]
  let progress: BulkProgress<T> = { total: rows.length, done: 0, failures: [] }

  async function outcomeOf(row: T): Promise<BulkFailure<T> | undefined> {
    try {
      await run(row)
      return undefined
    } catch (error) {
      return { row, message: failureText(error) }
    }
  }

  async function work() {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const failure = await outcomeOf(row)
      const failures = failure ? [...progress.failures, failure] : progress.failures
      progress = { total: rows.length, done: progress.done + 1, failures }
      onProgress(progress)
    }
  }
  onProgress(progress)
  await Promise.all(Array.from({ length: concurrency }, work))
  return progress
}
