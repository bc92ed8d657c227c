/** Entity views over REST. */

import {
  entityView,
  entityViewInfo,
  entityViewInput,
  entityViewSearchQuery,
} from '@sonde/model/entity-views/entity-view'
import Type from 'typebox'
import type { Scope } from '../access/scope.ts'
import { registerAssignableRoutes, thingId } from '../assignables/assignable-calls.ts'
import type { Routes } from '../http/http-app.ts'
import type { EntityViewService } from './entity-view-service.ts'

export interface EntityViewRouteParts {
  readonly entityViews: EntityViewService
  readonly admitEntityView: (scope: Scope, body: unknown) => void
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'entity views'

export function registerEntityViewRoutes(routes: Routes, { entityViews, admitEntityView }: EntityViewRouteParts): void {
  const { params, idOf } = thingId('entityView')
  registerAssignableRoutes(routes, entityViews, {
    type: 'ENTITY_VIEW',
    tag,
    schema: entityView,
    infoSchema: entityViewInfo,
    byIds: false,
  })
  routes.add({
    method: 'POST',
    path: '/api/entityView',
    authorities: tenantUsers,
    summary: 'Creates an entity view, or changes the one with the id, and copies the attributes that it shows',
    tag,
    schema: { body: entityViewInput, response: entityView },
    admit: admitEntityView,
    handle: ({ scope, body }) => entityViews.save(scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: '/api/entityView/:entityViewId',
    authorities: tenantAdmin,
    summary: 'Deletes an entity view; what it shows stays',
    tag,
    schema: { params, response: Type.Void() },
    handle: ({ scope, params }) => entityViews.remove(scope, idOf(params)),
  })
  routes.add({
    method: 'POST',
    path: '/api/entityViews',
    authorities: tenantUsers,
    summary: 'Entity views that relations lead to from an entity',
    tag,
    schema: { body: entityViewSearchQuery, response: Type.Array(entityView) },
    handle: ({ scope, body }) => entityViews.search(scope, body.parameters, body.relationType, body.entityViewTypes),
  })
}
