/** API schemas of the audit log. */

import Type, { type Static } from 'typebox'
import { entityTypes } from '../ids.ts'
import { epochMs, idOf, uuid } from '../schema-parts.ts'

export const auditActions = [
  'ADDED',
  'DELETED',
  'UPDATED',
  'ATTRIBUTES_UPDATED',
  'ATTRIBUTES_DELETED',
  'TIMESERIES_UPDATED',
  'TIMESERIES_DELETED',
  'RPC_CALL',
  'CREDENTIALS_UPDATED',
  'ASSIGNED_TO_CUSTOMER',
  'UNASSIGNED_FROM_CUSTOMER',
  'ACTIVATED',
  'SUSPENDED',
  'CREDENTIALS_READ',
  'ATTRIBUTES_READ',
  'RELATION_ADD_OR_UPDATE',
  'RELATION_DELETED',
  'RELATIONS_DELETED',
  'ALARM_ACK',
  'ALARM_CLEAR',
  'ALARM_DELETE',
  'LOGIN',
  'LOGOUT',
  'LOCKOUT',
  'ASSIGNED_FROM_TENANT',
  'ASSIGNED_TO_TENANT',
  'PROVISION_SUCCESS',
  'PROVISION_FAILURE',
  'ASSIGNED_TO_EDGE',
  'UNASSIGNED_FROM_EDGE',
] as const
export type AuditAction = (typeof auditActions)[number]

export const auditLog = Type.Object({
  id: Type.Object({ id: uuid }),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  customerId: idOf('CUSTOMER'),
  entityId: Type.Object({ entityType: Type.Enum([...entityTypes]), id: uuid }),
  entityName: Type.String(),
  userId: idOf('USER'),
  /** Email address. */
  userName: Type.String(),
  actionType: Type.Enum([...auditActions]),
  actionData: Type.Unknown({ description: 'What was done, as JSON' }),
  actionStatus: Type.Enum(['SUCCESS', 'FAILURE']),
  actionFailureDetails: Type.String(),
})
export type AuditLog = Static<typeof auditLog>
