/** An entity filter as rows of tables: what to select before key filters and search (dashboards.md §4.2). */

import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { EntityId, EntityType } from '@sonde/model/ids'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { type EntityTable, entityTable } from './entity-tables.ts'
import { walkRelations } from './relation-walk.ts'

export interface Selection {
  readonly table: EntityTable
  readonly where: readonly RawBuilder<boolean>[]
  /** Only these ids; null: no such list. */
  readonly ids: readonly string[] | null
}

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
      return ofType(scope, filter.entityType, [])
    case 'entityName':
      return ofType(scope, filter.entityType, [nameStartsWith(filter.entityType, filter.entityNameFilter)])
    case 'deviceType':
      return ofSubtype(scope, 'DEVICE', filter.deviceType, filter.deviceNameFilter)
    case 'assetType':
      return ofSubtype(scope, 'ASSET', filter.assetType, filter.assetNameFilter)
    case 'entityViewType':
      return ofSubtype(scope, 'ENTITY_VIEW', filter.entityViewType, filter.entityViewNameFilter)
    case 'edgeType':
      return ofSubtype(scope, 'EDGE', filter.edgeType, filter.edgeNameFilter)
    case 'apiUsageState':
      return ofType(scope, 'API_USAGE_STATE', [])
    case 'relationsQuery': {
      const rules = (filter.filters ?? []).filter((rule) => rule.relationType || rule.entityTypes?.length)
      const found = await walkRelations(relational, filter, ({ type, to }) =>
        rules.length === 0
          ? relatedTypes.includes(to.entityType)
          : rules.some(
              (rule) =>
                (!rule.relationType || rule.relationType === type) &&
                (!rule.entityTypes?.length || rule.entityTypes.includes(to.entityType)),
            ),
      )
      return byIds(scope, found)
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

function byIds(scope: Scope, entities: readonly EntityId[]): Selection[] {
  const idsByType = new Map<EntityType, Set<string>>()
  for (const { entityType, id } of entities) {
    const ids = idsByType.get(entityType)
    if (ids) ids.add(id)
    else idsByType.set(entityType, new Set([id]))
  }
  return [...idsByType].flatMap(([entityType, ids]) => ofType(scope, entityType, [], [...ids]))
}

function ofType(
  scope: Scope,
  entityType: EntityType,
  where: readonly (RawBuilder<boolean> | null)[],
  ids: readonly string[] | null = null,
): Selection[] {
  const table = entityTable(entityType)
  if (!table) return []
  return [{ table, ids, where: [table.visible(scope), ...where.filter((one) => one !== null)] }]
}

const ofSubtype = (scope: Scope, entityType: EntityType, subtype: string, nameFilter: string | null | undefined) =>
  ofType(scope, entityType, [sql<boolean>`e.type = ${subtype}`, nameStartsWith(entityType, nameFilter)])

/** Case-insensitive; an empty name matches all. */
function nameStartsWith(entityType: EntityType, name: string | null | undefined): RawBuilder<boolean> | null {
  const column = entityTable(entityType)?.nameColumn
  if (!name || !column) return null
  const pattern = `${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`lower(e.${sql.ref(column)}) like ${pattern} escape '\\'`
}

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
  const found = await walkRelations(
    relational,
    filter,
    ({ type, to }) => to.entityType === entityType && (!filter.relationType || filter.relationType === type),
  )
  const selections = byIds(scope, found)
  if (!subtypes?.length) return selections
  return selections.map((selection) => ({
    ...selection,
    where: [...selection.where, sql<boolean>`e.type in (${sql.join([...subtypes])})`],
  }))
}
