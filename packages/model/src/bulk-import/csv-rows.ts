/**
 * Lazily parses the rows of a CSV text (RFC 4180: quotes, doubled quotes, line breaks inside quotes). A first line such
 * as `sep=;`, which spreadsheet programs write and read, isn't a row: it sets the delimiter.
 */

export interface CsvRow {
  /** Line of the row's first character, 1-based. */
  readonly line: number
  /** Offset of the first character in the text. `end` is exclusive and leaves out the line break. */
  readonly start: number
  readonly end: number
  readonly cells: readonly string[]
}

/** Maximum cells per row. More cells are an error in the file. */
export const cellsPerRowMax = 256

/** Delimiter that the first line of a file sets, and the offset after that line; null: it sets none. */
export function ownDelimiter(text: string): { readonly delimiter: string; readonly end: number } | null {
  const [found, delimiter = ''] = /^\ufeff?sep=([^\r\n])\r?(?:\n|$)/i.exec(text.slice(0, 10)) ?? []
  return found === undefined ? null : { delimiter, end: found.length }
}

/**
 * Yields the rows, without empty ones. Throws `CsvError` for an unclosed quote and for rows with too many cells.
 * `usual`: the delimiter, unless the file sets its own.
 */
export function* csvRows(text: string, usual: string): Generator<CsvRow> {
  const own = ownDelimiter(text)
  const delimiter = own?.delimiter ?? usual
  let at = own?.end ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0)
  let line = own ? 2 : 1
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
