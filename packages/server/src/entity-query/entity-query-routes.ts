/** Entity queries over REST. */

import { entityCountQuery, entityDataQuery } from '@sonde/model/entity-query/entity-query'
import { entityDataAnswer, entityKeysAnswer } from '@sonde/model/entity-query/query-answers'
import { pageOf } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Scope } from '../access/scope.ts'
import type { Routes } from '../http/http-app.ts'
import { changesNothing } from '../http/route-audit.ts'
import type { EntityQuery } from './entity-query-service.ts'
import { requireEntityFilter, withKeyNames } from './query-parsing.ts'

export interface EntityQueryRouteDeps {
  readonly entityQuery: EntityQuery
}

const authorities = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'entity-query'
const authorize = (_scope: Scope, body: unknown) => requireEntityFilter(body)

export function registerEntityQueryRoutes(routes: Routes, { entityQuery }: EntityQueryRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/entitiesQuery/find',
    authorities,
    summary: 'Find entities with their fields, attributes and latest values',
    tag,
    audit: changesNothing,
    authorize,
    schema: { body: entityDataQuery, response: pageOf(entityDataAnswer) },
    handle: ({ scope, body }) => entityQuery.find(scope, withKeyNames(body)),
  })
  routes.add({
    method: 'POST',
    path: '/api/entitiesQuery/count',
    authorities,
    summary: 'Count entities',
    tag,
    audit: changesNothing,
    authorize,
    schema: { body: entityCountQuery, response: Type.Integer() },
    handle: ({ scope, body }) => entityQuery.count(scope, withKeyNames(body)),
  })
  routes.add({
    method: 'POST',
    path: '/api/entitiesQuery/find/keys',
    authorities,
    summary: 'List keys used by the first 100 entities of a query',
    tag,
    audit: changesNothing,
    authorize,
    schema: {
      query: Type.Object({ timeseries: Type.Boolean(), attributes: Type.Boolean() }),
      body: entityDataQuery,
      response: entityKeysAnswer,
    },
    handle: ({ scope, query, body }) => entityQuery.keys(scope, withKeyNames(body), query),
  })
}
