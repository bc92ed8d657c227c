/** Entity views over REST. */

import {
  entityView,
  entityViewInfo,
  entityViewInput,
  entityViewSearchQuery,
} from '@sonde/model/entity-views/entity-view'
import type { Scope } from '../access/scope.ts'
import { registerAssignableRoutes } from '../assignables/assignable-calls.ts'
import type { Routes } from '../http/http-app.ts'
import { savedFromBody } from '../http/route-audit.ts'
import type { EntityViewService } from './entity-view-service.ts'

export interface EntityViewRouteDeps {
  readonly entityViews: EntityViewService
  readonly authorizeEntityView: (scope: Scope, body: unknown) => void
}

const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'entity views'

export function registerEntityViewRoutes(
  routes: Routes,
  { entityViews, authorizeEntityView }: EntityViewRouteDeps,
): void {
  registerAssignableRoutes(routes, entityViews, {
    type: 'ENTITY_VIEW',
    tag,
    schema: entityView,
    infoSchema: entityViewInfo,
    searchSchema: entityViewSearchQuery,
    removal: 'Delete an entity view; its entity stays',
    byIds: false,
  })
  routes.add({
    method: 'POST',
    path: '/api/entityView',
    authorities: tenantUsers,
    summary: 'Create or update an entity view and copy its attributes',
    tag,
    audit: savedFromBody('ENTITY_VIEW'),
    schema: { body: entityViewInput, response: entityView },
    authorize: authorizeEntityView,
    handle: ({ scope, body }) => entityViews.save(scope, body),
  })
}
