/** REST API that sets what visitors may write on a public entity. */

import { uuid } from '@sonde/model/schema-parts'
import { visitedTypes, visitorRights } from '@sonde/model/visitors/visitor-rights'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { VisitorRightsService } from './visitor-rights.ts'

export function registerVisitorRightsRoutes(
  routes: Routes,
  { visitorRights: service }: { readonly visitorRights: VisitorRightsService },
): void {
  const params = Type.Object({ entityType: Type.Enum([...visitedTypes]), entityId: uuid })
  const path = '/api/v2/visitor-rights/:entityType/:entityId'
  const authorities = ['TENANT_ADMIN'] as const
  const tag = 'visitors'
  routes.add({
    method: 'GET',
    path,
    authorities,
    summary: 'Get what visitors can write to a public entity',
    tag,
    schema: { params, response: visitorRights },
    handle: ({ scope, params }) => service.get(scope, params.entityType, params.entityId),
  })
  routes.add({
    method: 'POST',
    path,
    authorities,
    summary: 'Set what visitors can write to a public entity',
    tag,
    audit: 'none: failures are not logged',
    schema: { params, body: visitorRights, response: visitorRights },
    handle: ({ scope, params, body }) => service.save(scope, params.entityType, params.entityId, body),
  })
}
