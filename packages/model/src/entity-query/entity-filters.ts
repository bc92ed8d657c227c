/**
 * Entity filters: select the entities of a query.
 *
 * `stateEntity` isn't a filter of the API: the client converts it to `singleEntity`.
 */

import Type, { type Static } from 'typebox'
import { entityTypes } from '../ids.ts'
import { searchDirections } from '../relations/relation.ts'
import { anyEntityId, nullish, uuid } from '../schema-parts.ts'

/** Maximum ids in one `entityList`. */
export const entityListMax = 10_000

const entityType = Type.Enum([...entityTypes])
const nameFilter = nullish(Type.String())
const subtypes = Type.Array(Type.String())

/** Start and depth of a search along relations. */
const walk = {
  rootEntity: anyEntityId,
  direction: nullish(Type.Enum([...searchDirections])),
  /** Maximum depth. 0, negative or absent: the server's limit. */
  maxLevel: nullish(Type.Integer()),
  fetchLastLevelOnly: nullish(Type.Boolean()),
}

/** Schemas by the filter's `type`. Additional keys, such as `resolveMultiple`, are allowed and ignored. */
export const entityFilterSchemas = {
  singleEntity: Type.Object({ type: Type.Literal('singleEntity'), singleEntity: anyEntityId }),
  entityList: Type.Object({
    type: Type.Literal('entityList'),
    entityType,
    entityList: Type.Array(uuid, { maxItems: entityListMax }),
  }),
  entityName: Type.Object({ type: Type.Literal('entityName'), entityType, entityNameFilter: nameFilter }),
  entityType: Type.Object({ type: Type.Literal('entityType'), entityType }),
  deviceType: Type.Object({
    type: Type.Literal('deviceType'),
    deviceType: Type.String(),
    deviceNameFilter: nameFilter,
  }),
  assetType: Type.Object({ type: Type.Literal('assetType'), assetType: Type.String(), assetNameFilter: nameFilter }),
  entityViewType: Type.Object({
    type: Type.Literal('entityViewType'),
    entityViewType: Type.String(),
    entityViewNameFilter: nameFilter,
  }),
  edgeType: Type.Object({ type: Type.Literal('edgeType'), edgeType: Type.String(), edgeNameFilter: nameFilter }),
  apiUsageState: Type.Object({ type: Type.Literal('apiUsageState'), customerId: nullish(anyEntityId) }),
  relationsQuery: Type.Object({
    type: Type.Literal('relationsQuery'),
    ...walk,
    /** Required without `multiRoot`. */
    rootEntity: nullish(anyEntityId),
    /** Starts at several roots of one type; each row then has the field `parentId`, the root it was found from. */
    multiRoot: nullish(Type.Boolean()),
    multiRootEntitiesType: nullish(entityType),
    multiRootEntityIds: nullish(Type.Array(uuid)),
    filters: nullish(
      Type.Array(Type.Object({ relationType: nullish(Type.String()), entityTypes: nullish(Type.Array(entityType)) })),
    ),
  }),
  deviceSearchQuery: Type.Object({
    type: Type.Literal('deviceSearchQuery'),
    ...walk,
    relationType: nullish(Type.String()),
    deviceTypes: nullish(subtypes),
  }),
  assetSearchQuery: Type.Object({
    type: Type.Literal('assetSearchQuery'),
    ...walk,
    relationType: nullish(Type.String()),
    assetTypes: nullish(subtypes),
  }),
  entityViewSearchQuery: Type.Object({
    type: Type.Literal('entityViewSearchQuery'),
    ...walk,
    relationType: nullish(Type.String()),
    entityViewTypes: nullish(subtypes),
  }),
  edgeSearchQuery: Type.Object({
    type: Type.Literal('edgeSearchQuery'),
    ...walk,
    relationType: nullish(Type.String()),
    edgeTypes: nullish(subtypes),
  }),
}

export type EntityFilterType = keyof typeof entityFilterSchemas

export const entityFilter = Type.Union([
  entityFilterSchemas.singleEntity,
  entityFilterSchemas.entityList,
  entityFilterSchemas.entityName,
  entityFilterSchemas.entityType,
  entityFilterSchemas.deviceType,
  entityFilterSchemas.assetType,
  entityFilterSchemas.entityViewType,
  entityFilterSchemas.edgeType,
  entityFilterSchemas.apiUsageState,
  entityFilterSchemas.relationsQuery,
  entityFilterSchemas.deviceSearchQuery,
  entityFilterSchemas.assetSearchQuery,
  entityFilterSchemas.entityViewSearchQuery,
  entityFilterSchemas.edgeSearchQuery,
])
export type EntityFilter = Static<typeof entityFilter>
