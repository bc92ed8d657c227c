/** REST route for alarm queries. */

import { alarmDataQuery } from '@sonde/model/entity-query/entity-query'
import { alarmDataAnswer } from '@sonde/model/entity-query/query-answers'
import { pageOf } from '@sonde/model/schema-parts'
import { requireEntityFilter, withKeyNames } from '../entity-query/query-parsing.ts'
import type { Routes } from '../http/http-app.ts'
import { changesNothing } from '../http/route-audit.ts'
import type { AlarmQuery } from './alarm-query.ts'

export function registerAlarmQueryRoutes(routes: Routes, { alarmQuery }: { readonly alarmQuery: AlarmQuery }): void {
  routes.add({
    method: 'POST',
    path: '/api/alarmsQuery/find',
    authorities: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    summary: 'Find alarms of the entities of a query',
    tag: 'entity-query',
    audit: changesNothing,
    authorize: (_scope, body: unknown) => requireEntityFilter(body),
    schema: { body: alarmDataQuery, response: pageOf(alarmDataAnswer) },
    handle: async ({ scope, body }) => (await alarmQuery.find(scope, withKeyNames(body))).page,
  })
}
