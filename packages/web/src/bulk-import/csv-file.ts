/**
 * Index of the rows of a CSV file. The file is parsed in time slices, so that the page stays responsive with 100,000
 * lines; the cells of a row are parsed again on access.
 */

import { CsvError, csvRows, ownDelimiter } from '@sonde/model/bulk-import/csv-rows'

/** Maximum file size in bytes, the same as the server's. */
export const fileBytesMax = 64 * 1024 * 1024
/** Maximum data lines per import. */
export const fileLinesMax = 100_000
/** Ms of parsing before yielding to the event loop. */
const sliceMs = 8

export interface CsvFile {
  readonly name: string
  readonly text: string
  readonly delimiter: string
  /** Number of cells per row. */
  readonly width: number
  readonly rowCount: number
  /** Cells of a row, counted from 0; the header line, if any, is row 0. */
  readonly cellsOf: (row: number) => readonly string[]
  /** Line on which a row starts, counted from 1. */
  readonly lineOf: (row: number) => number
}

export type CsvProblem =
  | { readonly kind: 'empty' }
  /** An import needs at least a name and a type. */
  | { readonly kind: 'oneColumn' }
  | { readonly kind: 'width'; readonly line: number; readonly cells: number; readonly expected: number }
  | { readonly kind: 'broken'; readonly line: number }
  | { readonly kind: 'tooManyLines' }

export type ReadCsv = { readonly file: CsvFile } | { readonly fieldError: CsvProblem }

/** Yields to the event loop. */
export type Pause = () => Promise<void>

export const nextTask: Pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** `pause` and `nowMs` are parameters for tests. */
export async function readCsv(
  name: string,
  text: string,
  delimiter: string,
  { pause = nextTask, nowMs = () => performance.now() }: { readonly pause?: Pause; readonly nowMs?: () => number } = {},
): Promise<ReadCsv> {
  const starts: number[] = []
  const ends: number[] = []
  const lines: number[] = []
  let width = 0
  let turnEndsAt = nowMs() + sliceMs
  try {
    for (const { line, start, end, cells } of csvRows(text, delimiter)) {
      if (starts.length === 0) width = cells.length
      if (width < 2) return { fieldError: { kind: 'oneColumn' } }
      if (cells.length !== width) return { fieldError: { kind: 'width', line, cells: cells.length, expected: width } }
      // One more line is allowed, for the header.
      if (starts.length > fileLinesMax) return { fieldError: { kind: 'tooManyLines' } }
      starts.push(start)
      ends.push(end)
      lines.push(line)
      if (nowMs() > turnEndsAt) {
        await pause()
        turnEndsAt = nowMs() + sliceMs
      }
    }
  } catch (error) {
    if (error instanceof CsvError) return { fieldError: { kind: 'broken', line: error.line } }
    throw error
  }
  if (starts.length === 0) return { fieldError: { kind: 'empty' } }
  return {
    file: {
      name,
      text,
      delimiter,
      width,
      rowCount: starts.length,
      cellsOf(row) {
        const [read] = csvRows(text.slice(starts[row], ends[row]), delimiter)
        return read?.cells ?? []
      },
      lineOf: (row) => lines[row] ?? 0,
    },
  }
}

/** Delimiter that the file sets, or the most frequent one in the first line; a comma if there is none. */
export function likelyDelimiter(text: string): string {
  const own = ownDelimiter(text)
  if (own) return own.delimiter
  const [first = ''] = text.slice(0, 10_000).split('\n', 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return delimiters.reduce((best, one) => (count(one) > count(best) ? one : best))
}

export const delimiters = [',', ';', '|', '\t'] as const

/** Cell as CSV, quoted if necessary. */
export function csvCell(text: string, delimiter: string): string {
  const needsQuotes = text.includes(delimiter) || text.includes('"') || text.includes('\n') || text.includes('\r')
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly string[], delimiter: string): string =>
  cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)
