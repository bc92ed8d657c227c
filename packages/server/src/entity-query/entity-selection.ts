/** Translates an entity filter into selections of table rows, before key filters and text search apply. */

import { sourceTypes } from '@sonde/model/entities/entity-kinds'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import { badRequest, forbidden } from '@sonde/model/errors'
import { type EntityId, type EntityType, entityId } from '@sonde/model/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { foldCase } from '../storage/text-search.ts'
import { type EntityTable, entityTable } from './entity-tables.ts'
import { createWalk, type Hop } from './relation-walk.ts'

export interface Selection {
  readonly table: EntityTable
  readonly where: readonly RawBuilder<boolean>[]
  /** Restricts the selection to these IDs; null: no restriction. */
  readonly ids: readonly string[] | null
  /** Type and name conditions for in-memory copies. `where` contains them as SQL. */
  readonly narrowing: { readonly type?: string; readonly namePrefix?: string }
  /** Root IDs by found entity, for a walk from several roots. The result has one row per root. */
  readonly parents?: ReadonlyMap<string, readonly string[]>
}

/** Maximum roots of one query. */
export const walkRootsMax = 1000

/** Maximum entities that one query may find, counted once per root that leads to them. */
const pairsMax = 50_000

const tooManyPairs = () =>
  badRequest(`entityFilter: the roots lead to more than ${pairsMax} entities. Use fewer roots or levels.`)

/** Entity types that a relation filter without rules finds. */
const relatedTypes: readonly EntityType[] = ['TENANT', 'CUSTOMER', 'USER', 'DASHBOARD', 'ENTITY_VIEW', ...sourceTypes]

/** Store and caller. */
interface By {
  readonly relational: RelationalStore
  readonly scope: Scope
}

/** One selection per entity type. Types without entities yield none. */
export async function selectionsOf(
  relational: RelationalStore,
  scope: Scope,
  filter: EntityFilter,
): Promise<Selection[]> {
  const by: By = { relational, scope }
  switch (filter.type) {
    case 'singleEntity':
      return byIds(by, [filter.singleEntity])
    case 'entityList':
      return byIds(
        by,
        filter.entityList.map((id) => ({ entityType: filter.entityType, id: id.toLowerCase() })),
      )
    case 'entityType':
      return ofType(by, filter.entityType, {})
    case 'entityName':
      return ofType(by, filter.entityType, named(filter.entityNameFilter))
    case 'deviceType':
      return ofSubtype(by, 'DEVICE', filter.deviceType, filter.deviceNameFilter)
    case 'assetType':
      return ofSubtype(by, 'ASSET', filter.assetType, filter.assetNameFilter)
    case 'entityViewType':
      return ofSubtype(by, 'ENTITY_VIEW', filter.entityViewType, filter.entityViewNameFilter)
    case 'edgeType':
      return ofSubtype(by, 'EDGE', filter.edgeType, filter.edgeNameFilter)
    case 'apiUsageState':
      return usageState(by, filter.customerId?.id.toLowerCase())
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
      if (filter.multiRoot) return fromRoots(by, filter, passes)
      const { rootEntity } = filter
      if (!rootEntity) throw badRequest('entityFilter.rootEntity: specify the entity that the relations start from.')
      return byIds(by, await createWalk(by.relational, filter, passes)(rootEntity))
    }
    case 'deviceSearchQuery':
      return searched(by, filter, 'DEVICE', filter.deviceTypes)
    case 'assetSearchQuery':
      return searched(by, filter, 'ASSET', filter.assetTypes)
    case 'entityViewSearchQuery':
      return searched(by, filter, 'ENTITY_VIEW', filter.entityViewTypes)
    case 'edgeSearchQuery':
      return searched(by, filter, 'EDGE', filter.edgeTypes)
  }
}

type RelationsFilter = Extract<EntityFilter, { type: 'relationsQuery' }>

/** Runs one walk per root. Each row names the root that it was found from. */
async function fromRoots(by: By, filter: RelationsFilter, passes: (hop: Hop) => boolean): Promise<Selection[]> {
  const { multiRootEntitiesType: rootType, multiRootEntityIds } = filter
  if (!rootType || !multiRootEntityIds) {
    throw badRequest('entityFilter: multiRoot requires multiRootEntitiesType and multiRootEntityIds.')
  }
  const roots = new Set(multiRootEntityIds.map((id) => id.toLowerCase()))
  if (roots.size > walkRootsMax) {
    throw badRequest(`entityFilter.multiRootEntityIds: specify at most ${walkRootsMax} entities.`)
  }
  const found = new Map<string, EntityId>()
  const parents = new Map<string, string[]>()
  let pairs = 0
  const walk = createWalk(by.relational, filter, passes)
  for (const root of roots) {
    for (const entity of await walk(entityId(rootType, root))) {
      if (++pairs > pairsMax) throw tooManyPairs()
      found.set(entity.id, entity)
      const existing = parents.get(entity.id)
      if (existing) existing.push(root)
      else parents.set(entity.id, [root])
    }
  }
  return byIds(by, [...found.values()]).map((selection) => ({ ...selection, parents }))
}

/** Usage state of the tenant or of a customer. A customer user gets that of the own customer. */
function usageState(by: By, requested: string | undefined): Selection[] {
  const { scope } = by
  const isUser = scope.authority === 'CUSTOMER_USER'
  if (isUser && requested !== undefined && requested !== scope.customerId) throw forbidden()
  const owner = isUser ? scope.customerId : (requested ?? scope.tenantId)
  return ofType(by, 'API_USAGE_STATE', {}).map((selection) => ({
    ...selection,
    where: [...selection.where, sql<boolean>`e.entity_id = ${owner}`],
  }))
}

function byIds(by: By, entities: readonly EntityId[]): Selection[] {
  const idsByType = new Map<EntityType, Set<string>>()
  for (const { entityType, id } of entities) {
    const ids = idsByType.get(entityType)
    if (ids) ids.add(id.toLowerCase())
    else idsByType.set(entityType, new Set([id.toLowerCase()]))
  }
  return [...idsByType].flatMap(([entityType, ids]) => ofType(by, entityType, {}, [...ids]))
}

function ofType(
  { scope, relational: { dialect } }: By,
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
    const pattern = `${foldCase(namePrefix).replace(/[\\%_]/g, '\\$&')}%`
    where.push(dialect.isLike(sql`e.${sql.ref(table.nameColumn)}`, pattern))
  }
  return [{ table, ids, where, narrowing }]
}

/** Case-insensitive name prefix; an empty name matches all. */
const named = (name: string | null | undefined) => (name ? { namePrefix: name } : {})

const ofSubtype = (by: By, entityType: EntityType, type: string, nameFilter: string | null | undefined) =>
  ofType(by, entityType, { type, ...named(nameFilter) })

interface SearchFilter {
  readonly rootEntity: EntityId
  readonly direction?: 'FROM' | 'TO' | null
  readonly maxLevel?: number | null
  readonly fetchLastLevelOnly?: boolean | null
  readonly relationType?: string | null
}

async function searched(
  by: By,
  filter: SearchFilter,
  entityType: EntityType,
  subtypes: readonly string[] | null | undefined,
): Promise<Selection[]> {
  const walk = createWalk(
    by.relational,
    filter,
    ({ type, to }) => to.entityType === entityType && (!filter.relationType || filter.relationType === type),
  )
  const selections = byIds(by, await walk(filter.rootEntity))
  if (!subtypes?.length) return selections
  return selections.map((selection) => ({
    ...selection,
    where: [...selection.where, sql<boolean>`e.type in ${by.relational.dialect.idList(subtypes)}`],
  }))
}
