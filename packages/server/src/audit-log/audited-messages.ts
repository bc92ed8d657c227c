/**
 * What a transaction did, for the audit log. Services already say it to the rule engine: every change that a person makes
 * comes with a message that holds the changed thing. Pure.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { type EntityId, isEntityType } from '@sonde/model/ids'
import type { Message } from '../messages/message.ts'
import type { EntityChange, Transaction } from '../storage/storage.ts'

/** One entry to be; whose it is comes from who calls. */
export interface AuditedAction {
  readonly action: AuditAction
  readonly entity: EntityId
  /** Null: the one that the store has. */
  readonly entityName: string | null
  /** NIL_UUID: the caller's. */
  readonly customerId: string
  readonly data: unknown
}

/** What the caller sent, where a change does not say what it was. */
export interface AuditedCall {
  readonly method: string
  readonly body: unknown
  readonly query: unknown
}

const actions: Readonly<Record<string, AuditAction>> = {
  ENTITY_CREATED: 'ADDED',
  ENTITY_UPDATED: 'UPDATED',
  ENTITY_DELETED: 'DELETED',
  ENTITY_ASSIGNED: 'ASSIGNED_TO_CUSTOMER',
  ENTITY_UNASSIGNED: 'UNASSIGNED_FROM_CUSTOMER',
  ENTITY_ASSIGNED_TO_EDGE: 'ASSIGNED_TO_EDGE',
  ENTITY_UNASSIGNED_FROM_EDGE: 'UNASSIGNED_FROM_EDGE',
  ENTITY_ASSIGNED_TO_TENANT: 'ASSIGNED_TO_TENANT',
  ENTITY_ASSIGNED_FROM_TENANT: 'ASSIGNED_FROM_TENANT',
  ATTRIBUTES_UPDATED: 'ATTRIBUTES_UPDATED',
  ATTRIBUTES_DELETED: 'ATTRIBUTES_DELETED',
  TIMESERIES_UPDATED: 'TIMESERIES_UPDATED',
  TIMESERIES_DELETED: 'TIMESERIES_DELETED',
  ALARM_ACK: 'ALARM_ACK',
  ALARM_CLEAR: 'ALARM_CLEAR',
  ALARM_DELETE: 'ALARM_DELETE',
  RELATION_ADD_OR_UPDATE: 'RELATION_ADD_OR_UPDATE',
  RELATION_DELETED: 'RELATION_DELETED',
  RELATIONS_DELETED: 'RELATIONS_DELETED',
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Alarms travel as messages of their originator. */
function subjectOf({ originator }: Message, data: unknown): EntityId {
  const id = isObject(data) ? data.id : undefined
  if (isObject(id) && typeof id.entityType === 'string' && isEntityType(id.entityType) && typeof id.id === 'string') {
    return { entityType: id.entityType, id: id.id }
  }
  return originator
}

const textsOf = (values: Json): Json =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )

function dataOf(action: AuditAction, { metadata, originator }: Message, data: unknown): unknown {
  const id = originator.id
  const { userId: _, userName: __, ...about } = metadata
  switch (action) {
    case 'ADDED':
    case 'UPDATED':
    case 'ALARM_ACK':
    case 'ALARM_CLEAR':
    case 'ASSIGNED_TO_TENANT':
      return { entity: data }
    case 'ALARM_DELETE':
      return { alarm: data }
    case 'ATTRIBUTES_UPDATED':
      return { entityId: id, scope: metadata.scope, attributes: isObject(data) ? textsOf(data) : data }
    case 'ATTRIBUTES_DELETED':
      return { entityId: id, scope: metadata.scope, ...(isObject(data) ? data : {}) }
    case 'TIMESERIES_UPDATED':
    case 'TIMESERIES_DELETED':
      return { entityId: id, ...(isObject(data) ? data : {}) }
    case 'RELATION_ADD_OR_UPDATE':
    case 'RELATION_DELETED':
      return { relation: data }
    case 'DELETED':
      return { entityId: id }
    default:
      // Who it was given to stands in the metadata: `assignedCustomerId`, `assignedCustomerName` …
      return { entityId: id, ...about }
  }
}

function ofMessage(message: Message): AuditedAction | undefined {
  const action = actions[message.type]
  if (!action) return undefined
  const data = JSON.parse(message.data) as unknown
  const entity = subjectOf(message, data)
  const named = isObject(data) && entity.id === (data.id as Json | undefined)?.id ? data : {}
  const name = entity.entityType === 'ALARM' ? named.type : (named.name ?? named.title)
  return {
    action,
    entity,
    entityName: typeof name === 'string' ? name : null,
    customerId: message.customerId,
    data: dataOf(action, message, data),
  }
}

/** For what comes without a message: relations, credentials. */
function ofChange({ kind, entity, customerId, aspect }: EntityChange, call: AuditedCall): AuditedAction {
  const of = { entity, entityName: null, customerId }
  if (aspect === 'relation') {
    const isAll = !isObject(call.query) || call.query.toId === undefined
    if (call.method !== 'DELETE') return { ...of, action: 'RELATION_ADD_OR_UPDATE', data: { relation: call.body } }
    return isAll
      ? { ...of, action: 'RELATIONS_DELETED', data: { entityId: entity.id } }
      : { ...of, action: 'RELATION_DELETED', data: { relation: call.query } }
  }
  if (aspect === 'credentials') {
    return { ...of, action: 'CREDENTIALS_UPDATED', data: { entityId: entity.id, credentials: call.body } }
  }
  const action = kind === 'created' ? 'ADDED' : kind === 'updated' ? 'UPDATED' : 'DELETED'
  return { ...of, action, data: { entityId: entity.id } }
}

/** What stands in the log for a transaction of a person. Changes count only where there is no message. */
export function auditedActions({ messages = [], changes = [] }: Transaction, call: AuditedCall): AuditedAction[] {
  const said = messages.map(ofMessage).filter((each) => each !== undefined)
  return said.length > 0 ? said : changes.map((change) => ofChange(change, call))
}
