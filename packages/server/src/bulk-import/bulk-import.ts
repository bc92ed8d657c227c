/**
 * Devices, assets and edges from a CSV text: each line creates an entity or changes the one of that name.
 *
 * The text is read row by row; so many lines are on their way at a time, those of one name one after the other, and the
 * import waits while the platform has more messages under way than it should. A line that fails is reported and the rest
 * go on.
 */

import type { BulkImportRequest, BulkImportResult, ImportColumnType } from '@sonde/model/bulk-import/bulk-import'
import { CsvError, csvRows } from '@sonde/model/bulk-import/csv-rows'
import { badRequest, DomainError } from '@sonde/model/errors'
import { checkKey, PayloadError, typedValueOfText } from '@sonde/model/telemetry/payload'
import type { KeyedValue } from '@sonde/model/telemetry/values'
import type { Scope } from '../access/scope.ts'
import type { Turns } from '../turns/turns.ts'

/** Lines of one import. */
export const importLinesMax = 100_000
/** Bytes of a body with a CSV text. */
export const importBytesMax = 20 * 1024 * 1024
/** Lines on their way at the same time: they share a commit, and the rest of the platform keeps its turn. */
const linesAtOnce = 64
/** Errors that the answer lists; further ones are only counted. */
export const listedErrorsMax = 1000

/** What a line says. Empty cells say nothing. */
export interface ImportedLine {
  readonly cells: Partial<Record<ImportColumnType, string>>
  readonly shared: readonly KeyedValue[]
  readonly server: readonly KeyedValue[]
  readonly timeseries: readonly KeyedValue[]
}

/** What is imported. */
export interface LineImporter {
  /** The word for one, in messages: `device`. */
  readonly word: string
  /** Columns that it has. */
  readonly columns: readonly ImportColumnType[]
  importLine(scope: Scope, line: ImportedLine): Promise<'created' | 'updated'>
}

export interface BulkImport {
  run(scope: Scope, request: BulkImportRequest): Promise<BulkImportResult>
}

/** Columns that everything imported has. */
export const commonColumns: readonly ImportColumnType[] = ['NAME', 'TYPE', 'LABEL', 'DESCRIPTION']

const repeatable: readonly ImportColumnType[] = ['SHARED_ATTRIBUTE', 'SERVER_ATTRIBUTE', 'TIMESERIES']

export interface BulkImportDeps {
  readonly importer: LineImporter
  readonly turns: Pick<Turns, 'isOver' | 'next' | 'step'>
}

export function createBulkImport({ importer, turns }: BulkImportDeps): BulkImport {
  /**
   * Throws 400 when the mapping is not one; what is wrong with single lines is in the result. When the store fails, or the
   * import is to end, it throws that after the lines on their way.
   */
  async function run(scope: Scope, { file, mapping }: BulkImportRequest): Promise<BulkImportResult> {
    checkMapping(importer, mapping.columns)
    const nameColumn = mapping.columns.findIndex((column) => column.type === 'NAME')
    const result = { created: 0, updated: 0, errors: 0 }
    const listed: { line: number; text: string }[] = []
    let defect: { readonly error: unknown } | undefined
    const fail = (line: number, error: unknown) => {
      if (!(error instanceof DomainError || error instanceof CsvError)) {
        defect ??= { error }
        return
      }
      result.errors++
      if (listed.length < listedErrorsMax) listed.push({ line, text: `Line ${line}: ${error.message}` })
    }
    const underWay = new Map<string, Promise<void>>()

    async function start(line: number, cells: readonly string[]) {
      const name = (cells[nameColumn] ?? '').trim()
      await underWay.get(name)
      while (underWay.size >= linesAtOnce) await Promise.race(underWay.values())
      if (turns.isOver) await turns.next()
      const done = turns
        .step(() => importer.importLine(scope, lineOf(mapping.columns, cells)))
        .then(
          (outcome) => void result[outcome]++,
          (error: unknown) => fail(line, error),
        )
        .then(() => void underWay.delete(name))
      underWay.set(name, done)
    }

    let isHeader = mapping.header ?? true
    let lines = 0
    try {
      for (const { line, cells } of csvRows(file, mapping.delimiter ?? ',')) {
        if (isHeader) {
          isHeader = false
          continue
        }
        if (++lines > importLinesMax)
          throw new CsvError(line, `An import can have at most ${importLinesMax} lines. Split it.`)
        if (defect) break
        try {
          await start(line, cells)
        } catch (error) {
          fail(line, error)
        }
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      fail(error.line, error)
    }
    await Promise.all(underWay.values())
    if (defect) throw defect.error
    return { ...result, errorsList: listed.sort((a, b) => a.line - b.line).map(({ text }) => text) }
  }

  return { run }
}

function checkMapping({ word, columns: known }: LineImporter, columns: BulkImportRequest['mapping']['columns']) {
  const seen = new Set<ImportColumnType>()
  for (const { type, key } of columns) {
    if (!known.includes(type))
      throw badRequest(`The column ${type} doesn’t exist for ${word}s. Use ${known.join(', ')}.`)
    if (repeatable.includes(type)) {
      try {
        checkKey(key ?? '')
      } catch (error) {
        throw error instanceof PayloadError ? badRequest(`${type}: ${error.message}`) : error
      }
    } else if (seen.has(type)) {
      throw badRequest(`The column ${type} is listed twice.`)
    }
    seen.add(type)
  }
  for (const type of ['NAME', 'TYPE'] as const) {
    if (!seen.has(type)) throw badRequest(`One column must be the ${word}'s ${type.toLowerCase()}.`)
  }
}

function lineOf(columns: BulkImportRequest['mapping']['columns'], cells: readonly string[]): ImportedLine {
  if (cells.length !== columns.length) {
    throw badRequest(`The line has ${cells.length} columns instead of ${columns.length}.`)
  }
  const line = {
    cells: {} as Partial<Record<ImportColumnType, string>>,
    shared: [] as KeyedValue[],
    server: [] as KeyedValue[],
    timeseries: [] as KeyedValue[],
  }
  for (const [at, { type, key }] of columns.entries()) {
    const cell = (cells[at] ?? '').trim()
    if (cell === '') continue
    const value = () => ({ key: key ?? '', ...typedValueOfText(cell) })
    if (type === 'SHARED_ATTRIBUTE') line.shared.push(value())
    else if (type === 'SERVER_ATTRIBUTE') line.server.push(value())
    else if (type === 'TIMESERIES') line.timeseries.push(value())
    else line.cells[type] = cell
  }
  return line
}
