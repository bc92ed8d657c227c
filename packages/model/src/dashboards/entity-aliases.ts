/**
 * Resolves an alias to an entity filter, as far as the client can do it alone. The server finds the entities that match
 * the filter. An alias for a single entity queries the newest match.
 */

import type { EntityFilter } from '../entity-query/entity-filters.ts'
import type { EntityDataQuery, EntityKey, KeyFilter, KeyFilterPredicate } from '../entity-query/entity-query.ts'
import { type EntityId, isEntityType, isUuid, NIL_UUID } from '../ids.ts'
import type { DashboardFilter, Datasource, EntityAlias, JsonObject } from './dashboard-configuration.ts'
import { isJsonObject, textOf } from './json-parts.ts'

/** The user who views the dashboard, and the parameters of the open state. */
export interface AliasContext {
  readonly authority: 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'
  readonly tenantId: string
  readonly customerId: string | null
  readonly userId: string
  readonly stateParams: JsonObject
}

export type ResolvedFilter =
  /** `isOne`: the alias resolves to one entity, even if more match. */
  | { readonly kind: 'filter'; readonly filter: EntityFilter; readonly isOne: boolean; readonly usesState: boolean }
  /** Nothing can be queried: the state names no entity, or the alias lacks a field that its type needs. */
  | { readonly kind: 'unresolved'; readonly usesState: boolean }

const entityIdOf = (value: unknown): EntityId | null => {
  if (!isJsonObject(value)) return null
  const { entityType, id } = value
  return typeof entityType === 'string' && isEntityType(entityType) && typeof id === 'string' && isUuid(id)
    ? { entityType, id }
    : null
}

/** Resolves CURRENT_TENANT, CURRENT_CUSTOMER and the like to the entity of this user. */
export function currentEntity(value: unknown, context: AliasContext): EntityId | null {
  if (!isJsonObject(value)) return null
  const tenant: EntityId = { entityType: 'TENANT', id: context.tenantId }
  const customer: EntityId | null = context.customerId ? { entityType: 'CUSTOMER', id: context.customerId } : null
  switch (value.entityType) {
    case 'CURRENT_TENANT':
      return tenant
    case 'CURRENT_USER':
      return { entityType: 'USER', id: context.userId }
    case 'CURRENT_USER_OWNER':
      return context.authority === 'CUSTOMER_USER' ? customer : tenant
    case 'CURRENT_CUSTOMER': {
      if (context.authority === 'CUSTOMER_USER') return customer
      const id = textOf(value.id)
      return id && isUuid(id) && id !== NIL_UUID ? { entityType: 'CUSTOMER', id } : null
    }
    default:
      return entityIdOf(value)
  }
}

/** Entity that the open state refers to. */
function stateEntity(filter: JsonObject, context: AliasContext): EntityId | null {
  const name = textOf(filter.stateEntityParamName)
  const holder = name ? context.stateParams[name] : context.stateParams
  const named = isJsonObject(holder) ? entityIdOf(holder.entityId) : null
  return named ?? currentEntity(filter.defaultStateEntity, context)
}

export function resolveAlias({ filter }: EntityAlias, context: AliasContext): ResolvedFilter {
  const { type, resolveMultiple, ...fields } = filter
  const unresolved = (usesState: boolean): ResolvedFilter => ({ kind: 'unresolved', usesState })
  const single = (entity: EntityId | null, usesState: boolean): ResolvedFilter =>
    entity
      ? { kind: 'filter', filter: { type: 'singleEntity', singleEntity: entity }, isOne: true, usesState }
      : unresolved(usesState)

  switch (type) {
    case 'singleEntity':
      return single(currentEntity(fields.singleEntity, context), false)
    case 'stateEntity':
      return single(stateEntity(fields, context), true)
    case 'entityList': {
      const ids = Array.isArray(fields.entityList) ? fields.entityList.filter((id) => typeof id === 'string') : []
      if (ids.length === 0) return unresolved(false)
      return whole({ ...fields, type, entityList: ids }, !resolveMultiple, false)
    }
    case 'relationsQuery':
    case 'deviceSearchQuery':
    case 'assetSearchQuery':
    case 'entityViewSearchQuery':
    case 'edgeSearchQuery': {
      const usesState = fields.rootStateEntity === true
      const rootEntity = usesState ? stateEntity(fields, context) : currentEntity(fields.rootEntity, context)
      if (!rootEntity) return unresolved(usesState)
      const { rootStateEntity: _, stateEntityParamName: _name, defaultStateEntity: _default, ...walk } = fields
      return whole({ ...walk, type, rootEntity }, !resolveMultiple, usesState)
    }
    case 'entityName':
    case 'entityType':
    case 'deviceType':
    case 'assetType':
    case 'entityViewType':
    case 'edgeType':
    case 'apiUsageState':
      return whole({ ...fields, type }, !resolveMultiple || type === 'apiUsageState', false)
    default:
      return unresolved(false)
  }
}

/** The server validates the fields; a rejected filter shows as the widget's error. */
const whole = (filter: JsonObject, isOne: boolean, usesState: boolean): ResolvedFilter => ({
  kind: 'filter',
  filter: filter as unknown as EntityFilter,
  isOne,
  usesState,
})

export const nameFields: EntityKey[] = [
  { type: 'ENTITY_FIELD', key: 'name' },
  { type: 'ENTITY_FIELD', key: 'label' },
  { type: 'ENTITY_FIELD', key: 'additionalInfo' },
]

const newestFirst = { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' } as const

/** Queries the single entity of an alias or, with a larger page, the entities to choose from. */
export const aliasQuery = (filter: EntityFilter, pageSize = 1, textSearch: string | null = null): EntityDataQuery => ({
  entityFilter: filter,
  pageLink: { page: 0, pageSize, textSearch, sortOrder: newestFirst },
  entityFields: nameFields,
})

/** Maximum entities of one subscription. */
export const subscriptionPageSize = 1024

/** First command of a widget's subscription: queries the matching entities. */
export function subscriptionQuery(
  filter: EntityFilter,
  keyFilters: readonly KeyFilter[],
  latestValues: readonly EntityKey[] = [],
): EntityDataQuery {
  const isSingle = filter.type === 'singleEntity' || filter.type === 'apiUsageState'
  return {
    entityFilter: filter,
    keyFilters: [...keyFilters],
    pageLink: {
      page: 0,
      pageSize: isSingle ? 1 : subscriptionPageSize,
      textSearch: null,
      dynamic: true,
      sortOrder: newestFirst,
    },
    // The type of a device is the name of its profile, which may describe its keys.
    entityFields: [...nameFields, { type: 'ENTITY_FIELD', key: 'type' }],
    latestValues: [...latestValues],
  }
}

/** Converts a dashboard's filter to key filters of queries: one per pair of key and predicate, without `userInfo`. */
export const keyFiltersOf = (filter: DashboardFilter | undefined): KeyFilter[] =>
  (filter?.keyFilters ?? []).flatMap(({ key, valueType, predicates }) =>
    predicates.map(
      ({ keyFilterPredicate }): KeyFilter => ({
        key: key as KeyFilter['key'],
        valueType: valueType as KeyFilter['valueType'],
        predicate: bare(keyFilterPredicate),
      }),
    ),
  )

function bare(predicate: KeyFilterPredicate): KeyFilterPredicate {
  if (predicate.type !== 'COMPLEX') return predicate
  const inner = predicate.predicates as readonly (KeyFilterPredicate | { keyFilterPredicate: KeyFilterPredicate })[]
  return {
    ...predicate,
    predicates: inner.map((one) => bare('keyFilterPredicate' in one ? one.keyFilterPredicate : one)),
  }
}

/** Entity of a datasource that names an entity instead of an alias; null if it names none. */
export function datasourceEntity({ entityType, entityId }: Datasource): EntityId | null {
  return entityType && entityId && isEntityType(entityType) && isUuid(entityId) ? { entityType, id: entityId } : null
}
