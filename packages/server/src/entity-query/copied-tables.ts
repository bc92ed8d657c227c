/**
 * Of which entities copies are kept in memory, and what of them.
 *
 * Queries look through devices and their like, in lists these are searched, too. Of customers, dashboards and users the
 * lists' searches look through what they find and sort by, and that is all that is copied.
 */

import type { EntityType } from '@sonde/model/ids'
import { type EntityTable, entityTable } from './entity-tables.ts'

export interface CopiedTable extends Pick<EntityTable, 'entityType' | 'source' | 'fields'> {
  /** Fields that are always kept; others when a query asks for them. */
  readonly kept: readonly string[]
  /** The column with the customer; null: no customer owns it. */
  readonly ownerColumn: string | null
  /** Whether a customer that goes leaves it to nobody without a word of it. */
  readonly isLeftBehind: boolean
  /** Columns that an index gives the order of within a tenant, and no two rows have alike. */
  readonly sliceColumns: readonly string[]
  /** Fields that lists search. */
  readonly searched: readonly string[]
}

const tables = new Map<EntityType, CopiedTable>()

for (const entityType of ['DEVICE', 'ASSET', 'ENTITY_VIEW', 'EDGE'] as const) {
  const table = entityTable(entityType)
  if (!table?.isNumerous) continue
  tables.set(entityType, {
    entityType,
    source: table.source,
    fields: table.fields,
    kept: Object.keys(table.fields).filter((field) => field !== 'additionalInfo'),
    ownerColumn: 'customer_id',
    isLeftBehind: true,
    sliceColumns: ['name'],
    searched: ['name', 'type', 'label'],
  })
}

/** What lists find by its name alone. The last slice column of those whose index goes on with it is `rowid`. */
function named(entityType: EntityType, given: Pick<CopiedTable, 'fields' | 'ownerColumn' | 'sliceColumns'>): void {
  const table = entityTable(entityType)
  if (!table) return
  const common = { entityType, source: table.source, isLeftBehind: false, searched: ['name'] }
  tables.set(entityType, { ...given, ...common, kept: Object.keys(given.fields) })
}

named('CUSTOMER', {
  fields: { createdTime: 'created_time', name: 'title' },
  ownerColumn: null,
  sliceColumns: ['title'],
})
named('DASHBOARD', {
  fields: { createdTime: 'created_time', name: 'title' },
  ownerColumn: null,
  sliceColumns: ['created_time', 'rowid'],
})
named('USER', {
  // What lists of users are narrowed by stands for their type.
  fields: { createdTime: 'created_time', name: 'email', type: 'authority' },
  ownerColumn: 'customer_id',
  sliceColumns: ['customer_id', 'rowid'],
})

/** Undefined for types of which no copies are kept. */
export const copiedTable = (entityType: EntityType): CopiedTable | undefined => tables.get(entityType)
