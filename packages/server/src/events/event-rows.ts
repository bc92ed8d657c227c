/** Maps events to rows of the store and to the wire format. */

import type { Event, EventBody, EventType } from '@sonde/model/events/event'
import { type EntityId, type EntityType, entityId } from '@sonde/model/ids'
import { newId } from '../ids.ts'
import type { EventTable } from '../storage/record-schema.ts'

/** Fields of a new event; time and server are added. */
export type NewEvent = Pick<EventTable, 'tenant_id' | 'entity_type' | 'entity_id'> & { type: EventType } & Partial<
    Omit<EventTable, 'id' | 'created_time' | 'server' | 'type'>
  >

export const eventRow = (event: NewEvent, server: string, nowMs: number): EventTable => ({
  id: newId(nowMs),
  created_time: nowMs,
  server,
  direction: null,
  about_type: null,
  about_id: null,
  message_id: null,
  message_type: null,
  data_type: null,
  relation_type: null,
  data: null,
  metadata: null,
  error: null,
  method: null,
  message: null,
  lifecycle: null,
  success: null,
  processed: null,
  failed: null,
  ...event,
})

export const ownerOf = (tenantId: string, entity: EntityId) => ({
  tenant_id: tenantId,
  entity_type: entity.entityType,
  entity_id: entity.id,
})

export const eventOf = (row: EventTable): Event => ({
  id: { id: row.id },
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  type: row.type,
  uid: row.id,
  entityId: entityId(row.entity_type as EntityType, row.entity_id),
  body: bodyOf(row),
})

export function bodyOf(row: EventTable): EventBody {
  const { server } = row
  const error = row.error === null ? {} : { error: row.error }
  switch (row.type as EventType) {
    case 'DEBUG_RULE_NODE':
      return {
        type: row.direction === 'OUT' ? 'OUT' : 'IN',
        server,
        entityId: row.about_id ?? '',
        entityName: row.about_type ?? '',
        msgId: row.message_id ?? '',
        msgType: row.message_type ?? '',
        dataType: row.data_type ?? '',
        relationType: row.relation_type ?? '',
        data: row.data ?? '',
        metadata: row.metadata ?? '',
        ...error,
      }
    case 'DEBUG_RULE_CHAIN':
      return { server, message: row.message ?? '', ...error }
    case 'LC_EVENT':
      return { server, event: row.lifecycle ?? '', success: row.success === 1, ...error }
    case 'ERROR':
      return { server, method: row.method ?? '', error: row.error ?? '' }
    case 'STATS':
      return { server, messagesProcessed: row.processed ?? 0, errorsOccurred: row.failed ?? 0 }
  }
}
