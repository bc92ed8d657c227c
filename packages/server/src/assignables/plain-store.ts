/** Plain entities in the relational store, by their descriptors. */

import type { Assignable } from '@sonde/model/assignables/assignable'
import type { PlainEntity } from '@sonde/model/assignables/plain-entity'
import { kindOf, type PlainType } from '@sonde/model/entities/entity-kinds'
import { entityId } from '@sonde/model/ids'
import type { assignableColumns, Row } from '../entities/columns.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { ListDeps } from '../entity-query/entity-list.ts'
import type { AssetTable } from '../storage/schema.ts'
import { assignableFieldsOf, createAssignableStore } from './assignable-rows.ts'

export type PlainStore<T extends PlainType> = ReturnType<typeof createPlainStore<T>>

/** Columns of every plain type, with the texts of one. */
type PlainRow = Row<typeof assignableColumns> & { [name: string]: string | number | null }

/** Builds an entity. Its texts are read from `given`; missing ones are null. */
export function plainEntity<T extends PlainType>(type: T, fields: Omit<Assignable, 'id'>, id: string, given: object) {
  const entity: Record<string, unknown> = { id: entityId(type, id), ...fields }
  for (const name of kindOf(type).texts) entity[name] = (given as Readonly<Record<string, unknown>>)[name] ?? null
  // The entity catalog defines the same fields as types.
  return entity as unknown as PlainEntity<T>
}

export function createPlainStore<T extends PlainType>(lists: ListDeps, type: T) {
  const { many, texts } = kindOf(type)

  const of = (row: PlainRow): PlainEntity<T> => plainEntity(type, assignableFieldsOf(row), row.id, row)

  function rowOf(entity: PlainEntity<T>): PlainRow {
    const row: PlainRow = {
      id: entity.id.id,
      created_time: entity.createdTime,
      tenant_id: entity.tenantId.id,
      customer_id: entity.customerId.id,
      name: entity.name,
      type: entity.type,
      additional_info: entity.additionalInfo === null ? null : JSON.stringify(entity.additionalInfo),
    }
    for (const name of texts) row[name] = (entity as unknown as Readonly<Record<string, string | null>>)[name] ?? null
    return row
  }

  return createAssignableStore(lists, {
    // For the type checker, the tables of all plain types are the asset table.
    table: entityDescriptors[type].table as 'asset',
    entityType: type,
    many: `${many.charAt(0).toUpperCase()}${many.slice(1)}`,
    texts,
    of: (row: AssetTable) => of(row as unknown as PlainRow),
    rowOf: (entity) => rowOf(entity) as unknown as AssetTable,
  })
}
