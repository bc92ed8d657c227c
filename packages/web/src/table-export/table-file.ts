/** File that an export writes, CSV or XLSX. Rows are added in portions and aren't kept after they are written. */

import { offsetText } from '@sonde/model/time-windows/zone-time'
import { type CellValue, localOffsetMs, localStamp } from './cell-value.ts'
import { csvLines, utf8Mark } from './csv-lines.ts'
import { createXlsx, sheetRowsMax } from './xlsx-sheet.ts'

export const fileKinds = ['csv', 'xlsx'] as const
export type FileKind = (typeof fileKinds)[number]

/** Maximum rows per file: the limit of a sheet, and of what a page can hold in memory. */
export const fileRowsMax = sheetRowsMax - 1

export interface TableFile {
  add(rows: readonly (readonly CellValue[])[]): Promise<void>
  /** Returns the file with all added rows; no rows can be added afterwards. */
  finish(): Promise<Blob>
}

export interface TableFileParts {
  readonly kind: FileKind
  readonly title: string
  readonly heads: readonly string[]
  /** Writes times with milliseconds. */
  readonly withMs?: boolean
  /** Head of a second column with the UTC offset of the first one, which contains times. Absent: no such column. */
  readonly offsetHead?: string
}

export async function createTableFile({ offsetHead, ...parts }: TableFileParts): Promise<TableFile> {
  if (offsetHead === undefined) return createPlainFile(parts)
  const [time = '', ...others] = parts.heads
  const { add, finish } = await createPlainFile({ ...parts, heads: [time, offsetHead, ...others] })
  return { add: (rows) => add(rows.map(withOffset)), finish }
}

function withOffset([time = null, ...others]: readonly CellValue[]): CellValue[] {
  const offset = typeof time === 'object' && time !== null ? offsetText(localOffsetMs(time.ms)) : null
  return [time, offset, ...others]
}

async function createPlainFile({ kind, title, heads, withMs }: TableFileParts): Promise<TableFile> {
  if (kind === 'xlsx') return createXlsx({ title, heads, withMs })
  const parts = [utf8Mark, csvLines([heads])]
  return {
    async add(rows) {
      parts.push(csvLines(rows, withMs))
    },
    finish: async () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  }
}

const nameLengthMax = 80

/** `devices-2026-11-21.csv`: letters and digits of the title, and the local date. */
export function fileNameOf(title: string, kind: FileKind, nowMs: number): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, nameLengthMax)
    .replaceAll(/^-+|-+$/g, '')
  return `${words || 'table'}-${localStamp(nowMs).slice(0, 10)}.${kind}`
}
