/**
 * Cells as lines of CSV (RFC 4180), as spreadsheets open them: UTF-8 with a mark, times in the reader's zone, and no text
 * that a spreadsheet would run.
 */

import { csvLine } from '../bulk-import/csv-file.ts'
import { type CellValue, localStamp } from './cell-value.ts'

/** Tells spreadsheets that the text is UTF-8. */
export const utf8Mark = '\uFEFF'

/** What a spreadsheet takes for the beginning of a formula: signs in both widths, and control characters before them. */
const formulaStart = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u
const plainNumber = /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i

/**
 * Text that a spreadsheet cannot take for a formula: an apostrophe goes before it (OWASP, CSV injection). Numbers stay.
 */
export const harmless = (text: string): string =>
  formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text

export function csvText(value: CellValue, withMs = false): string {
  if (value === null) return ''
  if (typeof value === 'string') return harmless(value)
  return typeof value === 'object' ? localStamp(value.ms, withMs) : String(value)
}

export const csvLines = (rows: readonly (readonly CellValue[])[], withMs = false): string =>
  rows
    .map(
      (row) =>
        `${csvLine(
          row.map((value) => csvText(value, withMs)),
          ',',
        )}\r\n`,
    )
    .join('')
