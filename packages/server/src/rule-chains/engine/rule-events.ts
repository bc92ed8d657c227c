/** User-visible events of chains and nodes: debug output, lifecycle and errors. */

import type { EntityId } from '@sonde/model/ids'
import type { Message } from '../../messages/message.ts'
import type { NodePlace } from './rule-node.ts'

/** Debug events of a node in debug mode. */
export interface NodeDebug {
  /** A message arrived by a link with this label; "" at the first node of a chain. */
  input(message: Message, relation: string): void
  /** A message was emitted; `relation` is `ACK` if it ended at the node. */
  output(message: Message, relation: string, error: string | null): void
}

export type Lifecycle = 'STARTED' | 'UPDATED'

export interface RuleEvents {
  debugOf(place: NodePlace): NodeDebug
  /** A chain or node was started or updated; `error` is the reason if it's inactive. */
  lifecycle(tenantId: string, entity: EntityId, lifecycle: Lifecycle, error: string | null): void
  /** A message reached an inactive node. */
  failed(place: NodePlace, error: string): void
}

/** Discards all events. */
export const noRuleEvents: RuleEvents = {
  debugOf: () => ({ input: () => undefined, output: () => undefined }),
  lifecycle: () => undefined,
  failed: () => undefined,
}
