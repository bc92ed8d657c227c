/** Entities of an edge over REST: assign, unassign, list. */

import { kindOf, typesWith } from '@sonde/model/entities/entity-kinds'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import { entityIdParam } from '../assignables/assignable-calls.ts'
import type { Routes } from '../http/http-app.ts'
import { namedInPath } from '../http/route-audit.ts'
import type { EdgeAssignment } from './edge-assignment.ts'
import type { EdgeContents } from './edge-contents.ts'

export interface EdgeContentRouteDeps {
  readonly edgeAssignment: EdgeAssignment
  readonly edgeContents: EdgeContents
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'edges'
const listQuery = Type.Object({
  ...pageQuery,
  type: Type.Optional(Type.String()),
  startTime: Type.Optional(Type.Integer()),
  endTime: Type.Optional(Type.Integer()),
})

export function registerEdgeContentRoutes(
  routes: Routes,
  { edgeAssignment, edgeContents }: EdgeContentRouteDeps,
): void {
  for (const type of typesWith({ edges: 'assigned' })) {
    const { path, one, many } = kindOf(type)
    const { schema, listSchema = schema, listOfEdge } = edgeContents[type]
    const { params: ofEntity, idOf } = entityIdParam(path)
    const params = Type.Object({ ...ofEntity.properties, edgeId: uuid })
    routes.add({
      method: 'POST',
      path: `/api/edge/:edgeId/${path}/:${path}Id`,
      authorities: tenantAdmin,
      summary: `Assign ${one} to an edge`,
      tag,
      audit: namedInPath('UPDATED', 'EDGE'),
      schema: { params, response: schema },
      handle: ({ scope, params }) => edgeAssignment.assign(scope, params.edgeId, type, idOf(params)),
    })
    routes.add({
      method: 'DELETE',
      path: `/api/edge/:edgeId/${path}/:${path}Id`,
      authorities: tenantAdmin,
      summary: `Unassign ${one} from an edge`,
      tag,
      audit: namedInPath('UPDATED', 'EDGE'),
      schema: { params, response: schema },
      handle: ({ scope, params }) => edgeAssignment.unassign(scope, params.edgeId, type, idOf(params)),
    })
    routes.add({
      method: 'GET',
      path: `/api/edge/:edgeId/${path}s`,
      // Customer users have no access to rule chains.
      authorities: type === 'RULE_CHAIN' ? tenantAdmin : tenantUsers,
      summary: `List ${many} of an edge`,
      tag,
      schema: { params: Type.Object({ edgeId: uuid }), query: listQuery, response: pageOf(listSchema) },
      handle: ({ scope, params, query }) =>
        listOfEdge(scope, params.edgeId, { ...query, type: query.type || undefined }, linkOf(query)),
    })
  }
}
