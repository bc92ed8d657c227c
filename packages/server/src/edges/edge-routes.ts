/** Edges over REST. */

import { edge, edgeEvent, edgeInfo, edgeInput, edgeSearchQuery } from '@sonde/model/edges/edge'
import { badRequest, forbidden } from '@sonde/model/errors'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import { entityIdParam, idsOf, registerAssignableRoutes } from '../assignables/assignable-calls.ts'
import type { BulkImport } from '../bulk-import/bulk-import.ts'
import type { Routes } from '../http/http-app.ts'
import { namedInPath, savedFromBody } from '../http/route-audit.ts'
import { wireErrorSchema } from '../http/wire-error-schema.ts'
import type { EdgeService } from './edge-service.ts'

export interface EdgeRouteDeps {
  readonly edges: EdgeService
  readonly edgeImport: BulkImport
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'edges'
const { params, idOf } = entityIdParam('edge')

export function registerEdgeRoutes(routes: Routes, deps: EdgeRouteDeps): void {
  registerAssignableRoutes(routes, deps.edges, {
    type: 'EDGE',
    tag,
    schema: edge,
    infoSchema: edgeInfo,
    searchSchema: edgeSearchQuery,
    removal: 'Delete an edge; entities assigned to it stay',
    bulkImport: deps.edgeImport,
    byIds: false,
  })
  registerSaving(routes, deps)
  registerReading(routes, deps)
}

function registerSaving(routes: Routes, { edges }: EdgeRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/edge',
    authorities: tenantAdmin,
    summary: 'Create or update an edge',
    tag,
    audit: savedFromBody('EDGE'),
    schema: { body: edgeInput, response: edge },
    handle: ({ scope, body }) => edges.save(scope, body),
  })
  routes.add({
    method: 'POST',
    path: '/api/edge/:edgeId/:ruleChainId/root',
    authorities: tenantAdmin,
    summary: 'Make a rule chain the root of an edge',
    tag,
    audit: namedInPath('UPDATED', 'EDGE'),
    schema: { params: Type.Object({ edgeId: uuid, ruleChainId: uuid }), response: edge },
    handle: ({ scope, params }) => edges.setRoot(scope, params.edgeId, params.ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/edge/sync/:edgeId',
    authorities: tenantAdmin,
    summary: 'Start a full sync of a connected edge',
    tag,
    audit: namedInPath('UPDATED', 'EDGE'),
    answers: { 500: { description: 'The edge isn’t connected', schema: wireErrorSchema } },
    schema: { params, response: Type.Void() },
    handle: ({ scope, params }) => edges.sync(scope, idOf(params)),
  })
}

function registerReading(routes: Routes, { edges }: EdgeRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/edges',
    authorities: tenantUsers,
    summary: 'Get edges by comma-separated IDs; administrators can list all by page',
    tag,
    schema: {
      query: Type.Object({
        ...pageQuery,
        pageSize: Type.Optional(pageQuery.pageSize),
        page: Type.Optional(pageQuery.page),
        edgeIds: Type.Optional(Type.String()),
      }),
      response: Type.Union([Type.Array(edge), pageOf(edge)]),
    },
    async handle({ scope, query }) {
      if (query.edgeIds !== undefined) return edges.findMany(scope, idsOf(query.edgeIds, 'an edge'))
      if (scope.authority !== 'TENANT_ADMIN') throw forbidden()
      const { pageSize, page } = query
      if (pageSize === undefined || page === undefined) throw badRequest('Specify pageSize and page, or edgeIds.')
      return edges.plainPage(await edges.list(scope, {}, linkOf({ ...query, pageSize, page })))
    },
  })
  routes.add({
    method: 'GET',
    path: '/api/edge/missingToRelatedRuleChains/:edgeId',
    authorities: tenantAdmin,
    summary: 'List rule chains that an edge needs but doesn’t have',
    tag,
    schema: { params, response: Type.Record(Type.String(), Type.Array(Type.String())) },
    handle: ({ scope, params }) => edges.missingChains(scope, idOf(params)),
  })
  routes.add({
    method: 'GET',
    path: '/api/edge/:edgeId/events',
    authorities: tenantAdmin,
    summary: 'List events of an edge, sent and pending',
    tag,
    schema: {
      params,
      query: Type.Object({
        ...pageQuery,
        startTime: Type.Optional(Type.Integer()),
        endTime: Type.Optional(Type.Integer()),
      }),
      response: pageOf(edgeEvent),
    },
    handle: ({ scope, params, query }) => edges.events(scope, idOf(params), query, linkOf(query)),
  })
}
