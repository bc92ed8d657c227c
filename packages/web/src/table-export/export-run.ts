/**
 * Writes a whole list into a file, portion by portion. After a failure or an abort, the run can be resumed, or the
 * partial file can be saved.
 */

import type { CellValue } from './cell-value.ts'
import type { TableFile } from './table-file.ts'

export interface ExportPortion {
  readonly rows: readonly (readonly CellValue[])[]
  /** Progress after this portion: 0 to `total`. */
  readonly done: number
  readonly total: number
}

/** Loads the next portion; null: no more. After a failure, the same portion can be requested again. */
export type NextPortion = (signal: AbortSignal) => Promise<ExportPortion | null>

export interface ExportProgress {
  /** Rows written to the file. */
  readonly written: number
  readonly done: number
  /** 0: not known yet. */
  readonly total: number
}

export type ExportOutcome = 'whole' | 'full' | 'stopped'

export interface ExportRun {
  /**
   * Starts or resumes the run; rethrows the error of a portion. `full`: the file has reached its maximum number of
   * rows.
   */
  go(signal: AbortSignal, onProgress: (progress: ExportProgress) => void): Promise<ExportOutcome>
  finish(): Promise<Blob>
}

export interface ExportRunDeps {
  readonly file: TableFile
  readonly next: NextPortion
  readonly rowsMax: number
}

export function createExportRun({ file, next, rowsMax }: ExportRunDeps): ExportRun {
  let written = 0
  return {
    async go(signal, onProgress) {
      for (;;) {
        if (signal.aborted) return 'stopped'
        let portion: ExportPortion | null
        try {
          portion = await next(signal)
        } catch (error) {
          if (signal.aborted) return 'stopped'
          throw error
        }
        if (portion === null) return 'whole'
        const rows = portion.rows.slice(0, rowsMax - written)
        await file.add(rows)
        written += rows.length
        onProgress({ written, done: portion.done, total: portion.total })
        const isMore = rows.length < portion.rows.length || portion.done < portion.total
        if (written >= rowsMax && isMore) return 'full'
      }
    },
    finish: () => file.finish(),
  }
}
