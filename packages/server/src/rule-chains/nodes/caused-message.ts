/**
 * Messages that a node sends about what it did, on a way of their own through the rule chains.
 *
 * Such a message may come to the node again that caused it. A chain without a filter on the type would go on for ever, so
 * the messages that lead to one another are counted, and the last one fails.
 */

import type { EntityId } from '@sonde/model/ids'
import type { Message } from '../../messages/message.ts'
import { type NodeContext, RunLimitReached } from '../engine/rule-node.ts'

/** Messages that may lead to one another. */
export const causedInARowMax = 20

interface Caused extends Pick<Message, 'type' | 'originator' | 'customerId' | 'metadata' | 'data'> {
  /** The entity whose chain takes it: that of its profile for a device, otherwise the root rule chain. */
  readonly chainOf: EntityId
}

/** Throws `RunLimitReached` when too many messages led to this one. */
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
