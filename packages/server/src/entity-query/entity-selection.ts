/** An entity filter as rows of tables: what to select before key filters and search. */

import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import { badRequest, forbidden } from '@sonde/model/errors'
import { type EntityId, type EntityType, entityId } from '@sonde/model/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { idList } from '../storage/id-list.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { type EntityTable, entityTable } from './entity-tables.ts'
import { createWalk, type Hop } from './relation-walk.ts'

export interface Selection {
  readonly table: EntityTable
  readonly where: readonly RawBuilder<boolean>[]
  /** Only these ids; null: no such list. */
  readonly ids: readonly string[] | null
  /** What narrows it besides ownership, for copies in memory. */
  readonly narrowing: { readonly type?: string; readonly namePrefix?: string }
  /** Of a walk from several roots: from which ones each entity was found. It is a row for each. */
  readonly parents?: ReadonlyMap<string, readonly string[]>
}

/** Roots of one walk. */
export const walkRootsMax = 1000

/** Entities that one query may find, each as often as roots lead to it. */
const pairsMax = 50_000

const tooManyPairs = () =>
  badRequest(
    `entityFilter: the roots lead to more than ${pairsMax} entities in all; name fewer roots or take fewer levels.`,
  )

/** What a relation filter without a rule of its own finds. */
const relatedTypes: readonly EntityType[] = [
  'TENANT',
  'CUSTOMER',
  'USER',
  'DASHBOARD',
  'ASSET',
  'DEVICE',
  'ENTITY_VIEW',
]

/** One selection per entity type. Types without entities yield none. */
export async function selectionsOf(
  relational: RelationalStore,
  scope: Scope,
  filter: EntityFilter,
): Promise<Selection[]> {
  switch (filter.type) {
    case 'singleEntity':
      return byIds(scope, [filter.singleEntity])
    case 'entityList':
      return byIds(
        scope,
        filter.entityList.map((id) => ({ entityType: filter.entityType, id: id.toLowerCase() })),
      )
    case 'entityType':
      return ofType(scope, filter.entityType, {})
    case 'entityName':
      return ofType(scope, filter.entityType, named(filter.entityNameFilter))
    case 'deviceType':
      return ofSubtype(scope, 'DEVICE', filter.deviceType, filter.deviceNameFilter)
    case 'assetType':
      return ofSubtype(scope, 'ASSET', filter.assetType, filter.assetNameFilter)
    case 'entityViewType':
      return ofSubtype(scope, 'ENTITY_VIEW', filter.entityViewType, filter.entityViewNameFilter)
    case 'edgeType':
      return ofSubtype(scope, 'EDGE', filter.edgeType, filter.edgeNameFilter)
    case 'apiUsageState':
      return usageState(scope, filter.customerId?.id.toLowerCase())
    case 'relationsQuery': {
      const rules = (filter.filters ?? []).filter((rule) => rule.relationType || rule.entityTypes?.length)
      const passes = ({ type, to }: Hop) =>
        rules.length === 0
          ? relatedTypes.includes(to.entityType)
          : rules.some(
              (rule) =>
                (!rule.relationType || rule.relationType === type) &&
                (!rule.entityTypes?.length || rule.entityTypes.includes(to.entityType)),
            )
      if (filter.multiRoot) return fromRoots(relational, scope, filter, passes)
      const { rootEntity } = filter
      if (!rootEntity) throw badRequest('entityFilter.rootEntity: name the entity that the relations start from.')
      return byIds(scope, await createWalk(relational, filter, passes)(rootEntity))
    }
    case 'deviceSearchQuery':
      return searched(relational, scope, filter, 'DEVICE', filter.deviceTypes)
    case 'assetSearchQuery':
      return searched(relational, scope, filter, 'ASSET', filter.assetTypes)
    case 'entityViewSearchQuery':
      return searched(relational, scope, filter, 'ENTITY_VIEW', filter.entityViewTypes)
    case 'edgeSearchQuery':
      return searched(relational, scope, filter, 'EDGE', filter.edgeTypes)
  }
}

type RelationsFilter = Extract<EntityFilter, { type: 'relationsQuery' }>

/** One walk per root; each row says from which one it was found. */
async function fromRoots(
  relational: RelationalStore,
  scope: Scope,
  filter: RelationsFilter,
  passes: (hop: Hop) => boolean,
): Promise<Selection[]> {
  const { multiRootEntitiesType: rootType, multiRootEntityIds } = filter
  if (!rootType || !multiRootEntityIds) {
    throw badRequest('entityFilter: with multiRoot name multiRootEntitiesType and multiRootEntityIds.')
  }
  const roots = new Set(multiRootEntityIds.map((id) => id.toLowerCase()))
  if (roots.size > walkRootsMax) {
    throw badRequest(`entityFilter.multiRootEntityIds: name at most ${walkRootsMax} entities.`)
  }
  const found = new Map<string, EntityId>()
  const parents = new Map<string, string[]>()
  let pairs = 0
  const walk = createWalk(relational, filter, passes)
  for (const root of roots) {
    for (const entity of await walk(entityId(rootType, root))) {
      if (++pairs > pairsMax) throw tooManyPairs()
      found.set(entity.id, entity)
      const known = parents.get(entity.id)
      if (known) known.push(root)
      else parents.set(entity.id, [root])
    }
  }
  return byIds(scope, [...found.values()]).map((selection) => ({ ...selection, parents }))
}

/** The tenant's, or a customer's; a customer's user has the own one. */
function usageState(scope: Scope, asked: string | undefined): Selection[] {
  const isUser = scope.authority === 'CUSTOMER_USER'
  if (isUser && asked !== undefined && asked !== scope.customerId) throw forbidden()
  const owner = isUser ? scope.customerId : (asked ?? scope.tenantId)
  return ofType(scope, 'API_USAGE_STATE', {}).map((selection) => ({
    ...selection,
    where: [...selection.where, sql<boolean>`e.entity_id = ${owner}`],
  }))
}

function byIds(scope: Scope, entities: readonly EntityId[]): Selection[] {
  const idsByType = new Map<EntityType, Set<string>>()
  for (const { entityType, id } of entities) {
    const ids = idsByType.get(entityType)
    if (ids) ids.add(id.toLowerCase())
    else idsByType.set(entityType, new Set([id.toLowerCase()]))
  }
  return [...idsByType].flatMap(([entityType, ids]) => ofType(scope, entityType, {}, [...ids]))
}

function ofType(
  scope: Scope,
  entityType: EntityType,
  narrowing: Selection['narrowing'],
  ids: readonly string[] | null = null,
): Selection[] {
  const table = entityTable(entityType)
  if (!table) return []
  const { type, namePrefix } = narrowing
  const where = [table.visible(scope)]
  if (type !== undefined) where.push(sql<boolean>`e.type = ${type}`)
  if (namePrefix !== undefined) {
    // Only A to Z are folded, as the store's `lower` does.
    const folded = namePrefix.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    const pattern = `${folded.replace(/[\\%_]/g, '\\$&')}%`
    where.push(sql<boolean>`lower(e.${sql.ref(table.nameColumn)}) like ${pattern} escape '\\'`)
  }
  return [{ table, ids, where, narrowing }]
}

/** Case-insensitive; an empty name matches all. */
const named = (name: string | null | undefined) => (name ? { namePrefix: name } : {})

const ofSubtype = (scope: Scope, entityType: EntityType, type: string, nameFilter: string | null | undefined) =>
  ofType(scope, entityType, { type, ...named(nameFilter) })

interface SearchFilter {
  readonly rootEntity: EntityId
  readonly direction?: 'FROM' | 'TO' | null
  readonly maxLevel?: number | null
  readonly fetchLastLevelOnly?: boolean | null
  readonly relationType?: string | null
}

async function searched(
  relational: RelationalStore,
  scope: Scope,
  filter: SearchFilter,
  entityType: EntityType,
  subtypes: readonly string[] | null | undefined,
): Promise<Selection[]> {
  const walk = createWalk(
    relational,
    filter,
    ({ type, to }) => to.entityType === entityType && (!filter.relationType || filter.relationType === type),
  )
  const selections = byIds(scope, await walk(filter.rootEntity))
  if (!subtypes?.length) return selections
  return selections.map((selection) => ({
    ...selection,
    where: [...selection.where, sql<boolean>`e.type in ${idList(subtypes)}`],
  }))
}
