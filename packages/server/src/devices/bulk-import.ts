/**
 * Devices from a CSV text (pages.md §3.1): each line makes a device or changes the one of that name.
 *
 * The text is read row by row; lines are written a few at a time, those of one name one after the other. A line that
 * fails is reported and the rest go on.
 */

import type { BulkImportRequest, BulkImportResult, Device, ImportColumnType } from '@sonde/model/devices/device'
import { badRequest, DomainError } from '@sonde/model/errors'
import { checkKey, PayloadError, typedValueOfText } from '@sonde/model/telemetry/payload'
import type { KeyedValue } from '@sonde/model/telemetry/values'
import type { Scope } from '../access/scope.ts'
import { attributesUpdated, attributeWrites, pointWrites, timeseriesUpdated } from '../telemetry/telemetry-changes.ts'
import type { CredentialsInput } from './credentials.ts'
import { CsvError, csvRows } from './csv-rows.ts'
import type { DeviceExtras, DeviceService } from './device-service.ts'
import type { DeviceStore } from './device-store.ts'

/** Lines of one import. */
export const importLinesMax = 50_000
/** Lines written at the same time: they share a commit, and the rest of the platform keeps its turn. */
const linesAtOnce = 16
/** Errors that the answer lists; further ones are only counted. */
export const listedErrorsMax = 1000

/** What a line says. */
interface ImportedLine {
  readonly cells: Partial<Record<ImportColumnType, string>>
  readonly shared: readonly KeyedValue[]
  readonly server: readonly KeyedValue[]
  readonly timeseries: readonly KeyedValue[]
}

export interface BulkImportParts {
  readonly devices: DeviceService
  readonly store: DeviceStore
  /** Kept for telemetry of the tenant that names no other, in seconds; 0: for ever. */
  readonly ttlSecondsOf: (tenantId: string) => number
}

export type BulkImport = ReturnType<typeof createBulkImport>

export function createBulkImport({ devices, store, ttlSecondsOf }: BulkImportParts) {
  /**
   * Throws 400 when the mapping is not one; what is wrong with single lines is in the result. When the store fails, it
   * throws that after the lines on their way.
   */
  async function run(scope: Scope, { file, mapping }: BulkImportRequest): Promise<BulkImportResult> {
    checkMapping(mapping.columns)
    const result = { created: 0, updated: 0, errors: 0 }
    const listed: { line: number; text: string }[] = []
    let defect: unknown
    const fail = (line: number, error: unknown) => {
      if (!(error instanceof DomainError || error instanceof CsvError)) {
        defect ??= error
        return
      }
      result.errors++
      if (listed.length < listedErrorsMax) listed.push({ line, text: `Line ${line}: ${error.message}` })
    }
    let batch = new Map<string, Promise<void>>()
    const flush = async () => {
      await Promise.all(batch.values())
      batch = new Map()
    }
    let isHeader = mapping.header ?? true
    let lines = 0
    try {
      for (const { line, cells } of csvRows(file, mapping.delimiter ?? ',')) {
        if (isHeader) {
          isHeader = false
          continue
        }
        if (++lines > importLinesMax) throw new CsvError(line, `One import takes ${importLinesMax} lines; split it.`)
        const name = cells[mapping.columns.findIndex((column) => column.type === 'NAME')] ?? ''
        if (batch.size >= linesAtOnce || batch.has(name)) await flush()
        batch.set(
          name,
          importLine(scope, mapping.columns, cells).then(
            (outcome) => void result[outcome]++,
            (error: unknown) => fail(line, error),
          ),
        )
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      fail(error.line, error)
    }
    await flush()
    if (defect !== undefined) throw defect
    return { ...result, errorsList: listed.sort((a, b) => a.line - b.line).map(({ text }) => text) }
  }

  async function importLine(
    scope: Scope,
    columns: BulkImportRequest['mapping']['columns'],
    cells: readonly string[],
  ): Promise<'created' | 'updated'> {
    const line = lineOf(columns, cells)
    const { NAME: name = '', TYPE: type, LABEL: label, DESCRIPTION: description, IS_GATEWAY: gateway } = line.cells
    const before = name === '' ? undefined : await store.findByName(scope.tenantId, name)
    const info = {
      ...(typeof before?.additionalInfo === 'object' ? before.additionalInfo : {}),
      ...(description !== undefined && { description }),
      ...(gateway !== undefined && { gateway: gateway.toLowerCase() === 'true' }),
    }
    await devices.save(
      scope,
      {
        id: before?.id ?? null,
        name,
        type: type ?? before?.type ?? null,
        label: label ?? before?.label ?? null,
        deviceData: before?.deviceData ?? null,
        additionalInfo: info,
      },
      credentialsOf(line.cells),
      extrasOf(scope, line),
    )
    return before ? 'updated' : 'created'
  }

  const extrasOf =
    (scope: Scope, { shared, server, timeseries }: ImportedLine): DeviceExtras =>
    (device: Device, nowMs: number) => {
      const tenantId = device.tenantId.id
      const subject = { entity: device.id, tenantId, customerId: device.customerId.id }
      const entries = timeseries.length > 0 ? [{ ts: nowMs, values: timeseries }] : []
      return {
        points: pointWrites(subject, entries, ttlSecondsOf(tenantId)),
        attributes: [
          ...attributeWrites(subject, 'SHARED_SCOPE', shared, nowMs, true),
          ...attributeWrites(subject, 'SERVER_SCOPE', server, nowMs, false),
        ],
        messages: [
          ...(shared.length > 0 ? [attributesUpdated(scope, subject, 'SHARED_SCOPE', shared, nowMs)] : []),
          ...(server.length > 0 ? [attributesUpdated(scope, subject, 'SERVER_SCOPE', server, nowMs)] : []),
          ...(entries.length > 0 ? [timeseriesUpdated(scope, subject, entries, nowMs)] : []),
        ],
      }
    }

  return { run }
}

const repeatable: readonly ImportColumnType[] = ['SHARED_ATTRIBUTE', 'SERVER_ATTRIBUTE', 'TIMESERIES']

function checkMapping(columns: BulkImportRequest['mapping']['columns']) {
  const seen = new Set<ImportColumnType>()
  for (const { type, key } of columns) {
    if (repeatable.includes(type)) {
      try {
        checkKey(key ?? '')
      } catch (error) {
        throw error instanceof PayloadError ? badRequest(error.message) : error
      }
    } else if (seen.has(type)) {
      throw badRequest(`The column ${type} is there twice.`)
    }
    seen.add(type)
  }
  for (const type of ['NAME', 'TYPE'] as const) {
    if (!seen.has(type)) throw badRequest(`One column must be the device's ${type.toLowerCase()}.`)
  }
}

/** Empty cells say nothing. */
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

/** Null when the line has no column of credentials: a new device gets a token, a known one keeps what it has. */
function credentialsOf(cells: ImportedLine['cells']): CredentialsInput | null {
  if (cells.X509) return { credentialsType: 'X509_CERTIFICATE', credentialsValue: cells.X509 }
  const { MQTT_CLIENT_ID: clientId, MQTT_USER_NAME: userName, MQTT_PASSWORD: password } = cells
  if (clientId ?? userName ?? password) {
    return { credentialsType: 'MQTT_BASIC', credentialsValue: JSON.stringify({ clientId, userName, password }) }
  }
  return cells.ACCESS_TOKEN ? { credentialsType: 'ACCESS_TOKEN', credentialsId: cells.ACCESS_TOKEN } : null
}
