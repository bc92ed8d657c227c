/** The file that an export writes: CSV or XLSX behind one face; rows come in portions and none is kept twice. */

import { type CellValue, localStamp } from './cell-value.ts'
import { csvLines, utf8Mark } from './csv-lines.ts'
import { createXlsx, sheetRowsMax } from './xlsx-sheet.ts'

export const fileKinds = ['csv', 'xlsx'] as const
export type FileKind = (typeof fileKinds)[number]

/** Rows of one file: what a sheet holds, and what a page can hold in memory. */
export const fileRowsMax = sheetRowsMax - 1

export interface TableFile {
  add(rows: readonly (readonly CellValue[])[]): Promise<void>
  /** The file, with what was added; nothing can be added after. */
  finish(): Promise<Blob>
}

export interface TableFileParts {
  readonly kind: FileKind
  readonly title: string
  readonly heads: readonly string[]
  /** Moments with their milliseconds. */
  readonly withMs?: boolean
}

export async function createTableFile({ kind, title, heads, withMs }: TableFileParts): Promise<TableFile> {
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

/** `devices-2026-11-21.csv`: the title's letters and digits, the day where the reader is. */
export function fileNameOf(title: string, kind: FileKind, nowMs: number): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, nameLengthMax)
    .replaceAll(/^-+|-+$/g, '')
  return `${words || 'table'}-${localStamp(nowMs).slice(0, 10)}.${kind}`
}
