/** A node that was made, with the timers that it asked its context for: they end with it. */

import type { NodeContext, RuleNode, RuleNodeType } from './rule-node.ts'

export interface NodeInstance {
  readonly node: RuleNode
  dispose(): void
}

/** Throws what the type's `create` throws, and leaves no timer behind then. */
export function makeInstance(
  type: RuleNodeType,
  configuration: unknown,
  context: Omit<NodeContext, 'every'>,
): NodeInstance {
  const { log, tenantId, ruleNodeId } = context
  const timers = new Set<NodeJS.Timeout>()
  let isDisposed = false

  function every(ms: number, work: () => void) {
    if (isDisposed) return
    const run = () => {
      try {
        work()
      } catch (error) {
        log.error({ err: error, tenantId, ruleNodeId }, 'the timer of a rule node failed')
      }
    }
    timers.add(setInterval(run, ms).unref())
  }

  function stopTimers() {
    isDisposed = true
    for (const timer of timers) clearInterval(timer)
    timers.clear()
  }

  try {
    const node = type.create(configuration, { ...context, every })
    return {
      node,
      dispose() {
        stopTimers()
        node.dispose?.()
      },
    }
  } catch (error) {
    stopTimers()
    throw error
  }
}
