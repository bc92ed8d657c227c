/**
 * Entity types with in-memory copies, and what the copies hold.
 *
 * Copies of devices and similar types serve entity queries and the text search of lists. Copies of customers,
 * dashboards and users serve only the text search of lists and hold just what it searches and sorts by.
 */

import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { type EntityType, entityTypes } from '@sonde/model/ids'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import { type EntityTable, entityTable } from './entity-tables.ts'

export interface IndexedTable extends Pick<EntityTable, 'entityType' | 'source' | 'fields'> {
  /** Fields that a copy always holds; others are added when a query needs them. */
  readonly indexed: readonly string[]
  /** Column with the customer; null: not owned by customers. */
  readonly ownerColumn: string | null
  /** Whether deleting a customer unassigns the entities without an event for each. */
  readonly isLeftBehind: boolean
  /** Columns with an index that provides a unique order within a tenant. */
  readonly sliceColumns: readonly string[]
  /** Fields that the text search of lists covers. */
  readonly searched: readonly string[]
}

const tables = new Map<EntityType, IndexedTable>()

for (const entityType of entityTypes) {
  const table = entityTable(entityType)
  const { index } = entityDescriptors[entityType]
  if (table?.isNumerous) {
    tables.set(entityType, {
      entityType,
      source: table.source,
      fields: table.fields,
      indexed: Object.keys(table.fields).filter((field) => field !== 'additionalInfo'),
      ownerColumn: 'customer_id',
      isLeftBehind: true,
      sliceColumns: ['name'],
      searched: [...new Set(['name', 'type', 'label', ...(entityKinds[entityType].texts ?? [])])],
    })
  } else if (table && index) {
    const { source } = table
    const indexed = Object.keys(index.fields)
    tables.set(entityType, { ...index, entityType, source, indexed, isLeftBehind: false, searched: ['name'] })
  }
}

/** Table of a type; undefined for types without in-memory copies. */
export const copiedTable = (entityType: EntityType): IndexedTable | undefined => tables.get(entityType)
