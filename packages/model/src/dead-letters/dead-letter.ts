/** Accepted messages that could not be processed, stored with the reason, to be replayed or deleted. */

import Type, { type Static } from 'typebox'
import { anyEntityId, epochMs, idOf, nullable, uuid } from '../schema-parts.ts'

export const deadLetter = Type.Object({
  id: uuid,
  /** Time when the message was stored as a dead letter. */
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  /** null: the tenant was deleted. */
  tenantName: nullable(Type.String()),
  originator: anyEntityId,
  /** null: the originator was deleted. */
  originatorName: nullable(Type.String()),
  messageType: Type.String(),
  /** Time when the message was accepted. */
  messageTs: epochMs,
  reason: Type.String(),
  /** Size of the message in bytes. */
  size: Type.Integer(),
})
export type DeadLetter = Static<typeof deadLetter>

/** Dead letter with the message itself and the rule chain that a replay starts in. */
export const deadLetterMessage = Type.Object({
  ...deadLetter.properties,
  queueName: Type.String(),
  /** null: the tenant's root rule chain. */
  ruleChainId: nullable(idOf('RULE_CHAIN')),
  /** null: the message names no rule chain, or the chain was deleted. */
  ruleChainName: nullable(Type.String()),
  /** null: the first rule node. */
  ruleNodeId: nullable(idOf('RULE_NODE')),
  /** null: the message names no rule node, or the node was deleted. */
  ruleNodeName: nullable(Type.String()),
  metadata: Type.Record(Type.String(), Type.String()),
  data: Type.String(),
})
export type DeadLetterMessage = Static<typeof deadLetterMessage>

/** Number of dead letters that a call replayed or deleted. */
export const deadLetterCount = Type.Object({ count: Type.Integer() })
export type DeadLetterCount = Static<typeof deadLetterCount>
