/**
 * Cells as lines of CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, times in the browser's time zone,
 * and protection against formula injection.
 */

import { csvLine } from '../bulk-import/csv-file.ts'
import { type CellValue, exactStamp } from './cell-value.ts'

/** Byte order mark: makes spreadsheets read the text as UTF-8. */
export const utf8Mark = '\uFEFF'

/**
 * Text that a spreadsheet may evaluate as a formula: signs in half and full width, optionally after control characters.
 */
const formulaStart = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u
const plainNumber = /^[+-]?\d+([.,]\d+)?(e[+-]?\d+)?$/i

/**
 * Prefixes an apostrophe to text that a spreadsheet could evaluate as a formula (OWASP, CSV injection). Numbers are
 * unchanged.
 */
export const harmless = (text: string): string =>
  formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text

export function csvText(value: CellValue, withMs = false): string {
  if (value === null) return ''
  if (typeof value === 'string') return harmless(value)
  return typeof value === 'object' ? exactStamp(value.ms, withMs) : String(value)
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
