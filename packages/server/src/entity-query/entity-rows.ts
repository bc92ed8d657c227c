/** Reads fields of entities by ID. Without an access check, which callers have done. */

import type { EntityId } from '@sonde/model/ids'
import type { RelationalStore } from '../storage/relational.ts'
import { createEntityQueryStore, type EntityRow } from './entity-query-store.ts'
import { type EntityTable, entityTable } from './entity-tables.ts'

/** Rows of the entities that exist, in no particular order. */
export type EntityRows = (entities: readonly EntityId[], fields: readonly string[]) => Promise<EntityRow[]>

export function createEntityRows(relational: RelationalStore): EntityRows {
  const store = createEntityQueryStore(relational)
  return async (entities, fields) => {
    const rows: EntityRow[] = []
    for (const [table, ids] of byTable(entities)) rows.push(...(await store.fieldsOf(table, fields, ids)).values())
    return rows
  }
}

function byTable(entities: readonly EntityId[]): Map<EntityTable, string[]> {
  const groups = new Map<EntityTable, string[]>()
  for (const { entityType, id } of entities) {
    const table = entityTable(entityType)
    if (!table) continue
    const ids = groups.get(table)
    if (ids) ids.push(id)
    else groups.set(table, [id])
  }
  return groups
}
