/**
 * Of which entities copies are kept in memory, and what of them.
 *
 * Queries look through devices and their like, in lists these are searched, too. Of customers, dashboards and users the
 * lists' searches look through what they find and sort by, and that is all that is copied.
 */

import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { type EntityType, entityTypes } from '@sonde/model/ids'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import { type EntityTable, entityTable } from './entity-tables.ts'

export interface IndexedTable extends Pick<EntityTable, 'entityType' | 'source' | 'fields'> {
  /** Fields that are always kept; others when a query asks for them. */
  readonly indexed: readonly string[]
  /** The column with the customer; null: no customer owns it. */
  readonly ownerColumn: string | null
  /** Whether a customer that goes leaves it to nobody without a word of it. */
  readonly isLeftBehind: boolean
  /** Columns that an index gives the order of within a tenant, and no two rows have alike. */
  readonly sliceColumns: readonly string[]
  /** Fields that lists search. */
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

/** Undefined for types of which no copies are kept. */
export const copiedTable = (entityType: EntityType): IndexedTable | undefined => tables.get(entityType)
