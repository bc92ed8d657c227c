/** Messages that were accepted and could not be processed: kept with the reason, to be replayed or deleted. */

import Type, { type Static } from 'typebox'
import { anyEntityId, epochMs, idOf, uuid } from '../schema-parts.ts'

export const deadLetter = Type.Object({
  id: uuid,
  /** When it was set aside. */
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  originator: anyEntityId,
  messageType: Type.String(),
  /** When the message was accepted. */
  messageTs: epochMs,
  reason: Type.String(),
  /** Bytes of the message. */
  size: Type.Integer(),
})
export type DeadLetter = Static<typeof deadLetter>

/** With what the message says. */
export const deadLetterMessage = Type.Object({
  ...deadLetter.properties,
  metadata: Type.Record(Type.String(), Type.String()),
  data: Type.String(),
})
export type DeadLetterMessage = Static<typeof deadLetterMessage>

/** How many dead letters a call has replayed or deleted. */
export const deadLetterCount = Type.Object({ count: Type.Integer() })
