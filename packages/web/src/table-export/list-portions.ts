/** The rows of a list as portions of a file: page by page, in the list's own order, each row once. */

import type { PageData } from '@sonde/model/paging'
import { nextTask } from '../bulk-import/csv-file.ts'
import type { CellContext, EntityColumn } from '../ui/entity-table/entity-description.ts'
import type { CellValue } from './cell-value.ts'
import type { NextPortion } from './export-run.ts'

/** Rows that are asked for at once. */
export const exportPageSize = 1000
/** Rows read before the page has its turn. */
const rowsPerTurn = 100

type Live = CellContext['live']
type ReadCell = <T>(column: EntityColumn<T>, row: T, live: Live) => CellValue

export interface ListPortionsParts<T> {
  readonly load: (page: number, pageSize: number, signal: AbortSignal) => Promise<PageData<T>>
  readonly idOf: (row: T) => string
  readonly columns: readonly EntityColumn<T>[]
  readonly read: ReadCell
  /** A last column of ids. */
  readonly withIds: boolean
  /** Values that cells draw besides their rows, by id. */
  readonly liveOf?: (ids: readonly string[], signal: AbortSignal) => Promise<ReadonlyMap<string, Live>>
}

const noLive: Live = {}

export function listPortions<T>({ load, idOf, columns, read, withIds, liveOf }: ListPortionsParts<T>): NextPortion {
  const seen = new Set<string>()
  let page = 0
  let isLast = false
  return async (signal) => {
    if (isLast) return null
    const { data, totalElements, hasNext } = await load(page, exportPageSize, signal)
    // Rows move to a later page when others come meanwhile.
    const rows = data.filter((row) => !seen.has(idOf(row)))
    const live = liveOf && rows.length > 0 ? await liveOf(rows.map(idOf), signal) : undefined
    const lines: CellValue[][] = []
    for (const [at, row] of rows.entries()) {
      if (at % rowsPerTurn === rowsPerTurn - 1) await nextTask()
      const id = idOf(row)
      const values = columns.map((column) => read(column, row, live?.get(id) ?? noLive))
      lines.push(withIds ? [...values, id] : values)
    }
    signal.throwIfAborted()
    for (const row of rows) seen.add(idOf(row))
    page += 1
    isLast = !hasNext || data.length === 0
    const total = Math.max(totalElements, seen.size)
    return { rows: lines, done: isLast ? total : seen.size, total }
  }
}
