/** REST API of dashboard versions, for tenant administrators. */

import { dashboard } from '@sonde/model/dashboards/dashboard'
import { dashboardVersion } from '@sonde/model/dashboards/dashboard-version'
import { linkOf, pageMax, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { namedInPath } from '../http/route-audit.ts'
import type { DashboardVersionService } from './dashboard-version-service.ts'
import { conflictAnswer, etagOf, matchOf } from './dashboard-versioning.ts'

const authorities = ['TENANT_ADMIN'] as const
const tag = 'dashboards'
const path = '/api/v2/dashboards/:dashboardId/versions'
const ofDashboard = Type.Object({ dashboardId: uuid })
const ofVersion = Type.Object({ dashboardId: uuid, number: Type.Integer({ minimum: 1, maximum: pageMax }) })

export function registerDashboardVersionRoutes(
  routes: Routes,
  { dashboardVersions: versions }: { readonly dashboardVersions: DashboardVersionService },
): void {
  routes.add({
    method: 'GET',
    path,
    authorities,
    summary: 'List versions of a dashboard, without their content',
    tag,
    schema: { params: ofDashboard, query: Type.Object(pageQuery), response: pageOf(dashboardVersion) },
    handle: ({ scope, params, query }) => versions.list(scope, params.dashboardId, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: `${path}/:number`,
    authorities,
    summary: 'Get a dashboard as of a version',
    tag,
    schema: { params: ofVersion, response: dashboard },
    handle: ({ scope, params }) => versions.get(scope, params.dashboardId, params.number),
  })
  routes.add({
    method: 'POST',
    path: `${path}/:number/restore`,
    authorities,
    summary: 'Save an older version of a dashboard as the newest one',
    tag,
    audit: namedInPath('UPDATED', 'DASHBOARD'),
    schema: { params: ofVersion, response: dashboard },
    answers: { 412: conflictAnswer },
    handle: async ({ scope, params, request, reply }) => {
      const isBasedOn = matchOf(request.headers['if-match'])
      const { dashboard: saved, version } = await versions.restore(scope, params.dashboardId, params.number, {
        isBasedOn,
      })
      reply.header('etag', etagOf(version))
      return saved
    },
  })
}
