/**
 * Runs one action on many rows with progress reports. The calls of up to a hundred rows are sent together as one
 * request. A failure is reported for its row and doesn't stop the others; stopping lets calls in flight finish and skips
 * the rest.
 */

import { createBatchFetch } from '@sonde/client/batch/batch-fetch'
import { batchCallsMax } from '@sonde/model/batch/batch-limits'
import type { RowCall, RunRow } from '../ui/entity-table/row-call.ts'
import { failureText } from '../ui/states/failure-text.ts'

/** Minimum ms between two progress reports. */
const reportMs = 100

/** Undoes one row's change. */
export type UndoRow = (how: RowCall) => Promise<unknown>

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
  /** Undo functions of the changed rows, the last change first. */
  readonly undo: readonly UndoRow[]
}

export interface BulkOptions {
  readonly onProgress?: (progress: BulkProgress) => void
  readonly signal?: AbortSignal
}

/** `run` may return a function that undoes its change. */
export async function runBulk<T>(
  rows: readonly T[],
  run: RunRow<T>,
  { onProgress = () => {}, signal }: BulkOptions = {},
): Promise<BulkResult<T>> {
  const total = rows.length
  const done: T[] = []
  const failures: BulkFailure<T>[] = []
  const undo: UndoRow[] = []
  const waiting = rows.values()
  let pause: ReturnType<typeof setTimeout> | undefined
  let isDue = false
  // The caller shows failures.
  const how: RowCall = { ignoreErrors: true, fetch: createBatchFetch() }

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
        const answer = await run(row, how)
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
  await Promise.all(Array.from({ length: batchCallsMax }, work))
  clearTimeout(pause)
  return { done, failures, undo: undo.reverse() }
}
