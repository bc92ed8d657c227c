/**
 * Sends a file in parts, with progress. A part whose request failed can be sent again; failed lines are reported by
 * their position in the file.
 */

import type { BulkImportRequest, BulkImportResult, UpdatedEntity } from '@sonde/model/bulk-import/bulk-import'
import { type CsvFile, csvLine } from './csv-file.ts'
import { errorColumn, type ImportColumn, mappingColumns, sentColumns } from './import-columns.ts'

/** Lines per part: fewer than the maximum number of errors in one response. */
export const partLines = 500

export interface FailedLine {
  readonly row: number
  readonly line: number
  readonly message: string
}

export type CreatedEntity = NonNullable<BulkImportResult['createdEntities']>[number]

export interface ImportProgress {
  readonly total: number
  /** Number of rows sent and processed. */
  readonly done: number
  readonly created: number
  readonly updated: number
  /** Created entities, for undo. */
  readonly createdEntities: readonly CreatedEntity[]
  /** What updated entities were before, line by line, for undo. */
  readonly updatedEntities: readonly UpdatedEntity[]
  readonly failed: readonly FailedLine[]
}

export type SendPart = (request: BulkImportRequest) => Promise<BulkImportResult>

export interface ImportPlan {
  readonly file: CsvFile
  readonly columns: readonly ImportColumn[]
  readonly hasHeader: boolean
}

export const firstRowOf = ({ hasHeader }: Pick<ImportPlan, 'hasHeader'>): number => (hasHeader ? 1 : 0)

export const startOf = (plan: ImportPlan): ImportProgress => ({
  total: plan.file.rowCount - firstRowOf(plan),
  done: 0,
  created: 0,
  updated: 0,
  createdEntities: [],
  updatedEntities: [],
  failed: [],
})

/**
 * Starts or continues at `from`. Rethrows errors of `send`; the last progress passed to `onProgress` is where the
 * import can continue.
 */
export async function runImport(
  plan: ImportPlan,
  send: SendPart,
  from: ImportProgress,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportProgress> {
  let progress = from
  while (progress.done < progress.total) {
    const firstRow = firstRowOf(plan) + progress.done
    const count = Math.min(partLines, progress.total - progress.done)
    const part = partOf(plan, firstRow, count)
    const result = await send({
      file: part.text,
      mapping: {
        columns: mappingColumns(plan.columns),
        delimiter: plan.file.delimiter,
        header: false,
        update: true,
      },
    })
    const failed = result.errorsList.map((text) => failedLine(plan.file, part, text))
    progress = {
      ...progress,
      done: progress.done + count,
      created: progress.created + result.created,
      updated: progress.updated + result.updated,
      createdEntities: [...progress.createdEntities, ...(result.createdEntities ?? [])],
      updatedEntities: [...progress.updatedEntities, ...(result.updatedEntities ?? [])],
      failed: [...progress.failed, ...failed],
    }
    onProgress(progress)
  }
  return progress
}

interface Part {
  readonly text: string
  /** Row of each line of the text, counted from 0. */
  readonly rows: readonly number[]
}

function partOf({ file, columns }: ImportPlan, firstRow: number, count: number): Part {
  const sent = sentColumns(columns)
  const rows: number[] = []
  const lines: string[] = []
  for (let row = firstRow; row < firstRow + count; row++) {
    const cells = file.cellsOf(row)
    const line = csvLine(
      sent.map(({ at }) => cells[at] ?? ''),
      file.delimiter,
    )
    // A cell with line breaks spans several lines.
    for (const _ of line.split('\n')) rows.push(row)
    lines.push(line)
  }
  return { text: lines.join('\n'), rows }
}

/** Maps a line of the part, as reported by the server, to the line of the user's file. */
function failedLine(file: CsvFile, part: Part, text: string): FailedLine {
  const [, number, message = text] = /^Line (\d+): ([\s\S]*)$/.exec(text) ?? []
  const row = part.rows[Number(number) - 1] ?? part.rows[0] ?? 0
  return { row, line: file.lineOf(row), message }
}

/** CSV of the failed lines with the reason in the last column, to be corrected and imported again. */
export function failedCsv({ file, hasHeader }: Pick<ImportPlan, 'file' | 'hasHeader'>, failed: readonly FailedLine[]) {
  const lines = failed.map(({ row, message }) => csvLine([...file.cellsOf(row), message], file.delimiter))
  return hasHeader
    ? [csvLine([...file.cellsOf(0), errorColumn], file.delimiter), ...lines].join('\n')
    : lines.join('\n')
}
