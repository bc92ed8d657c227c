/** Tombstones of deleted entities in the relational store, and the rows that such entities leave behind. */

import type { DeletedEntityTable } from '../storage/record-schema.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { EntityChange } from '../storage/storage.ts'

/** Rows per insert: below SQLite's limit of bound variables. */
const rowsPerInsert = 500

export type Note = Pick<DeletedEntityTable, 'entity_id' | 'entity_type' | 'tenant_id' | 'purged_time'>

/** Column by which events are deleted: that of their entity or of their tenant. */
type EventColumn = 'tenant_id' | 'entity_id'

export function createDeletedEntityStore(relational: RelationalStore) {
  const { build } = relational

  function note(changes: readonly EntityChange[], deleted_time: number): Statement[] {
    const rows = changes.map(({ entity, tenantId }) => ({
      entity_id: entity.id,
      entity_type: entity.entityType,
      tenant_id: tenantId,
      deleted_time,
      purged_time: null,
    }))
    const statements: Statement[] = []
    for (let at = 0; at < rows.length; at += rowsPerInsert) {
      const insert = build.insertInto('deleted_entity').values(rows.slice(at, at + rowsPerInsert))
      statements.push(relational.statement(insert.onConflict((conflict) => conflict.doNothing())))
    }
    return statements
  }

  /** New tombstones (null), or those whose first round was before a time; oldest first. */
  function some(purgedBefore: number | null, max: number): Promise<Note[]> {
    const query = build
      .selectFrom('deleted_entity')
      .select(['entity_id', 'entity_type', 'tenant_id', 'purged_time'])
      .limit(max)
    return relational.all(
      purgedBefore === null
        ? query.where('purged_time', 'is', null).orderBy('deleted_time')
        : query.where('purged_time', '<=', purgedBefore).orderBy('purged_time'),
    )
  }

  const events = (column: EventColumn, id: string, max: number) =>
    build.selectFrom('event').select('id').where(column, '=', id).limit(max)

  const hasEvents = async (column: EventColumn, id: string): Promise<boolean> =>
    (await relational.first(events(column, id, 1))) !== undefined

  const removeEvents = (column: EventColumn, id: string, max: number): Statement =>
    relational.statement(build.deleteFrom('event').where('id', 'in', events(column, id, max)))

  /**
   * Deletes the attributes and the dashboard versions of `ids`, marks the first round of `first` as done, and deletes the tombstones of `done`.
   */
  function purged(
    { ids, first, done }: Readonly<Record<'ids' | 'first' | 'done', readonly string[]>>,
    nowMs: number,
  ): Statement[] {
    return [
      ...(ids.length > 0
        ? [
            build.deleteFrom('attribute').where('entity_id', 'in', ids),
            build.deleteFrom('dashboard_version').where('dashboard_id', 'in', ids),
          ]
        : []),
      ...(first.length > 0
        ? [build.updateTable('deleted_entity').set({ purged_time: nowMs }).where('entity_id', 'in', first)]
        : []),
      ...(done.length > 0 ? [build.deleteFrom('deleted_entity').where('entity_id', 'in', done)] : []),
    ].map((query) => relational.statement(query))
  }

  return { note, some, hasEvents, removeEvents, purged }
}
