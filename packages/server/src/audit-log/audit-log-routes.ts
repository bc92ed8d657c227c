/** REST API of the audit log. */

import { auditActions, auditLog } from '@sonde/model/audit-log/audit-log'
import { badRequest } from '@sonde/model/errors'
import { entityId, entityTypes, isEntityType } from '@sonde/model/ids'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import Type from 'typebox'
import type { Routes } from '../http/http-app.ts'
import type { AuditLogService } from './audit-log-service.ts'

export interface AuditLogRouteDeps {
  readonly auditLogs: AuditLogService
}

const authorities = ['TENANT_ADMIN'] as const
const tag = 'audit log'
const query = Type.Object({
  ...pageQuery,
  startTime: Type.Optional(Type.Integer({ description: 'Epoch milliseconds' })),
  endTime: Type.Optional(Type.Integer({ description: 'Epoch milliseconds' })),
  actionTypes: Type.Optional(Type.Array(Type.Enum([...auditActions]))),
  withoutActionTypes: Type.Optional(
    Type.Array(Type.Enum([...auditActions]), { description: 'Actions to leave out, unless actionTypes is set' }),
  ),
})
const response = pageOf(auditLog)

type Actions = (typeof auditActions)[number][]

interface AuditLogRequest {
  readonly startTime?: number
  readonly endTime?: number
  readonly actionTypes?: Actions
  readonly withoutActionTypes?: Actions
}

/** Undefined: all actions. */
function actionsOf({ actionTypes, withoutActionTypes }: AuditLogRequest): Actions | undefined {
  if (actionTypes?.length) return actionTypes
  return withoutActionTypes?.length ? auditActions.filter((each) => !withoutActionTypes.includes(each)) : undefined
}

function questionOf(request: AuditLogRequest) {
  const { startTime, endTime } = request
  const actions = actionsOf(request)
  return {
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
    ...(actions ? { actions } : {}),
  }
}

export function registerAuditLogRoutes(routes: Routes, { auditLogs }: AuditLogRouteDeps): void {
  routes.add({
    method: 'GET',
    path: '/api/audit/logs',
    authorities,
    summary: 'List audit log entries of the tenant',
    tag,
    schema: { query, response },
    handle: ({ scope, query: requested }) => auditLogs.list(scope, {}, questionOf(requested), linkOf(requested)),
  })
  routes.add({
    method: 'GET',
    path: '/api/audit/logs/customer/:customerId',
    authorities,
    summary: 'List audit log entries of a customer',
    tag,
    schema: { params: Type.Object({ customerId: uuid }), query, response },
    handle: ({ scope, params: { customerId }, query: requested }) =>
      auditLogs.list(scope, { customerId }, questionOf(requested), linkOf(requested)),
  })
  routes.add({
    method: 'GET',
    path: '/api/audit/logs/user/:userId',
    authorities,
    summary: 'List audit log entries of a user',
    tag,
    schema: { params: Type.Object({ userId: uuid }), query, response },
    handle: ({ scope, params: { userId }, query: requested }) =>
      auditLogs.list(scope, { userId }, questionOf(requested), linkOf(requested)),
  })
  routes.add({
    method: 'GET',
    path: '/api/audit/logs/entity/:entityType/:entityId',
    authorities,
    summary: 'List audit log entries of an entity',
    tag,
    schema: { params: Type.Object({ entityType: Type.String(), entityId: uuid }), query, response },
    handle({ scope, params, query: requested }) {
      const entityType = params.entityType.toUpperCase()
      if (!isEntityType(entityType)) throw badRequest(`entityType must be one of ${entityTypes.join(', ')}.`)
      return auditLogs.list(
        scope,
        { entity: entityId(entityType, params.entityId) },
        questionOf(requested),
        linkOf(requested),
      )
    },
  })
}
