/**
 * Writes a whole list into a file, portion by portion. What stops it, a failure or the user, leaves what came: the run
 * can go on where it stopped, or the file be saved as it is.
 */

import type { CellValue } from './cell-value.ts'
import type { TableFile } from './table-file.ts'

export interface ExportPortion {
  readonly rows: readonly (readonly CellValue[])[]
  /** How many of all are dealt with after it: 0 to `total`. */
  readonly done: number
  readonly total: number
}

/** Asks for the next portion; null: there is none. What fails can be asked for again. */
export type NextPortion = (signal: AbortSignal) => Promise<ExportPortion | null>

export interface ExportProgress {
  /** Rows in the file. */
  readonly written: number
  readonly done: number
  /** 0: not known yet. */
  readonly total: number
}

export type ExportOutcome = 'whole' | 'full' | 'stopped'

export interface ExportRun {
  /** Runs, or goes on; throws what a portion throws. `full`: the file takes no more. */
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
