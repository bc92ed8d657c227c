/** Scripts within the month's allowance: each run counts, and none runs when it is used up (rules.md §3, §6). */

import { ScriptError } from '../scripts/script-results.ts'
import type { ScriptHandle, Scripts } from '../scripts/scripts.ts'
import type { ApiUsage } from './api-usage.ts'
import { usedUp } from './usage-features.ts'

/** Compiling and checking are no runs; the test call of the wire is one. */
export function countedScripts(
  scripts: Pick<Scripts, 'compile' | 'test'>,
  usage: Pick<ApiUsage, 'count' | 'isEnabled'>,
): Pick<Scripts, 'compile' | 'test'> {
  function counted(tenantId: string, handle: ScriptHandle): ScriptHandle {
    return {
      ...handle,
      run(input) {
        if (!usage.isEnabled(tenantId, 'JS')) return Promise.reject(new ScriptError('blocked', usedUp('JS')))
        usage.count(tenantId, 'jsExecutionCount', 1, input.customerId)
        return handle.run(input)
      },
    }
  }
  return {
    compile: (tenantId, ...rest) => counted(tenantId, scripts.compile(tenantId, ...rest)),
    async test(tenantId, request) {
      if (!usage.isEnabled(tenantId, 'JS')) return { output: '', error: usedUp('JS') }
      usage.count(tenantId, 'jsExecutionCount', 1)
      return scripts.test(tenantId, request)
    },
  }
}
