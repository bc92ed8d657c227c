/** REST route for queue names. */

import { queueNames } from '@sonde/model/queues/queue'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'

export function registerQueueRoutes(routes: Routes): void {
  routes.add({
    method: 'GET',
    path: '/api/tenant/queues',
    authorities: ['TENANT_ADMIN'],
    summary: 'List queue names of a service',
    tag: 'rule chains',
    schema: { query: Type.Object({ serviceType: Type.String() }), response: Type.Array(Type.String()) },
    handle: ({ query }) => (query.serviceType === 'TB_RULE_ENGINE' ? queueNames : []),
  })
}
