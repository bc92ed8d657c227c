/** Loads all rows of a list page by page, in the list's order, each row once. */

import type { PageData } from '@sonde/model/paging'

/** Rows per request. */
export const rowsPerRequest = 1000

/** Loads one page of a list; `page` 0 starts over. */
export type LoadRows<T> = (page: number, pageSize: number, signal: AbortSignal) => Promise<PageData<T>>

export interface RowPagesDeps<T> {
  readonly load: LoadRows<T>
  readonly idOf: (row: T) => string
}

export interface RowPage<T> {
  readonly rows: readonly T[]
  /** Number of rows loaded so far, and total. */
  readonly done: number
  readonly total: number
}

/** Each call of the returned function loads the next page; null: no more pages. */
export function rowPages<T>({ load, idOf }: RowPagesDeps<T>): (signal: AbortSignal) => Promise<RowPage<T> | null> {
  const seen = new Set<string>()
  let page = 0
  let isLast = false
  return async (signal) => {
    if (isLast) return null
    const { data, totalElements, hasNext } = await load(page, rowsPerRequest, signal)
    // Rows created in between shift others to a later page, where they'd appear twice.
    const rows = data.filter((row) => !seen.has(idOf(row)))
    signal.throwIfAborted()
    for (const row of rows) seen.add(idOf(row))
    page += 1
    isLast = !hasNext || data.length === 0
    const total = Math.max(totalElements, seen.size)
    return { rows, done: isLast ? total : seen.size, total }
  }
}
