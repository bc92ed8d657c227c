/** Splits the rows of a list into portions of a file. */

import { nextTask } from '../bulk-import/csv-file.ts'
import { type EntityColumn, noRowLive, type RowLive } from '../ui/entity-table/entity-description.ts'
import { type RowPage, type RowPagesDeps, rowPages } from '../ui/entity-table/row-pages.ts'
import type { CellValue } from './cell-value.ts'
import type { NextPortion } from './export-run.ts'

/** Rows read before yielding to the event loop. */
const rowsPerTurn = 100

type ReadCell = <T>(column: EntityColumn<T>, row: T, live: RowLive) => CellValue

export interface ListPortionsDeps<T> extends RowPagesDeps<T> {
  readonly columns: readonly EntityColumn<T>[]
  readonly read: ReadCell
  /** Adds a last column with the ids. */
  readonly withIds: boolean
  /** Loads live values of cells by row id, for cells that need more than their row. */
  readonly liveOf?: ((rows: readonly T[], signal: AbortSignal) => Promise<ReadonlyMap<string, RowLive>>) | undefined
}

export function listPortions<T>({ load, idOf, columns, read, withIds, liveOf }: ListPortionsDeps<T>): NextPortion {
  const nextPage = rowPages({ load, idOf })
  /** Page that isn't written yet; after an abort, the export resumes with it. */
  let page: RowPage<T> | null = null
  return async (signal) => {
    page ??= await nextPage(signal)
    if (!page) return null
    const { rows, done, total } = page
    const live = liveOf && rows.length > 0 ? await liveOf(rows, signal) : undefined
    const lines: CellValue[][] = []
    for (const [at, row] of rows.entries()) {
      if (at % rowsPerTurn === rowsPerTurn - 1) await nextTask()
      const id = idOf(row)
      const values = columns.map((column) => read(column, row, live?.get(id) ?? noRowLive))
      lines.push(withIds ? [...values, id] : values)
    }
    signal.throwIfAborted()
    page = null
    return { rows: lines, done, total }
  }
}
