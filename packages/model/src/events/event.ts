/** Entity events: messages at debugged rule nodes, starts of rule chains and nodes, errors and statistics. */

import Type, { type Static } from 'typebox'
import { anyEntityId, epochMs, idOf, nullish, uuid } from '../schema-parts.ts'

export const eventTypes = ['DEBUG_RULE_NODE', 'DEBUG_RULE_CHAIN', 'LC_EVENT', 'ERROR', 'STATS'] as const
export type EventType = (typeof eventTypes)[number]

/** Message that a debugged node received (`IN`) or emitted (`OUT`). */
export const nodeDebugBody = Type.Object({
  type: Type.Enum(['IN', 'OUT']),
  server: Type.String(),
  /** Id of the message's originator; `entityName` is its type. */
  entityId: Type.String(),
  entityName: Type.String(),
  msgId: Type.String(),
  msgType: Type.String(),
  dataType: Type.String(),
  relationType: Type.String(),
  data: Type.String(),
  /** JSON text. */
  metadata: Type.String(),
  error: Type.Optional(Type.String()),
})
export type NodeDebugBody = Static<typeof nodeDebugBody>

export const eventBody = Type.Union([
  nodeDebugBody,
  Type.Object({ server: Type.String(), message: Type.String(), error: Type.Optional(Type.String()) }),
  Type.Object({
    server: Type.String(),
    event: Type.String(),
    success: Type.Boolean(),
    error: Type.Optional(Type.String()),
  }),
  Type.Object({ server: Type.String(), method: Type.String(), error: Type.String() }),
  Type.Object({ server: Type.String(), messagesProcessed: Type.Number(), errorsOccurred: Type.Number() }),
])
export type EventBody = Static<typeof eventBody>

export const event = Type.Object({
  id: Type.Object({ id: uuid }),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  type: Type.String(),
  uid: Type.String(),
  entityId: anyEntityId,
  body: eventBody,
})
export type Event = Static<typeof event>

const text = nullish(Type.String())
const count = nullish(Type.Union([Type.Number(), Type.String()]))

/** Filter for events: texts match as case-insensitive substrings; empty and null are ignored. */
export const eventFilter = Type.Object({
  eventType: Type.String(),
  msgDirectionType: text,
  server: text,
  dataSearch: text,
  metadataSearch: text,
  entityName: text,
  relationType: text,
  entityId: text,
  msgType: text,
  isError: nullish(Type.Boolean()),
  error: nullish(Type.Boolean()),
  errorStr: text,
  method: text,
  event: text,
  /** `Success` or `Failure`. */
  status: text,
  /** Minimum count. */
  messagesProcessed: count,
  errorsOccurred: count,
})
export type EventFilter = Static<typeof eventFilter>
