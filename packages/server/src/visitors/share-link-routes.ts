/** REST API of share links of dashboards. */

import { newShareLink, shareLinkInput, shareLinks } from '@sonde/model/dashboards/share-link'
import { uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import { namedInPath } from '../http/route-audit.ts'
import type { ShareLinkService } from './share-links.ts'

const authorities = ['TENANT_ADMIN'] as const
const tag = 'dashboards'
const path = '/api/v2/dashboards/:dashboardId/share-links'
const ofDashboard = Type.Object({ dashboardId: uuid })
const ofLink = Type.Object({ dashboardId: uuid, linkId: uuid })

export function registerShareLinkRoutes(
  routes: Routes,
  { shareLinks: service }: { readonly shareLinks: ShareLinkService },
): void {
  routes.add({
    method: 'GET',
    path,
    authorities,
    summary: 'List the share links of a dashboard',
    tag,
    schema: { params: ofDashboard, response: shareLinks },
    handle: ({ scope, params }) => service.list(scope, params.dashboardId),
  })
  routes.add({
    method: 'POST',
    path,
    authorities,
    summary: 'Create a link that shows a dashboard without an account until a time',
    tag,
    audit: namedInPath('UPDATED', 'DASHBOARD'),
    schema: { params: ofDashboard, body: shareLinkInput, response: newShareLink },
    handle: ({ scope, params, body }) => service.create(scope, params.dashboardId, body),
  })
  routes.add({
    method: 'DELETE',
    path: `${path}/:linkId`,
    authorities,
    summary: 'Revoke a share link of a dashboard',
    tag,
    audit: namedInPath('UPDATED', 'DASHBOARD'),
    schema: { params: ofLink, response: Type.Void() },
    handle: ({ scope, params }) => service.revoke(scope, params.dashboardId, params.linkId),
  })
}
