/** A created node together with the timers it requested through its context; disposing it stops them. */

import type { Turns } from '../../turns/turns.ts'
import type { NodeContext, RuleNode, RuleNodeType } from './rule-node.ts'

export interface NodeInstance {
  readonly node: RuleNode
  dispose(): void
}

/** Throws the error of the type's `create`; in that case no timer remains. */
export function makeInstance(
  type: RuleNodeType,
  configuration: unknown,
  context: Omit<NodeContext, 'every'>,
  turns: Pick<Turns, 'run'>,
): NodeInstance {
  const { log, tenantId, ruleNodeId } = context
  const owner = { tenantId, userId: ruleNodeId }
  const timers = new Set<NodeJS.Timeout>()
  let isDisposed = false

  function every(ms: number, work: () => void | Promise<void>) {
    if (isDisposed) return
    let isRunning = false
    const run = async () => {
      if (isRunning) return
      isRunning = true
      try {
        await turns.run(owner, async () => {
          if (!isDisposed) await work()
        })
      } catch (error) {
        log.error({ err: error, tenantId, ruleNodeId }, 'A timer of a rule node failed.')
      }
      isRunning = false
    }
    timers.add(setInterval(() => void run(), ms).unref())
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
