/** Applies the monthly limit to scripts: each run counts, and scripts stop when the limit is reached. */

import { entityId } from '@sonde/model/ids'
import type { Causers } from '../limits/causers.ts'
import { ScriptError } from '../scripts/script-results.ts'
import type { ScriptHandle, Scripts } from '../scripts/scripts.ts'
import type { ApiUsage } from './api-usage.ts'

/** Compiling and checking don't count as runs; the script test API does. */
export function countedScripts(
  scripts: Pick<Scripts, 'compile' | 'test'>,
  usage: Pick<ApiUsage, 'count' | 'isEnabled' | 'rejected'>,
  causers?: Pick<Causers, 'pending'>,
): Pick<Scripts, 'compile' | 'test'> {
  const runs = causers?.pending('maxJSExecutions')

  function counted(tenantId: string, nodeId: string, handle: ScriptHandle): ScriptHandle {
    const node = entityId('RULE_NODE', nodeId)
    return {
      ...handle,
      run(input) {
        if (!usage.isEnabled(tenantId, 'JS')) {
          return Promise.reject(new ScriptError('blocked', usage.rejected(tenantId, 'JS', node)))
        }
        usage.count(tenantId, 'jsExecutionCount', 1, input.customerId)
        runs?.add(tenantId, node, 1)
        return handle.run(input)
      },
    }
  }
  return {
    compile: (tenantId, nodeId, ...rest) => counted(tenantId, nodeId, scripts.compile(tenantId, nodeId, ...rest)),
    async test(tenantId, request) {
      if (!usage.isEnabled(tenantId, 'JS')) return { output: '', error: usage.rejected(tenantId, 'JS') }
      usage.count(tenantId, 'jsExecutionCount', 1)
      return scripts.test(tenantId, request)
    },
  }
}
