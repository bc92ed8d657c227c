/**
 * Stores relations in the relational store. The key of a relation is its ends, group and type. Saving it again
 * replaces its info.
 */

import { parseJson } from '@sonde/model/exact-json'
import { type EntityId, type EntityType, entityId } from '@sonde/model/ids'
import type { Relation, RelationTypeGroup, SearchDirection } from '@sonde/model/relations/relation'
import { sql } from 'kysely'
import { entityTable } from '../entity-query/entity-tables.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { RelationTable } from '../storage/schema.ts'

/** Key of a relation. */
export interface RelationKey {
  readonly from: EntityId
  readonly to: EntityId
  readonly typeGroup: RelationTypeGroup
  readonly type: string
}

/** Ids per statement, below SQLite's limit of bound variables. */
const idsPerQuery = 1000

export type RelationStore = ReturnType<typeof createRelationStore>

export function createRelationStore(relational: RelationalStore) {
  const { build } = relational

  async function find(key: RelationKey): Promise<Relation | undefined> {
    const row = await relational.first(
      build
        .selectFrom('relation')
        .selectAll()
        .where((where) => where.and(keyColumns(key))),
    )
    return row && relationOf(row)
  }

  /** Relations from (`FROM`) or to (`TO`) any of the entities, of one group and optionally of one type. */
  async function around(
    ends: readonly EntityId[],
    direction: SearchDirection,
    typeGroup: RelationTypeGroup,
    type?: string,
  ): Promise<Relation[]> {
    const found: Relation[] = []
    const [idColumn, typeColumn] =
      direction === 'FROM' ? (['from_id', 'from_type'] as const) : (['to_id', 'to_type'] as const)
    for (const [endType, ids] of byType(ends)) {
      for (let at = 0; at < ids.length; at += idsPerQuery) {
        let query = build
          .selectFrom('relation')
          .selectAll()
          .where(idColumn, 'in', ids.slice(at, at + idsPerQuery))
          .where(typeColumn, '=', endType)
          .where('type_group', '=', typeGroup)
        if (type !== undefined) query = query.where('type', '=', type)
        for (const row of await relational.scan(query)) found.push(relationOf(row))
      }
    }
    return found
  }

  /** True if a relation of the type in the group COMMON starts (`FROM`) or ends (`TO`) at the entity. */
  async function exists({ entityType, id }: EntityId, direction: SearchDirection, type: string): Promise<boolean> {
    const [idColumn, typeColumn] =
      direction === 'FROM' ? (['from_id', 'from_type'] as const) : (['to_id', 'to_type'] as const)
    const row = await relational.first(
      build
        .selectFrom('relation')
        .select('type')
        .where(idColumn, '=', id)
        .where(typeColumn, '=', entityType)
        .where('type_group', '=', 'COMMON')
        .where('type', '=', type)
        .limit(1),
    )
    return row !== undefined
  }

  /** Names of entities by id. Deleted entities and types without names are omitted. */
  async function names(ends: readonly EntityId[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>()
    for (const [type, ids] of byType(ends)) {
      const table = entityTable(type)
      for (let at = 0; table && at < ids.length; at += idsPerQuery) {
        const some = sql.join(ids.slice(at, at + idsPerQuery))
        const query = sql<{ id: string; name: string }>`
          select e.id, e.${sql.ref(table.nameColumn)} as name from ${table.source} e where e.id in (${some})`
        const rows = await relational.scan({ compile: () => query.compile(build) })
        for (const { id, name } of rows) found.set(id, name)
      }
    }
    return found
  }

  function save(relation: Relation): Statement {
    const additional_info = relation.additionalInfo === null ? null : JSON.stringify(relation.additionalInfo)
    return relational.statement(
      build
        .insertInto('relation')
        .values({ ...keyColumns(relation), additional_info })
        .onConflict((conflict) =>
          conflict
            .columns(['from_id', 'from_type', 'type_group', 'type', 'to_id', 'to_type'])
            .doUpdateSet({ additional_info }),
        ),
    )
  }

  const remove = (key: RelationKey): Statement =>
    relational.statement(build.deleteFrom('relation').where((where) => where.and(keyColumns(key))))

  /** Deletes all relations of one group from or to the entity. */
  const removeAll = (entity: EntityId, typeGroup: RelationTypeGroup): Statement =>
    relational.statement(
      build
        .deleteFrom('relation')
        .where('type_group', '=', typeGroup)
        .where((where) => where.or([where('from_id', '=', entity.id), where('to_id', '=', entity.id)])),
    )

  return { find, around, exists, names, save, remove, removeAll }
}

const keyColumns = ({ from, to, typeGroup, type }: RelationKey) => ({
  from_id: from.id,
  from_type: from.entityType,
  type_group: typeGroup,
  type,
  to_id: to.id,
  to_type: to.entityType,
})

function byType(ends: readonly EntityId[]): Map<EntityType, string[]> {
  const groups = new Map<EntityType, string[]>()
  for (const { entityType, id } of ends) {
    const ids = groups.get(entityType)
    if (ids) ids.push(id)
    else groups.set(entityType, [id])
  }
  return groups
}

const relationOf = (row: RelationTable): Relation => ({
  from: entityId(row.from_type as EntityType, row.from_id),
  to: entityId(row.to_type as EntityType, row.to_id),
  type: row.type,
  typeGroup: row.type_group as RelationTypeGroup,
  additionalInfo: row.additional_info === null ? null : parseJson(row.additional_info),
})
