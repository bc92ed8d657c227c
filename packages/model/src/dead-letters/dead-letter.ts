/** Messages that were accepted and could not be processed: kept with the reason, to be replayed or deleted. */

import Type, { type Static } from 'typebox'
import { anyEntityId, epochMs, idOf, nullable, uuid } from '../schema-parts.ts'

export const deadLetter = Type.Object({
  id: uuid,
  /** When it was set aside. */
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  /** Null: the tenant is deleted. */
  tenantName: nullable(Type.String()),
  originator: anyEntityId,
  /** Null: the originator is deleted. */
  originatorName: nullable(Type.String()),
  messageType: Type.String(),
  /** When the message was accepted. */
  messageTs: epochMs,
  reason: Type.String(),
  /** Bytes of the message. */
  size: Type.Integer(),
})
export type DeadLetter = Static<typeof deadLetter>

/** With the message itself, and where a rule chain starts to process it. */
export const deadLetterMessage = Type.Object({
  ...deadLetter.properties,
  queueName: Type.String(),
  /** Null: the tenant's root rule chain. */
  ruleChainId: nullable(idOf('RULE_CHAIN')),
  /** Null: the message names no rule chain, or it is deleted. */
  ruleChainName: nullable(Type.String()),
  /** Null: the first rule node. */
  ruleNodeId: nullable(idOf('RULE_NODE')),
  /** Null: the message names no rule node, or it is deleted. */
  ruleNodeName: nullable(Type.String()),
  metadata: Type.Record(Type.String(), Type.String()),
  data: Type.String(),
})
export type DeadLetterMessage = Static<typeof deadLetterMessage>

/** How many dead letters a call has replayed or deleted. */
export const deadLetterCount = Type.Object({ count: Type.Integer() })
export type DeadLetterCount = Static<typeof deadLetterCount>
