/**
 * Relations: directed, typed links between entities, and searches along them.
 *
 * Creating a relation requires permission to change both entities. Reading one requires permission to read the entity
 * in the request.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { badRequest, DomainError, ErrorCode, notFound } from '@sonde/model/errors'
import { type EntityId, type EntityType, entityId, NIL_UUID } from '@sonde/model/ids'
import type {
  Relation,
  RelationInfo,
  RelationInput,
  RelationSearch,
  RelationTypeGroup,
  SearchDirection,
} from '@sonde/model/relations/relation'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Commit } from '../journal/commit.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import type { EntityChange } from '../storage/storage.ts'
import type { RelationKey, RelationStore } from './relation-store.ts'

/** Maximum search depth, also if the query requests all levels. */
export const searchLevelsMax = 50
/** Maximum relations visited by one search. */
export const searchedRelationsMax = 100_000

export interface RelationFilter {
  /** Absent or empty: every type. */
  readonly relationType?: string | null | undefined
  /** Types of the found entities. Absent or empty: every type. */
  readonly entityTypes?: readonly EntityType[] | null | undefined
}

export interface RelationDeps {
  readonly store: RelationStore
  readonly access: Access
  readonly commit: Commit
}

export type RelationService = ReturnType<typeof createRelationService>

export function createRelationService({ store, access, commit }: RelationDeps) {
  async function save(scope: Scope, input: RelationInput): Promise<void> {
    const from = entityId(input.from.entityType, input.from.id.toLowerCase())
    const to = entityId(input.to.entityType, input.to.id.toLowerCase())
    if (input.type.trim() === '') throw badRequest('Enter a relation type, such as Contains.')
    await access.requireEntity(scope, 'WRITE', from)
    await access.requireEntity(scope, 'WRITE', to)
    const relation: Relation = {
      from,
      to,
      type: input.type,
      typeGroup: input.typeGroup ?? 'COMMON',
      additionalInfo: input.additionalInfo ?? null,
    }
    const audit = notesOf('RELATION_ADD_OR_UPDATE', relation, input)
    await commit({ statements: [store.save(relation)], changes: changesOf(scope, relation), audit })
  }

  async function get(scope: Scope, key: RelationKey): Promise<Relation> {
    await access.requireEntity(scope, 'READ', key.from)
    await access.requireEntity(scope, 'READ', key.to)
    const relation = await store.find(key)
    if (!relation) throw notFound('RELATION', `${key.type} from ${key.from.id} to ${key.to.id}`)
    return relation
  }

  /** `requested` is the relation as named by the caller, for the audit log. */
  async function remove(scope: Scope, key: RelationKey, requested: object = key): Promise<void> {
    await access.requireEntity(scope, 'WRITE', key.from)
    await access.requireEntity(scope, 'WRITE', key.to)
    const audit = notesOf('RELATION_DELETED', key, requested)
    const { rowsChanged } = await commit({ statements: [store.remove(key)], changes: changesOf(scope, key), audit })
    if (rowsChanged[0] === 0) throw notFound('RELATION', `${key.type} from ${key.from.id} to ${key.to.id}`)
  }

  /** Deletes the relations of an entity in the group COMMON. */
  async function removeAll(scope: Scope, entity: EntityId): Promise<void> {
    await access.requireEntity(scope, 'WRITE', entity)
    await commit({
      statements: [store.removeAll(entity, 'COMMON')],
      changes: [changeOf(scope, entity)],
      audit: [{ action: 'RELATIONS_DELETED', entity, data: { entityId: entity.id } }],
    })
  }

  /** Relations from or to the entity. Relations whose other end the caller can't read are omitted. */
  async function listOf(
    scope: Scope,
    entity: EntityId,
    direction: SearchDirection,
    typeGroup: RelationTypeGroup,
    type?: string,
  ): Promise<Relation[]> {
    await access.requireEntity(scope, 'READ', entity)
    return readable(scope, await store.around([entity], direction, typeGroup, type), direction)
  }

  /**
   * Follows relations from the root, level by level, along relations that match a filter. Visits each entity once.
   * Returns all relations found or only those of the last level. Throws 400 beyond `searchedRelationsMax`.
   */
  async function search(
    scope: Scope,
    { rootId, rootType, direction, relationTypeGroup, maxLevel, fetchLastLevelOnly }: RelationSearch,
    filters: readonly RelationFilter[],
  ): Promise<Relation[]> {
    const root = entityId(rootType, rootId.toLowerCase())
    await access.requireEntity(scope, 'READ', root)
    const levels = maxLevel && maxLevel > 0 ? Math.min(maxLevel, searchLevelsMax) : searchLevelsMax
    const other = (relation: Relation) => (direction === 'FROM' ? relation.to : relation.from)
    const isLast = new Set<Relation>()
    const met: Relation[] = []
    const visited = new Set([root.id])
    let frontier: EntityId[] = [root]
    for (let level = 1; level <= levels && frontier.length > 0; level++) {
      const next = new Map<string, EntityId>()
      const leaving = await store.around(frontier, direction, relationTypeGroup ?? 'COMMON')
      const followed = leaving.filter((relation) => isAlong(relation, filters))
      const parents = new Set(followed.map((relation) => (direction === 'FROM' ? relation.from.id : relation.to.id)))
      // A relation whose end has no further relations belongs to the last level, regardless of its depth.
      for (const relation of isLast) if (parents.has(other(relation).id)) isLast.delete(relation)
      for (const relation of followed) {
        met.push(relation)
        isLast.add(relation)
        const end = other(relation)
        if (!visited.has(end.id)) next.set(end.id, end)
      }
      if (met.length > searchedRelationsMax) {
        throw badRequest(`The search follows more than ${searchedRelationsMax} relations. Use fewer levels.`)
      }
      for (const id of next.keys()) visited.add(id)
      frontier = [...next.values()]
    }
    const wanted = met.filter(
      (relation) => (!fetchLastLevelOnly || isLast.has(relation)) && isWanted(relation, other(relation), filters),
    )
    return readable(scope, wanted, direction)
  }

  async function readable(scope: Scope, relations: readonly Relation[], direction: SearchDirection) {
    const verdicts = new Map<string, boolean>()
    const retained: Relation[] = []
    for (const relation of relations) {
      const end = direction === 'FROM' ? relation.to : relation.from
      let isReadable = verdicts.get(end.id)
      if (isReadable === undefined) {
        isReadable = await mayRead(scope, end)
        verdicts.set(end.id, isReadable)
      }
      if (isReadable) retained.push(relation)
    }
    return retained
  }

  async function mayRead(scope: Scope, entity: EntityId): Promise<boolean> {
    try {
      await access.requireEntity(scope, 'READ', entity)
      return true
    } catch (error) {
      if (error instanceof DomainError && error.code !== ErrorCode.GENERAL) return false
      throw error
    }
  }

  /** Adds the names of the found entities. */
  async function named(relations: readonly Relation[], direction: SearchDirection): Promise<RelationInfo[]> {
    const ends = relations.map((relation) => (direction === 'FROM' ? relation.to : relation.from))
    const names = await store.names([...new Map(ends.map((end) => [end.id, end])).values()])
    return relations.map((relation) => ({
      ...relation,
      fromName: direction === 'TO' ? (names.get(relation.from.id) ?? null) : null,
      toName: direction === 'FROM' ? (names.get(relation.to.id) ?? null) : null,
    }))
  }

  const listInfosOf = async (
    scope: Scope,
    entity: EntityId,
    direction: SearchDirection,
    typeGroup: RelationTypeGroup,
    type?: string,
  ): Promise<RelationInfo[]> => named(await listOf(scope, entity, direction, typeGroup, type), direction)

  const searchInfos = async (
    scope: Scope,
    parameters: RelationSearch,
    filters: readonly RelationFilter[],
  ): Promise<RelationInfo[]> => named(await search(scope, parameters, filters), parameters.direction)

  return { save, get, remove, removeAll, listOf, listInfosOf, search, searchInfos }
}

/** True if the search follows this relation: entity types only filter the result, not the path. */
const isAlong = (relation: Relation, filters: readonly RelationFilter[]): boolean =>
  filters.length === 0 || filters.some(({ relationType }) => !relationType || relationType === relation.type)

const isWanted = (relation: Relation, end: EntityId, filters: readonly RelationFilter[]): boolean =>
  filters.length === 0 ||
  filters.some(
    ({ relationType, entityTypes }) =>
      (!relationType || relationType === relation.type) &&
      (!entityTypes || entityTypes.length === 0 || entityTypes.includes(end.entityType)),
  )

/** One audit log entry for each end. */
const notesOf = (action: AuditAction, { from, to }: Pick<RelationKey, 'from' | 'to'>, relation: object): AuditNote[] =>
  [from, to].map((entity) => ({ action, entity, data: { relation } }))

const changesOf = (scope: Scope, { from, to }: Pick<RelationKey, 'from' | 'to'>): EntityChange[] => [
  changeOf(scope, from),
  changeOf(scope, to),
]

const changeOf = (scope: Scope, entity: EntityId): EntityChange => ({
  kind: 'updated',
  entity,
  tenantId: scope.tenantId,
  customerId: NIL_UUID,
  aspect: 'relation',
})
