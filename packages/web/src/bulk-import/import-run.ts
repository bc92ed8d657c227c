/**
 * Sends a file in parts: what is done shows as it is done, a part that could not be sent is sent again, and lines that
 * fail are known by their place in the file.
 */

import type { BulkImportRequest, BulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import { type CsvFile, csvLine } from './csv-file.ts'
import { errorColumn, type ImportColumn, mappingColumns, sentColumns } from './import-columns.ts'

/** Lines of a part: fewer than the errors that one answer lists. */
export const partLines = 500

export interface FailedLine {
  readonly row: number
  readonly line: number
  readonly message: string
}

export interface ImportProgress {
  readonly total: number
  /** Rows that were sent and answered. */
  readonly done: number
  readonly created: number
  readonly updated: number
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
  failed: [],
})

/**
 * Goes on from `from`. Throws what `send` throws; `onProgress` has reported how far it came, and it can go on from
 * there.
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
      failed: [...progress.failed, ...failed],
    }
    onProgress(progress)
  }
  return progress
}

interface Part {
  readonly text: string
  /** The row of each line of the text, counted from 0. */
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
    // A cell with line breaks goes over several lines.
    for (const _ of line.split('\n')) rows.push(row)
    lines.push(line)
  }
  return { text: lines.join('\n'), rows }
}

/** The platform names lines of the part; users know lines of their file. */
function failedLine(file: CsvFile, part: Part, text: string): FailedLine {
  const [, number, message = text] = /^Line (\d+): ([\s\S]*)$/.exec(text) ?? []
  const row = part.rows[Number(number) - 1] ?? part.rows[0] ?? 0
  return { row, line: file.lineOf(row), message }
}

/** The failed lines as a file that can be mended and imported again, each with its reason at the end. */
export function failedCsv({ file, hasHeader }: Pick<ImportPlan, 'file' | 'hasHeader'>, failed: readonly FailedLine[]) {
  const lines = failed.map(({ row, message }) => csvLine([...file.cellsOf(row), message], file.delimiter))
  return hasHeader
    ? [csvLine([...file.cellsOf(0), errorColumn], file.delimiter), ...lines].join('\n')
    : lines.join('\n')
}
