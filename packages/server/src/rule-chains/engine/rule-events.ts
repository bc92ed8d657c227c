/** Events about chains and nodes, for people to look at: debugging, how nodes started, errors. */

import type { EntityId } from '@sonde/model/ids'
import type { Message } from '../../messages/message.ts'
import type { NodePlace } from './rule-node.ts'

/** A node whose debug mode is on. */
export interface NodeDebug {
  /** A message came by a link; "" at the first node of a chain. */
  input(message: Message, relation: string): void
  /** A message left; `ACK` when it ends at the node. */
  output(message: Message, relation: string, error: string | null): void
}

export type Lifecycle = 'STARTED' | 'UPDATED'

export interface RuleEvents {
  debugOf(place: NodePlace): NodeDebug
  /** A chain or node came into force; `error` says why it is not active. */
  lifecycle(tenantId: string, entity: EntityId, lifecycle: Lifecycle, error: string | null): void
  /** A message came to a node that cannot take it. */
  failed(place: NodePlace, error: string): void
}

/** Keeps no events. */
export const noRuleEvents: RuleEvents = {
  debugOf: () => ({ input: () => undefined, output: () => undefined }),
  lifecycle: () => undefined,
  failed: () => undefined,
}
