/** Alarms over REST. */

import {
  alarm,
  alarmInfo,
  alarmInput,
  alarmSearchStatuses,
  alarmSeverities,
  alarmStatuses,
  statusesOf,
} from '@sonde/model/alarms/alarm'
import { badRequest } from '@sonde/model/errors'
import { entityId, entityTypes } from '@sonde/model/ids'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type, { type Static } from 'typebox'
import type { Scope } from '../access/scope.ts'
import type { Routes } from '../http/http-app.ts'
import type { AlarmFilter } from './alarm-list.ts'
import type { AlarmService } from './alarm-service.ts'

const authorities = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'alarms'

const byId = Type.Object({ alarmId: uuid })
const byOriginator = Type.Object({ entityType: Type.Enum([...entityTypes]), entityId: uuid })
const statusQuery = Type.Object({
  searchStatus: Type.Optional(Type.Enum([...alarmSearchStatuses])),
  status: Type.Optional(Type.Enum([...alarmStatuses])),
})
const listQuery = Type.Object({
  ...pageQuery,
  ...statusQuery.properties,
  startTime: Type.Optional(Type.Integer()),
  endTime: Type.Optional(Type.Integer()),
  fetchOriginator: Type.Optional(Type.Boolean()),
})

function filterOf(query: Static<typeof statusQuery> & { startTime?: number; endTime?: number }): AlarmFilter {
  if (query.status && query.searchStatus) throw badRequest('Name status or searchStatus, not both.')
  return {
    statuses: query.status ? [query.status] : query.searchStatus && statusesOf[query.searchStatus],
    startTs: query.startTime,
    endTs: query.endTime,
  }
}

export interface AlarmRouteParts {
  readonly alarms: AlarmService
  /** Refuses who may not raise an alarm, before the body is looked at. */
  readonly admitAlarm: (scope: Scope, body: unknown) => void
}

export function registerAlarmRoutes(routes: Routes, { alarms, admitAlarm }: AlarmRouteParts): void {
  routes.add({
    method: 'POST',
    path: '/api/alarm',
    authorities,
    summary: 'Raises an alarm, or changes the one with the id',
    tag,
    schema: { body: alarmInput, response: alarm },
    admit: admitAlarm,
    handle: ({ scope, body }) => alarms.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/alarm/:alarmId',
    authorities,
    summary: 'An alarm',
    tag,
    schema: { params: byId, response: alarm },
    handle: ({ scope, params }) => alarms.get(scope, params.alarmId),
  })
  routes.add({
    method: 'GET',
    path: '/api/alarm/info/:alarmId',
    authorities,
    summary: "An alarm with its originator's name",
    tag,
    schema: { params: byId, response: alarmInfo },
    handle: ({ scope, params }) => alarms.getInfo(scope, params.alarmId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/alarm/:alarmId',
    authorities,
    summary: 'Deletes an alarm',
    tag,
    schema: { params: byId, response: Type.Boolean() },
    handle: ({ scope, params }) => alarms.remove(scope, params.alarmId),
  })
  routes.add({
    method: 'POST',
    path: '/api/alarm/:alarmId/ack',
    authorities,
    summary: 'Acknowledges an alarm',
    tag,
    schema: { params: byId, response: Type.Void() },
    handle: async ({ scope, params }) => void (await alarms.acknowledge(scope, params.alarmId)),
  })
  routes.add({
    method: 'POST',
    path: '/api/alarm/:alarmId/clear',
    authorities,
    summary: 'Clears an alarm',
    tag,
    schema: { params: byId, response: Type.Void() },
    handle: async ({ scope, params }) => void (await alarms.clear(scope, params.alarmId)),
  })
  routes.add({
    method: 'GET',
    path: '/api/alarm/:entityType/:entityId',
    authorities: ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
    summary: 'A page of the alarms that are seen through an entity',
    tag,
    schema: { params: byOriginator, query: listQuery, response: pageOf(alarmInfo) },
    handle: ({ scope, params, query }) =>
      alarms.listOf(
        scope,
        entityId(params.entityType, params.entityId.toLowerCase()),
        filterOf(query),
        linkOf(query),
        query.fetchOriginator === true,
      ),
  })
  routes.add({
    method: 'GET',
    path: '/api/alarms',
    authorities,
    summary: "A page of the tenant's or the customer's alarms",
    tag,
    schema: { query: listQuery, response: pageOf(alarmInfo) },
    handle: ({ scope, query }) => alarms.listAll(scope, filterOf(query), linkOf(query), query.fetchOriginator === true),
  })
  routes.add({
    method: 'GET',
    path: '/api/alarm/highestSeverity/:entityType/:entityId',
    authorities,
    summary: "The worst severity of an entity's alarms, or null",
    tag,
    schema: {
      params: byOriginator,
      query: statusQuery,
      response: Type.Union([Type.Enum([...alarmSeverities]), Type.Null()]),
    },
    handle: ({ scope, params, query }) =>
      alarms.highestSeverity(scope, entityId(params.entityType, params.entityId.toLowerCase()), filterOf(query)),
  })
}
