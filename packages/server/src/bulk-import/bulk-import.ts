/**
 * Imports devices, assets and edges from CSV text: each line creates an entity or updates the one with the same name.
 *
 * The text is read row by row. A limited number of lines is processed concurrently, those with the same name in
 * sequence, and the import waits while too many messages are in flight on the server. A failed line is reported, and
 * the import continues.
 */

import type {
  BulkImportRequest,
  BulkImportResult,
  ImportColumnType,
  UpdatedEntity,
} from '@sonde/model/bulk-import/bulk-import'
import { CsvError, csvRows } from '@sonde/model/bulk-import/csv-rows'
import { badRequest, DomainError } from '@sonde/model/errors'
import type { EntityId } from '@sonde/model/ids'
import { checkKey, PayloadError, typedValueOfText } from '@sonde/model/telemetry/payload'
import type { KeyedValue } from '@sonde/model/telemetry/values'
import type { Scope } from '../access/scope.ts'
import type { Turns } from '../turns/turns.ts'

/** Maximum lines per import. */
export const importLinesMax = 100_000
/** Maximum body size with CSV text. */
export const importBytesMax = 20 * 1024 * 1024
/** Lines processed concurrently. They share a commit, and other work still gets its time slices. */
const linesAtOnce = 64
/** Maximum errors listed in the response. Further ones are only counted. */
export const listedErrorsMax = 1000

/** Maximum created, and maximum updated entities listed in the response. Further ones are only counted. */
export const listedEntitiesMax = 1000

/** Values of a line. Empty cells are omitted. */
export interface ImportedLine {
  readonly cells: Partial<Record<ImportColumnType, string>>
  readonly shared: readonly KeyedValue[]
  readonly server: readonly KeyedValue[]
  readonly timeseries: readonly KeyedValue[]
}

export interface ImportedEntity {
  readonly id: EntityId
  readonly name: string
}

export interface LineOutcome {
  readonly kind: 'created' | 'updated'
  readonly entity: ImportedEntity
  /** State before an update, if it was asked for. */
  readonly before?: UpdatedEntity
}

export interface ImportOptions {
  /** Whether the result lists the created entities, so that they can be deleted again. */
  readonly listsCreated?: boolean
  /** Whether the result lists what updated entities were before, so that they can be changed back. */
  readonly listsUpdated?: boolean
}

/** Importer of one entity type. */
export interface LineImporter {
  /** Name of the type in messages, such as `device`. */
  readonly word: string
  /** Columns of the type. */
  readonly columns: readonly ImportColumnType[]
  /** `keepsBefore`: whether the outcome of an update has the state before. */
  importLine(scope: Scope, line: ImportedLine, keepsBefore: boolean): Promise<LineOutcome>
}

export interface BulkImport {
  run(scope: Scope, request: BulkImportRequest, options?: ImportOptions): Promise<BulkImportResult>
}

/** Columns of all types. */
export const commonColumns: readonly ImportColumnType[] = ['NAME', 'TYPE', 'LABEL', 'DESCRIPTION']

const repeatable: readonly ImportColumnType[] = ['SHARED_ATTRIBUTE', 'SERVER_ATTRIBUTE', 'TIMESERIES']

export interface BulkImportDeps {
  readonly importer: LineImporter
  readonly turns: Pick<Turns, 'isOver' | 'next' | 'step'>
}

export function createBulkImport({ importer, turns }: BulkImportDeps): BulkImport {
  /**
   * Runs an import. Throws 400 if the mapping is invalid; errors of single lines are part of the result. If the store
   * fails or the import must end, it throws that error after the lines in progress.
   */
  async function run(
    scope: Scope,
    { file, mapping }: BulkImportRequest,
    { listsCreated = false, listsUpdated = false }: ImportOptions = {},
  ): Promise<BulkImportResult> {
    checkMapping(importer, mapping.columns)
    const nameColumn = mapping.columns.findIndex((column) => column.type === 'NAME')
    const result = { created: 0, updated: 0, errors: 0 }
    const listed: { line: number; text: string }[] = []
    const created: ImportedEntity[] = []
    const updated: UpdatedEntity[] = []
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
        .step(() => importer.importLine(scope, lineOf(mapping.columns, cells), listsUpdated))
        .then(
          ({ kind, entity: { id, name }, before }) => {
            result[kind]++
            if (kind === 'created' && listsCreated && created.length < listedEntitiesMax) created.push({ id, name })
            if (before && updated.length < listedEntitiesMax) updated.push(before)
          },
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
    return {
      ...result,
      errorsList: listed.sort((a, b) => a.line - b.line).map(({ text }) => text),
      ...(listsCreated && { createdEntities: created }),
      ...(listsUpdated && { updatedEntities: updated }),
    }
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
