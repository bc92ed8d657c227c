/** What an edge has, over REST: assign, take away, list. */

import { asset } from '@sonde/model/assets/asset'
import { dashboard, dashboardInfo } from '@sonde/model/dashboards/dashboard'
import { device } from '@sonde/model/devices/device'
import { kindOf, typesWith } from '@sonde/model/entities/entity-kinds'
import { entityView } from '@sonde/model/entity-views/entity-view'
import type { PageData, PageLink } from '@sonde/model/paging'
import { ruleChain } from '@sonde/model/rule-chains/rule-chain'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type, { type TSchema } from 'typebox'
import type { Scope } from '../access/scope.ts'
import { thingId } from '../assignables/assignable-calls.ts'
import type { Routes } from '../http/http-app.ts'
import type { EdgeAssignment, EdgeContent } from './edge-assignment.ts'

export interface ListFilter {
  readonly type?: string | undefined
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

type ListOfEdge = (scope: Scope, edgeId: string, filter: ListFilter, link: PageLink) => Promise<PageData<unknown>>

export interface EdgeContentRouteParts {
  readonly edgeAssignment: EdgeAssignment
  readonly listsOfEdge: Readonly<Record<EdgeContent, ListOfEdge>>
}

/** What is answered for one, and in lists where that is less. */
const schemas: Readonly<Record<EdgeContent, { readonly schema: TSchema; readonly listSchema?: TSchema }>> = {
  DEVICE: { schema: device },
  ASSET: { schema: asset },
  ENTITY_VIEW: { schema: entityView },
  DASHBOARD: { schema: dashboard, listSchema: dashboardInfo },
  RULE_CHAIN: { schema: ruleChain },
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
  { edgeAssignment, listsOfEdge }: EdgeContentRouteParts,
): void {
  for (const type of typesWith({ edges: 'assigned' })) {
    const { path, one, many } = kindOf(type)
    const { schema, listSchema = schema } = schemas[type]
    const { params: ofThing, idOf } = thingId(path)
    const params = Type.Object({ ...ofThing.properties, edgeId: uuid })
    routes.add({
      method: 'POST',
      path: `/api/edge/:edgeId/${path}/:${path}Id`,
      authorities: tenantAdmin,
      summary: `Assigns ${one} to an edge`,
      tag,
      schema: { params, response: schema },
      handle: ({ scope, params }) => edgeAssignment.assign(scope, params.edgeId, type, idOf(params)),
    })
    routes.add({
      method: 'DELETE',
      path: `/api/edge/:edgeId/${path}/:${path}Id`,
      authorities: tenantAdmin,
      summary: `Takes ${one} from an edge`,
      tag,
      schema: { params, response: schema },
      handle: ({ scope, params }) => edgeAssignment.unassign(scope, params.edgeId, type, idOf(params)),
    })
    routes.add({
      method: 'GET',
      path: `/api/edge/:edgeId/${path}s`,
      // Of rule chains customers' users know nothing.
      authorities: type === 'RULE_CHAIN' ? tenantAdmin : tenantUsers,
      summary: `A page of an edge's ${many}`,
      tag,
      schema: { params: Type.Object({ edgeId: uuid }), query: listQuery, response: pageOf(listSchema) },
      handle: ({ scope, params, query }) =>
        listsOfEdge[type](scope, params.edgeId, { ...query, type: query.type || undefined }, linkOf(query)),
    })
  }
}
