/**
 * User actions on entities: each is declared once and yields the message for the rule engine and the audit log entry.
 */

import type { AuditAction } from '@sonde/model/audit-log/audit-log'
import { entityKinds } from '@sonde/model/entities/entity-kinds'
import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { newId } from '../ids.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import type { Transaction } from '../storage/storage.ts'

export const actionOfKind = { created: 'ADDED', updated: 'UPDATED', deleted: 'DELETED' } as const

/** Message types that differ from the action's name. */
const messageTypes: Partial<Record<AuditAction, string>> = {
  ADDED: 'ENTITY_CREATED',
  UPDATED: 'ENTITY_UPDATED',
  DELETED: 'ENTITY_DELETED',
  ASSIGNED_TO_CUSTOMER: 'ENTITY_ASSIGNED',
  UNASSIGNED_FROM_CUSTOMER: 'ENTITY_UNASSIGNED',
  ASSIGNED_TO_EDGE: 'ENTITY_ASSIGNED_TO_EDGE',
  UNASSIGNED_FROM_EDGE: 'ENTITY_UNASSIGNED_FROM_EDGE',
  ASSIGNED_TO_TENANT: 'ENTITY_ASSIGNED_TO_TENANT',
  ASSIGNED_FROM_TENANT: 'ENTITY_ASSIGNED_FROM_TENANT',
}

/** The messages and audit notes of an action, for its transaction. */
export type EntityAction = Required<Pick<Transaction, 'messages' | 'audit'>>

/** An entity in API format. */
interface Entity {
  readonly id: EntityId
  readonly tenantId: { readonly id: string }
  readonly customerId?: { readonly id: string } | null
}

/** Overrides of message fields that otherwise come from the entity. */
export interface MessageOptions {
  readonly originator?: EntityId
  readonly tenantId?: string
  readonly customerId?: string
  readonly metadata?: Readonly<Record<string, string>>
}

/**
 * Message and audit entry contain the current entity. Entities of the system tenant get no message, because it has no
 * rule chains.
 */
export function entityAction<E extends Entity>(
  scope: Scope,
  action: AuditAction,
  entity: E,
  nowMs: number,
  options: MessageOptions = {},
): EntityAction {
  const { id } = entity
  const { tenantId = entity.tenantId.id, customerId = entity.customerId?.id ?? NIL_UUID } = options
  if (tenantId === NIL_UUID) return { messages: [], audit: [{ action, entity: id, data: { entityId: id.id } }] }
  const given = { ...(customerId === NIL_UUID ? {} : { customerId }), ...options.metadata }
  const entityName: unknown = Reflect.get(entity, entityKinds[id.entityType].nameField)
  const note = {
    action,
    entity: id,
    ...(typeof entityName === 'string' && { entityName }),
    customerId,
    data: saidOf(action, entity, given),
  }
  return valuesAction(scope, note, entity, nowMs, { originator: id, ...options, tenantId })
}

/** The message contains `data`; the audit entry is the given note. */
export function valuesAction(
  scope: Scope,
  note: AuditNote,
  data: object,
  nowMs: number,
  { originator = note.entity, tenantId = scope.tenantId, metadata }: MessageOptions,
): EntityAction {
  const { action, customerId = NIL_UUID } = note
  const message = {
    id: newId(nowMs),
    ts: nowMs,
    type: messageTypes[action] ?? action,
    tenantId,
    originator,
    customerId,
    metadata: {
      userId: scope.userId,
      userName: scope.email,
      ...(customerId === NIL_UUID ? {} : { customerId }),
      ...metadata,
    },
    dataType: 'JSON' as const,
    data: JSON.stringify(data),
    queueName: 'Main',
    ruleChainId: null,
    ruleNodeId: null,
  }
  return { messages: [message], audit: [note] }
}

/** Merges several actions for one transaction. */
export const entityActions = (actions: readonly Partial<EntityAction>[]): EntityAction => ({
  messages: actions.flatMap(({ messages = [] }) => messages),
  audit: actions.flatMap(({ audit = [] }) => audit),
})

/** `given` describes the assignment: `assignedCustomerId`, `assignedCustomerName` … */
function saidOf(action: AuditAction, entity: Entity, given: object): object {
  switch (action) {
    case 'DELETED':
      return { entityId: entity.id.id }
    case 'ALARM_DELETE':
      return { alarm: entity }
    case 'ASSIGNED_TO_CUSTOMER':
    case 'UNASSIGNED_FROM_CUSTOMER':
    case 'ASSIGNED_TO_EDGE':
    case 'UNASSIGNED_FROM_EDGE':
    case 'ASSIGNED_FROM_TENANT':
      return { entityId: entity.id.id, ...given }
    default:
      return { entity }
  }
}
