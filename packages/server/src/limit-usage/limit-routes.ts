/** REST API of a tenant's limit usage. */

import { limitDetails, limitReport } from '@sonde/model/limits/limit-report'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { LimitService } from './limit-service.ts'

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN'] as const
const tag = 'limits'
const query = Type.Object({
  tenantId: Type.Optional({ ...uuid, description: 'Required of system administrators' }),
})

export interface LimitRouteDeps {
  readonly limits: LimitService
}

export function registerLimitRoutes(routes: Routes, { limits }: LimitRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/v2/limits',
    authorities,
    summary: 'List limits of the tenant and their usage, most urgent first',
    tag,
    schema: { query, response: limitReport },
    handle: ({ scope, query: { tenantId } }) => limits.report(scope, tenantId),
  })
  routes.add({
    method: 'GET',
    path: '/api/v2/limits/:key',
    authorities,
    summary: "Get a limit of a tenant, with its top consumers and this month's usage",
    tag,
    schema: { params: Type.Object({ key: Type.String({ maxLength: 100 }) }), query, response: limitDetails },
    handle: ({ scope, params: { key }, query: { tenantId } }) => limits.details(scope, key, tenantId),
  })
}
