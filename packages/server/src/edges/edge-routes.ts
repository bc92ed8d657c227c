/** Edges over REST. */

import { bulkImportRequest, bulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import { edge, edgeEvent, edgeInfo, edgeInput, edgeSearchQuery } from '@sonde/model/edges/edge'
import { badRequest, forbidden } from '@sonde/model/errors'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import { idsOf, registerAssignableRoutes, thingId } from '../assignables/assignable-calls.ts'
import { type BulkImport, importBytesMax } from '../bulk-import/bulk-import.ts'
import type { Routes } from '../http/http-app.ts'
import { wireErrorSchema } from '../http/wire-error-schema.ts'
import type { EdgeService } from './edge-service.ts'

export interface EdgeRouteParts {
  readonly edges: EdgeService
  readonly edgeImport: BulkImport
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'edges'
const { params, idOf } = thingId('edge')

export function registerEdgeRoutes(routes: Routes, parts: EdgeRouteParts): void {
  registerAssignableRoutes(routes, parts.edges, {
    type: 'EDGE',
    tag,
    schema: edge,
    infoSchema: edgeInfo,
    byIds: false,
  })
  registerSaving(routes, parts)
  registerReading(routes, parts)
}

function registerSaving(routes: Routes, { edges, edgeImport }: EdgeRouteParts): void {
  routes.add({
    method: 'POST',
    path: '/api/edge',
    authorities: tenantAdmin,
    summary: 'Creates an edge, or changes the one with the id',
    tag,
    schema: { body: edgeInput, response: edge },
    handle: ({ scope, body }) => edges.save(scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/edge/:edgeId',
    authorities: tenantAdmin,
    summary: 'Deletes an edge; what was assigned to it stays',
    tag,
    schema: { params, response: Type.Void() },
    handle: ({ scope, params }) => edges.remove(scope, idOf(params)),
  })
  routes.add({
    method: 'POST',
    path: '/api/edge/:edgeId/:ruleChainId/root',
    authorities: tenantAdmin,
    summary: "Makes a rule chain the edge's root",
    tag,
    schema: { params: Type.Object({ edgeId: uuid, ruleChainId: uuid }), response: edge },
    handle: ({ scope, params }) => edges.setRoot(scope, params.edgeId, params.ruleChainId),
  })
  routes.add({
    method: 'POST',
    path: '/api/edge/sync/:edgeId',
    authorities: tenantAdmin,
    summary: 'Asks a connected edge to take everything anew',
    tag,
    answers: { 500: { description: 'The edge is away', schema: wireErrorSchema } },
    schema: { params, response: Type.Void() },
    handle: ({ scope, params }) => edges.sync(scope, idOf(params)),
  })
  routes.add({
    method: 'POST',
    path: '/api/edge/bulk_import',
    authorities: tenantAdmin,
    summary: 'Creates and changes edges from the lines of a CSV text',
    tag,
    bodyBytesMax: importBytesMax,
    schema: { body: bulkImportRequest, response: bulkImportResult },
    handle: ({ scope, body }) => edgeImport.run(scope, body),
  })
}

function registerReading(routes: Routes, { edges }: EdgeRouteParts): void {
  routes.add({
    method: 'GET',
    path: '/api/edges',
    authorities: tenantUsers,
    summary: "Edges by their ids, separated by commas, or for administrators a page of the tenant's",
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
      if (pageSize === undefined || page === undefined) throw badRequest('Name pageSize and page, or edgeIds.')
      return edges.plainPage(await edges.list(scope, {}, linkOf({ ...query, pageSize, page })))
    },
  })
  routes.add({
    method: 'POST',
    path: '/api/edges',
    authorities: tenantUsers,
    summary: 'Edges that relations lead to from an entity',
    tag,
    schema: { body: edgeSearchQuery, response: Type.Array(edge) },
    handle: ({ scope, body }) => edges.search(scope, body.parameters, body.relationType, body.edgeTypes),
  })
  routes.add({
    method: 'GET',
    path: '/api/edge/missingToRelatedRuleChains/:edgeId',
    authorities: tenantAdmin,
    summary: "Rule chains that the edge's chains need and it lacks, by the chain that needs them",
    tag,
    schema: { params, response: Type.Record(Type.String(), Type.Array(Type.String())) },
    handle: ({ scope, params }) => edges.missingChains(scope, idOf(params)),
  })
  routes.add({
    method: 'GET',
    path: '/api/edge/:edgeId/events',
    authorities: tenantAdmin,
    summary: 'A page of what the edge was told or is to be told',
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
