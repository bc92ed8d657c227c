/** REST API of relations. */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
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
import { changesNothing } from '../http/route-audit.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import { requireQueryParts } from './query-parts.ts'
import type { RelationService } from './relation-service.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'relations'

const entityType = Type.Enum([...entityTypes])
/** For compatibility, an unknown group counts as COMMON. */
const typeGroup = Type.Optional(
  Type.String({ description: `${relationTypeGroups.join(', ')}; others count as COMMON` }),
)
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

const groupOf = (name: string | undefined): RelationTypeGroup =>
  relationTypeGroups.find((group) => group === name) ?? 'COMMON'

const keyOf = (query: {
  readonly fromId: string
  readonly fromType: EntityType
  readonly toId: string
  readonly toType: EntityType
  readonly relationType: string
  readonly relationTypeGroup?: string
}) => ({
  from: endOf(query.fromType, query.fromId),
  to: endOf(query.toType, query.toId),
  type: query.relationType,
  typeGroup: groupOf(query.relationTypeGroup),
})

/** Entity of a list and its direction: the first end that the query names. */
function listed(
  query: Static<typeof listQuery>,
): readonly [EntityId, SearchDirection, RelationTypeGroup, string | undefined] {
  const { fromId, fromType, toId, toType } = query
  const typeGroup = groupOf(query.relationTypeGroup)
  const type = query.relationType || undefined
  if (fromId && fromType) return [endOf(fromType, fromId), 'FROM', typeGroup, type]
  if (toId && toType) return [endOf(toType, toId), 'TO', typeGroup, type]
  throw badRequest('Specify fromId and fromType, or toId and toType.')
}

/** Audit log entry at the entity where the relation starts. */
const relationEntry = (action: AuditAction, fromType: EntityType, fromId: string, relation: object): AuditNote => ({
  action,
  entity: endOf(fromType, fromId),
  data: { relation },
})

const endOf = (type: EntityType, id: string): EntityId => entityId(type, id.toLowerCase())

export function registerRelationRoutes(routes: Routes, { relations }: { readonly relations: RelationService }): void {
  routes.add({
    method: 'POST',
    path: '/api/relation',
    authorities,
    summary: 'Create or update a relation',
    tag,
    audit: ({ body }) => relationEntry('RELATION_ADD_OR_UPDATE', body.from.entityType, body.from.id, body),
    schema: { body: relationInput, response: Type.Void() },
    handle: ({ scope, body }) => relations.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/relation',
    authorities,
    summary: 'Get a relation',
    tag,
    schema: { query: relationQuery, response: relation },
    handle: ({ scope, query }) => relations.get(scope, keyOf(query)),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/relation',
    authorities,
    summary: 'Delete a relation',
    tag,
    audit: ({ query }) => relationEntry('RELATION_DELETED', query.fromType, query.fromId, query),
    schema: { query: relationQuery, response: Type.Void() },
    handle: ({ scope, query }) => relations.remove(scope, keyOf(query), query),
  })
  routes.add({
    method: 'GET',
    path: '/api/relations',
    authorities,
    summary: 'List relations from or to an entity',
    tag,
    schema: { query: listQuery, response: Type.Array(relation) },
    handle: ({ scope, query }) => relations.listOf(scope, ...listed(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/relations/info',
    authorities,
    summary: 'List relations from or to an entity, with entity names',
    tag,
    schema: { query: listQuery, response: Type.Array(relationInfo) },
    handle: ({ scope, query }) => relations.listInfosOf(scope, ...listed(query)),
  })
  routes.add({
    method: 'POST',
    path: '/api/relations/info',
    authorities,
    summary: 'Find relations by query, with entity names',
    tag,
    audit: changesNothing,
    authorize: (_scope, body) => requireQueryParts(body, ['parameters', 'filters']),
    schema: { body: relationsQuery, response: Type.Array(relationInfo) },
    handle: ({ scope, body }) => relations.searchInfos(scope, body.parameters, body.filters),
  })
  routes.add({
    method: 'POST',
    path: '/api/relations',
    authorities,
    summary: 'Find relations by query',
    tag,
    audit: changesNothing,
    authorize: (_scope, body) => requireQueryParts(body, ['parameters', 'filters']),
    schema: { body: relationsQuery, response: Type.Array(relation) },
    handle: ({ scope, body }) => relations.search(scope, body.parameters, body.filters),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/relations',
    authorities,
    summary: 'Delete all relations of an entity',
    tag,
    audit: ({ query }) => relationEntry('RELATIONS_DELETED', query.entityType, query.entityId, query),
    schema: { query: Type.Object({ entityId: uuid, entityType }), response: Type.Void() },
    handle: ({ scope, query }) => relations.removeAll(scope, endOf(query.entityType, query.entityId)),
  })
}
