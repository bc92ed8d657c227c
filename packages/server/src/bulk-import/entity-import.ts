/**
 * Imports one line: creates an entity or updates the one with the same name, with the line's attributes and telemetry.
 */

import type { ImportColumnType, UpdatedEntity } from '@sonde/model/bulk-import/bulk-import'
import type { EntityId } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { type EntityAction, entityActions } from '../journal/entity-action.ts'
import type { Transaction } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { attributesUpdated, attributeWrites, pointWrites, timeseriesUpdated } from '../telemetry/telemetry-changes.ts'
import {
  type BulkImport,
  type BulkImportDeps,
  createBulkImport,
  type ImportedEntity,
  type ImportedLine,
  type LineOutcome,
} from './bulk-import.ts'

export interface EntityImportDeps {
  /** Default retention of the tenant's telemetry in seconds. 0: forever. */
  readonly ttlSecondsOf: (tenantId: string) => number
  /** Throws if the tenant's monthly storage limit is reached. */
  readonly requireStorage?: (tenantId: string) => void
  /** Absent: the type has no columns for attributes. */
  readonly attributes?: Pick<AttributeStore, 'attributes'>
  readonly turns: BulkImportDeps['turns']
}

/** Stored entity before a line updates it. */
interface Known {
  readonly id: EntityId
  readonly name: string
  readonly type: string
  /** Absent: the type has no label. */
  readonly label?: string | null
  readonly additionalInfo?: unknown
}

/** Importer of one entity type. The values of a line are written in the same transaction as the entity. */
export interface EntityImporter<T extends Known> {
  /** Name of the type in messages, such as `device`. */
  readonly word: string
  readonly columns: readonly ImportColumnType[]
  findByName(tenantId: string, name: string): Promise<T | undefined>
  save(
    scope: Scope,
    said: { id: T['id'] | null; name: string; type: string; label: string | null; additionalInfo: unknown },
    line: { cells: ImportedLine['cells']; before: T | undefined; values: ValuesOf },
  ): Promise<ImportedEntity>
}

type ValuesOf = (entity: Imported, nowMs: number) => ReturnType<typeof importedValues>

export function createEntityImport<T extends Known>(importer: EntityImporter<T>, deps: EntityImportDeps): BulkImport {
  const { word, columns, findByName, save } = importer
  const { ttlSecondsOf, requireStorage, attributes, turns } = deps

  async function importLine(scope: Scope, line: ImportedLine, keepsBefore: boolean): Promise<LineOutcome> {
    if (line.timeseries.length > 0) requireStorage?.(scope.tenantId)
    const { NAME: name = '', TYPE: type, LABEL: label } = line.cells
    const before = name === '' ? undefined : await findByName(scope.tenantId, name)
    const state = keepsBefore && before && { entity: before, attributes: await writtenAttributes(before.id.id, line) }
    const entity = await save(
      scope,
      {
        id: before?.id ?? null,
        name,
        type: type ?? before?.type ?? '',
        label: label ?? before?.label ?? null,
        additionalInfo: importedInfo(before?.additionalInfo, line),
      },
      {
        cells: line.cells,
        before,
        values: (entity, nowMs) => importedValues(scope, entity, line, nowMs, ttlSecondsOf(entity.tenantId.id)),
      },
    )
    return { kind: before ? 'updated' : 'created', entity, ...(state && { before: state }) }
  }

  /** Current values of the attributes that a line will write; null: the entity doesn't have it. */
  async function writtenAttributes(id: string, { shared, server }: ImportedLine): Promise<UpdatedEntity['attributes']> {
    const valuesOf = async (scope: 'SHARED_SCOPE' | 'SERVER_SCOPE', written: ImportedLine['shared']) => {
      const keys = written.map(({ key }) => key)
      const found = (await attributes?.attributes(id, scope, keys)) ?? []
      return keys.map((key) => ({ scope, key, value: found.find((stored) => stored.key === key)?.value ?? null }))
    }
    return [...(await valuesOf('SHARED_SCOPE', shared)), ...(await valuesOf('SERVER_SCOPE', server))]
  }

  return createBulkImport({ importer: { word, columns, importLine }, turns })
}

/** Additional info of the entity, merged with the line's values. */
function importedInfo(before: unknown, { cells }: ImportedLine): Record<string, unknown> {
  const { DESCRIPTION: description, IS_GATEWAY: gateway } = cells
  return {
    ...(typeof before === 'object' && !Array.isArray(before) ? before : {}),
    ...(description !== undefined && { description }),
    ...(gateway !== undefined && { gateway: gateway.toLowerCase() === 'true' }),
  }
}

interface Imported {
  readonly id: EntityId
  readonly tenantId: { readonly id: string }
  readonly customerId: { readonly id: string }
}

/** Attributes and telemetry of a line, for the transaction that writes the entity. */
function importedValues(
  scope: Scope,
  entity: Imported,
  { shared, server, timeseries }: ImportedLine,
  nowMs: number,
  ttlSeconds: number,
): EntityAction & Pick<Transaction, 'points' | 'attributes'> {
  const subject = { entity: entity.id, tenantId: entity.tenantId.id, customerId: entity.customerId.id }
  const entries = timeseries.length > 0 ? [{ ts: nowMs, values: timeseries }] : []
  return {
    points: pointWrites(subject, entries, ttlSeconds),
    attributes: [
      ...attributeWrites(subject, 'SHARED_SCOPE', shared, nowMs, true),
      ...attributeWrites(subject, 'SERVER_SCOPE', server, nowMs, false),
    ],
    ...entityActions([
      ...(shared.length > 0 ? [attributesUpdated(scope, subject, 'SHARED_SCOPE', shared, nowMs)] : []),
      ...(server.length > 0 ? [attributesUpdated(scope, subject, 'SERVER_SCOPE', server, nowMs)] : []),
      ...(entries.length > 0 ? [timeseriesUpdated(scope, subject, entries, nowMs)] : []),
    ]),
  }
}
