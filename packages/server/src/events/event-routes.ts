/** REST routes of events. */

import { event, eventFilter, nodeDebugBody } from '@sonde/model/events/event'
import { entityId, entityTypes } from '@sonde/model/ids'
import { linkOf, nullable, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { changesNothing } from '../http/route-audit.ts'
import type { EventService } from './event-service.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'events'

const ofEntity = { entityType: Type.Enum([...entityTypes]), entityId: uuid }
const times = {
  startTime: Type.Optional(Type.Number({ description: 'Epoch milliseconds, inclusive' })),
  endTime: Type.Optional(Type.Number({ description: 'Epoch milliseconds, inclusive' })),
}
/** `tenantId` is required by the wire API but ignored: the entity's own tenant is used. */
const listQuery = Type.Object({ ...pageQuery, ...times, tenantId: uuid })

export function registerEventRoutes(routes: Routes, { events }: { readonly events: EventService }): void {
  routes.add({
    method: 'GET',
    path: '/api/events/:entityType/:entityId/:eventType',
    authorities,
    summary: 'List events of one type of an entity',
    tag,
    schema: {
      params: Type.Object({ ...ofEntity, eventType: Type.String() }),
      query: listQuery,
      response: pageOf(event),
    },
    handle: ({ scope, params, query: { startTime, endTime, ...query } }) =>
      events.list(
        scope,
        entityId(params.entityType, params.entityId),
        { type: params.eventType, startTime, endTime },
        linkOf(query),
      ),
  })
  routes.add({
    method: 'GET',
    path: '/api/events/:entityType/:entityId',
    authorities,
    summary: 'List events of an entity',
    tag,
    schema: { params: Type.Object(ofEntity), query: listQuery, response: pageOf(event) },
    handle: ({ scope, params, query: { startTime, endTime, ...query } }) =>
      events.list(scope, entityId(params.entityType, params.entityId), { startTime, endTime }, linkOf(query)),
  })
  routes.add({
    method: 'POST',
    path: '/api/events/:entityType/:entityId',
    authorities,
    summary: 'Find events of an entity by filter',
    tag,
    audit: changesNothing,
    schema: { params: Type.Object(ofEntity), query: listQuery, body: eventFilter, response: pageOf(event) },
    handle: ({ scope, params, query: { startTime, endTime, ...query }, body }) =>
      events.list(
        scope,
        entityId(params.entityType, params.entityId),
        { filter: body, startTime, endTime },
        linkOf(query),
      ),
  })
  routes.add({
    method: 'POST',
    path: '/api/events/:entityType/:entityId/clear',
    authorities,
    summary: 'Delete events of an entity by filter',
    tag,
    audit: 'none: events are not logged',
    schema: { params: Type.Object(ofEntity), query: Type.Object(times), body: eventFilter, response: Type.Void() },
    handle: ({ scope, params, query, body }) =>
      events.clear(scope, entityId(params.entityType, params.entityId), { filter: body, ...query }),
  })
  routes.add({
    method: 'GET',
    path: '/api/ruleNode/:ruleNodeId/debugIn',
    authorities: ['TENANT_ADMIN'],
    summary: 'Get the newest debug message of a rule node, or null',
    tag,
    schema: { params: Type.Object({ ruleNodeId: uuid }), response: nullable(nodeDebugBody) },
    handle: ({ scope, params }) => events.latestInput(scope, params.ruleNodeId),
  })
}
