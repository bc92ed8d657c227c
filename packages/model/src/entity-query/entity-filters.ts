/**
 * Entity filters: which entities a query is about.
 *
 * `stateEntity` is no filter of the wire's queries: the client turns it into `singleEntity`.
 */

import Type, { type Static } from 'typebox'
import { entityTypes } from '../ids.ts'
import { searchDirections } from '../relations/relation.ts'
import { anyEntityId, nullish, uuid } from '../schema-parts.ts'

/** Ids that one `entityList` names at most. */
export const entityListMax = 10_000

const entityType = Type.Enum([...entityTypes])
const nameFilter = nullish(Type.String())
const subtypes = Type.Array(Type.String())

/** Where a walk over relations starts, and how far it goes. */
const walk = {
  rootEntity: anyEntityId,
  direction: nullish(Type.Enum([...searchDirections])),
  /** 0, negative or absent: as far as the bound of the server allows. */
  maxLevel: nullish(Type.Integer()),
  fetchLastLevelOnly: nullish(Type.Boolean()),
}

/** By the filter's `type`. Further keys, such as `resolveMultiple`, are allowed and mean nothing here. */
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
    /** Only needed without `multiRoot`. */
    rootEntity: nullish(anyEntityId),
    /** From several roots of one type; each row then has the field `parentId`, the root that it was found from. */
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
