/**
 * Messages that a node sends about its own actions. They run separately through the rule chains.
 *
 * Such a message can reach the node that caused it. A chain that doesn't filter by message type would loop forever, so
 * each
 * message counts how many messages led to it, and the message that exceeds the limit fails.
 */

import type { EntityId } from '@sonde/model/ids'
import type { Message } from '../../messages/message.ts'
import { type NodeContext, RunLimitReached } from '../engine/rule-node.ts'

/** Maximum number of messages in a causal sequence. */
export const causedInARowMax = 20

interface Caused extends Pick<Message, 'type' | 'originator' | 'customerId' | 'metadata' | 'data'> {
  /**
   * Entity whose chain processes the message: for a device, the chain of its profile; otherwise the root rule chain.
   */
  readonly chainOf: EntityId
}

/** Throws `RunLimitReached` if too many messages led to this one. */
export async function causedMessage(
  { tenantId, queueName, generation = 0 }: Message,
  { clock, devices, newId }: Pick<NodeContext, 'clock' | 'devices' | 'newId'>,
  { chainOf, ...caused }: Caused,
): Promise<Message> {
  if (generation >= causedInARowMax) {
    throw new RunLimitReached(
      `More than ${causedInARowMax} messages led to one another. Filter the messages that this node causes by their type.`,
    )
  }
  const profile = chainOf.entityType === 'DEVICE' ? (await devices.find(chainOf.id))?.profile : undefined
  return {
    ...caused,
    id: newId(),
    ts: clock.nowMs(),
    tenantId,
    dataType: 'JSON',
    queueName: profile?.defaultQueueName ?? queueName,
    ruleChainId: profile?.defaultRuleChainId ?? null,
    ruleNodeId: null,
    generation: generation + 1,
  }
}
