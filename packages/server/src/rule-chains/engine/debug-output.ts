/** What a debugged node sent on, as its events show it. */

import type { Message } from '../../messages/message.ts'
import { type Emission, emit, type NodeResult } from './rule-node.ts'
import type { LiveNode } from './rule-set.ts'

/** Shows a result once per label. */
export function showOutput({ debug, name }: LiveNode, message: Message, result: NodeResult): void {
  for (const emission of emissionsOf(result, name)) {
    const { relations, error } = emission
    for (const relation of typeof relations === 'string' ? [relations] : relations) {
      debug?.output(emission.message ?? message, relation, error)
    }
  }
}

/** The message ended at the node. */
const acknowledged = emit('ACK')

function emissionsOf(result: NodeResult, name: string): readonly Emission[] {
  if (result === null) return [acknowledged]
  if (!('kind' in result)) return result
  switch (result.kind) {
    case 'emit':
      return [result]
    case 'enter':
      return []
    case 'leave':
      return [emit(name)]
  }
}
