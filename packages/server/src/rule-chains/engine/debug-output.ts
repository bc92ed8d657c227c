/** Debug events for the output of a node in debug mode. */

import type { Message } from '../../messages/message.ts'
import { type Emission, emit, type NodeResult } from './rule-node.ts'
import type { LiveNode } from './rule-set.ts'

/** Emits one debug event per emission and label. */
export function showOutput({ debug }: LiveNode, message: Message, result: NodeResult): void {
  for (const emission of emissionsOf(result)) {
    const { relations, error } = emission
    for (const relation of typeof relations === 'string' ? [relations] : relations) {
      debug?.output(emission.message ?? message, relation, error)
    }
  }
}

/**
 * Emits debug events for a message that leaves its chain: for the output node and for the node that called the chain,
 * if any.
 */
export function showLeaving(
  output: LiveNode,
  caller: LiveNode | null,
  message: Message,
  relation: string,
  error: string | null,
): void {
  output.debug?.output(message, relation, error)
  caller?.debug?.output(message, relation, error)
}

/** Emission for a message that ended at the node. */
const acknowledged = emit('ACK')

function emissionsOf(result: NodeResult): readonly Emission[] {
  if (result === null) return [acknowledged]
  if (!('kind' in result)) return result
  switch (result.kind) {
    case 'emit':
      return [result]
    case 'enter':
    case 'leave':
      return []
  }
}
