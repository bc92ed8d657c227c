/** REST routes of alarms. */

import { activeAlarmOriginatorsMax, activeAlarms } from '@sonde/model/alarms/active-alarms'
import {
  type AlarmSeverity,
  alarm,
  alarmInfo,
  alarmInput,
  alarmSearchStatuses,
  alarmSeverities,
  alarmStatuses,
  statusesOf,
} from '@sonde/model/alarms/alarm'
import { explainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { alarmHistogram, histogramBarsMax } from '@sonde/model/alarms/alarm-histogram'
import { badRequest } from '@sonde/model/errors'
import { entityId, entityTypes } from '@sonde/model/ids'
import { epochMsInput, linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type, { type Static } from 'typebox'
import type { Scope } from '../access/scope.ts'
import type { Routes } from '../http/http-app.ts'
import { namedInPath, savedFromBody } from '../http/route-audit.ts'
import type { AlarmSearchFilter, AlarmService } from './alarm-service.ts'

const authorities = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'alarms'

const byId = Type.Object({ alarmId: uuid })
const byOriginator = Type.Object({ entityType: Type.Enum([...entityTypes]), entityId: uuid })
const statusQuery = Type.Object({
  searchStatus: Type.Optional(Type.Enum([...alarmSearchStatuses])),
  status: Type.Optional(Type.Enum([...alarmStatuses])),
})
const timesQuery = { startTime: Type.Optional(Type.Integer()), endTime: Type.Optional(Type.Integer()) }
const listQuery = Type.Object({
  ...pageQuery,
  ...statusQuery.properties,
  ...timesQuery,
  fetchOriginator: Type.Optional(Type.Boolean()),
})
const typesQuery = Type.Object({ textSearch: pageQuery.textSearch })
const typesMax = 100
const activeQuery = Type.Object({
  originatorIds: Type.Array(uuid, { maxItems: activeAlarmOriginatorsMax, description: 'Separated by commas' }),
})
const narrowing = {
  types: Type.Optional(
    Type.Array(Type.String(), { maxItems: typesMax, 'x-repeated': true, description: 'Once for each type' }),
  ),
  originatorId: Type.Optional(uuid),
  withContained: Type.Optional(
    Type.Boolean({
      description: 'Also alarms of all entities that the originator contains, by relations of the type Contains',
    }),
  ),
  customerId: Type.Optional(uuid),
  assigneeId: Type.Optional(uuid),
  shelved: Type.Optional(Type.Boolean({ description: 'Only shelved alarms, or none of them. Default: all' })),
}
const histogramQuery = Type.Object({
  textSearch: pageQuery.textSearch,
  ...statusQuery.properties,
  ...narrowing,
  startTime: epochMsInput,
  endTime: epochMsInput,
  bars: Type.Integer({ minimum: 1, maximum: histogramBarsMax }),
})
const searchQuery = Type.Object({
  ...pageQuery,
  ...statusQuery.properties,
  ...timesQuery,
  severities: Type.Optional(Type.Array(Type.Enum([...alarmSeverities]), { description: 'Separated by commas' })),
  ...narrowing,
})

interface Filtering extends Static<typeof statusQuery> {
  readonly severities?: readonly AlarmSeverity[]
  readonly types?: readonly string[]
  readonly originatorId?: string
  readonly withContained?: boolean
  readonly customerId?: string
  readonly assigneeId?: string
  readonly shelved?: boolean
  readonly startTime?: number
  readonly endTime?: number
}

function filterOf({ status, searchStatus, startTime, endTime, ...requested }: Filtering): AlarmSearchFilter {
  if (status && searchStatus) throw badRequest('Specify status or searchStatus, not both.')
  return {
    statuses: status ? [status] : searchStatus && statusesOf[searchStatus],
    severities: requested.severities,
    types: requested.types,
    originatorId: requested.originatorId?.toLowerCase(),
    withContained: requested.withContained,
    customerId: requested.customerId?.toLowerCase(),
    assigneeId: requested.assigneeId?.toLowerCase(),
    shelved: requested.shelved,
    startTs: startTime,
    endTs: endTime,
  }
}

export interface AlarmRouteDeps {
  readonly alarms: AlarmService
  /** Throws if the caller may not raise alarms; called before the body is validated. */
  readonly authorizeAlarm: (scope: Scope, body: unknown) => void
}

export function registerAlarmRoutes(routes: Routes, { alarms, authorizeAlarm }: AlarmRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/alarm',
    authorities,
    summary: 'Create or update an alarm',
    tag,
    audit: savedFromBody('ALARM'),
    schema: { body: alarmInput, response: alarm },
    authorize: authorizeAlarm,
    handle: ({ scope, body }) => alarms.save(scope, body),
  })
  routes.add({
    method: 'GET',
    path: '/api/alarm/:alarmId',
    authorities,
    summary: 'Get an alarm',
    tag,
    schema: { params: byId, response: alarm },
    handle: ({ scope, params }) => alarms.get(scope, params.alarmId),
  })
  routes.add({
    method: 'GET',
    path: '/api/alarm/info/:alarmId',
    authorities,
    summary: "Get an alarm with its originator's name",
    tag,
    schema: { params: byId, response: alarmInfo },
    handle: ({ scope, params }) => alarms.getInfo(scope, params.alarmId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/alarm/:alarmId',
    authorities,
    summary: 'Delete an alarm',
    tag,
    audit: namedInPath('DELETED', 'ALARM'),
    schema: { params: byId, response: Type.Boolean() },
    handle: ({ scope, params }) => alarms.remove(scope, params.alarmId),
  })
  routes.add({
    method: 'POST',
    path: '/api/alarm/:alarmId/ack',
    authorities,
    summary: 'Acknowledge an alarm',
    tag,
    audit: namedInPath('ALARM_ACK', 'ALARM'),
    schema: { params: byId, response: Type.Void() },
    handle: async ({ scope, params }) => void (await alarms.acknowledge(scope, params.alarmId)),
  })
  routes.add({
    method: 'POST',
    path: '/api/alarm/:alarmId/clear',
    authorities,
    summary: 'Clear an alarm',
    tag,
    audit: namedInPath('ALARM_CLEAR', 'ALARM'),
    schema: { params: byId, response: Type.Void() },
    handle: async ({ scope, params }) => void (await alarms.clear(scope, params.alarmId)),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/v2/alarms/:alarmId/acknowledgment',
    authorities,
    summary: 'Undo the acknowledgment of an alarm',
    tag,
    audit: namedInPath('UPDATED', 'ALARM'),
    schema: { params: byId, response: Type.Void() },
    handle: ({ scope, params }) => alarms.unacknowledge(scope, params.alarmId),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/v2/alarms/:alarmId/clearing',
    authorities,
    summary: 'Make a cleared alarm active again',
    tag,
    audit: namedInPath('UPDATED', 'ALARM'),
    schema: { params: byId, response: Type.Void() },
    answers: {
      409: {
        description: 'Its originator has another active alarm of this type',
        schema: Type.Object({ message: Type.String() }),
      },
    },
    handle: ({ scope, params }) => alarms.reopen(scope, params.alarmId),
  })
  routes.add({
    method: 'GET',
    path: '/api/alarm/:entityType/:entityId',
    authorities: ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
    summary: 'List alarms of an entity',
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
    summary: 'List alarms of the tenant or customer',
    tag,
    schema: { query: listQuery, response: pageOf(alarmInfo) },
    handle: ({ scope, query }) => alarms.listAll(scope, filterOf(query), linkOf(query), query.fetchOriginator === true),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/alarms',
    authorities,
    summary: 'List alarms of the tenant or customer, with originator names and causes',
    tag,
    schema: { query: searchQuery, response: pageOf(explainedAlarm) },
    handle: ({ scope, query }) => alarms.search(scope, filterOf(query), linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/activeAlarms',
    authorities,
    summary: 'Get the highest severity and the number of active alarms of each originator',
    tag,
    schema: { query: activeQuery, response: Type.Array(activeAlarms) },
    handle: ({ scope, query }) =>
      alarms.active(
        scope,
        query.originatorIds.map((id) => id.toLowerCase()),
      ),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/alarmTypes',
    authorities,
    summary: 'List the types of alarms of the tenant or customer',
    tag,
    schema: { query: typesQuery, response: Type.Array(Type.String()) },
    handle: ({ scope, query }) => alarms.types(scope, query.textSearch),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/alarmHistogram',
    authorities,
    summary: 'Count alarms of the tenant or customer by severity, in equal parts of a time range',
    tag,
    schema: { query: histogramQuery, response: alarmHistogram },
    handle: ({ scope, query: { startTime: startTs, endTime: endTs, ...query } }) =>
      alarms.histogram(scope, { ...filterOf(query), startTs, endTs }, query.textSearch, query.bars),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/alarms/:alarmId',
    authorities,
    summary: "Get an alarm with its originator's name and its cause",
    tag,
    schema: { params: byId, response: explainedAlarm },
    handle: ({ scope, params }) => alarms.getExplained(scope, params.alarmId),
  })
  routes.add({
    method: 'GET',
    path: '/api/alarm/highestSeverity/:entityType/:entityId',
    authorities,
    summary: "Get the highest severity of an entity's alarms, or null",
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
