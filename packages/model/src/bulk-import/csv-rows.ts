/** Rows of a CSV text, one at a time (RFC 4180: quotes, doubled quotes, line breaks inside quotes). */

export interface CsvRow {
  /** Of the row's first character, counted from 1. */
  readonly line: number
  /** Where it stands in the text: from the first character to behind the last, without the line break. */
  readonly start: number
  readonly end: number
  readonly cells: readonly string[]
}

/** Cells in a row; further ones are an error of the file, not ours to hold. */
export const cellsPerRowMax = 256

/** Rows that are empty are left out. Throws `CsvError` for a quote that never ends and for rows with too many cells. */
export function* csvRows(text: string, delimiter: string): Generator<CsvRow> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let line = 1
  while (at < text.length) {
    const first = line
    const from = at
    const cells: string[] = []
    for (let isRowDone = false; !isRowDone; ) {
      let cell = ''
      if (text[at] === '"') {
        for (let isQuoted = true; isQuoted; ) {
          const end = text.indexOf('"', at + 1)
          if (end < 0) throw new CsvError(first, 'A quote is opened and never closed.')
          const part = text.slice(at + 1, end)
          for (let i = part.indexOf('\n'); i >= 0; i = part.indexOf('\n', i + 1)) line++
          cell += part
          isQuoted = text[end + 1] === '"'
          if (isQuoted) cell += '"'
          at = end + 1
        }
      }
      const start = at
      while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at++
      cell += text.slice(start, at)
      isRowDone = text[at] !== delimiter
      if (isRowDone && cell.endsWith('\r')) cell = cell.slice(0, -1)
      cells.push(cell)
      if (cells.length > cellsPerRowMax) throw new CsvError(first, `A row has more than ${cellsPerRowMax} cells.`)
      at++
    }
    line++
    if (cells.length > 1 || cells[0] !== '') yield { line: first, start: from, end: at - 1, cells }
  }
}

export class CsvError extends Error {
  override readonly name = 'CsvError'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}
