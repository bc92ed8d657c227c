/** Relations over REST. */

import { badRequest } from '@sonde/model/errors'
import { type EntityId, type EntityType, entityId, entityTypes } from '@sonde/model/ids'
import {
  type RelationTypeGroup,
  relation,
  relationInfo,
  relationInput,
  relationsQuery,
  relationTypeGroups,
  type SearchDirection,
} from '@sonde/model/relations/relation'
import { uuid } from '@sonde/model/schema-parts'
import Type, { type Static } from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { RelationService } from './relation-service.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'relations'

const entityType = Type.Enum([...entityTypes])
const typeGroup = Type.Optional(Type.Enum([...relationTypeGroups]))
const relationQuery = Type.Object({
  fromId: uuid,
  fromType: entityType,
  relationType: Type.String({ minLength: 1 }),
  relationTypeGroup: typeGroup,
  toId: uuid,
  toType: entityType,
})
const listQuery = Type.Object({
  fromId: Type.Optional(uuid),
  fromType: Type.Optional(entityType),
  toId: Type.Optional(uuid),
  toType: Type.Optional(entityType),
  relationType: Type.Optional(Type.String()),
  relationTypeGroup: typeGroup,
})

const keyOf = (query: {
  readonly fromId: string
  readonly fromType: EntityType
  readonly toId: string
  readonly toType: EntityType
  readonly relationType: string
  readonly relationTypeGroup?: (typeof relationTypeGroups)[number]
}) => ({
  from: endOf(query.fromType, query.fromId),
  to: endOf(query.toType, query.toId),
  type: query.relationType,
  typeGroup: query.relationTypeGroup ?? 'COMMON',
})

/** What a list is of: the first of both ends that is named. */
function listed(
  query: Static<typeof listQuery>,
): readonly [EntityId, SearchDirection, RelationTypeGroup, string | undefined] {
  const { fromId, fromType, toId, toType, relationTypeGroup = 'COMMON' } = query
  const type = query.relationType || undefined
  if (fromId && fromType) return [endOf(fromType, fromId), 'FROM', relationTypeGroup, type]
  if (toId && toType) return [endOf(toType, toId), 'TO', relationTypeGroup, type]
  throw badRequest('Name fromId and fromType, or toId and toType.')
}

const endOf = (type: EntityType, id: string): EntityId => entityId(type, id.toLowerCase())

export function registerRelationRoutes(routes: Routes, { relations }: { readonly relations: RelationService }): void {
  routes.add({
    method: 'POST',
    path: '/api/relation',
    authorities,
    summary: 'Relates two entities',
    tag,
    schema: { body: relationInput, response: Type.Void() },
    handle: ({ scope, body }) => relations.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/relation',
    authorities,
    summary: 'One relation',
    tag,
    schema: { query: relationQuery, response: relation },
    handle: ({ scope, query }) => relations.get(scope, keyOf(query)),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/relation',
    authorities,
    summary: 'Deletes a relation',
    tag,
    schema: { query: relationQuery, response: Type.Void() },
    handle: ({ scope, query }) => relations.remove(scope, keyOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/relations',
    authorities,
    summary: 'Relations from an entity, or to it',
    tag,
    schema: { query: listQuery, response: Type.Array(relation) },
    handle: ({ scope, query }) => relations.listOf(scope, ...listed(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/relations/info',
    authorities,
    summary: 'Relations from an entity, or to it, with the names of the other ends',
    tag,
    schema: { query: listQuery, response: Type.Array(relationInfo) },
    handle: ({ scope, query }) => relations.listInfosOf(scope, ...listed(query)),
  })
  routes.add({
    method: 'POST',
    path: '/api/relations/info',
    authorities,
    summary: 'Relations met on the way from an entity, with the names of what was found',
    tag,
    schema: { body: relationsQuery, response: Type.Array(relationInfo) },
    handle: ({ scope, body }) => relations.searchInfos(scope, body.parameters, body.filters ?? []),
  })
  routes.add({
    method: 'POST',
    path: '/api/relations',
    authorities,
    summary: 'Relations met on the way from an entity',
    tag,
    schema: { body: relationsQuery, response: Type.Array(relation) },
    handle: ({ scope, body }) => relations.search(scope, body.parameters, body.filters ?? []),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/relations',
    authorities,
    summary: 'Deletes all relations of an entity',
    tag,
    schema: { query: Type.Object({ entityId: uuid, entityType }), response: Type.Void() },
    handle: ({ scope, query }) => relations.removeAll(scope, endOf(query.entityType, query.entityId)),
  })
}
