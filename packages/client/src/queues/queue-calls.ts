/** Queue names of the rule engine. */

import type { CallOptions, Rest } from '../rest/rest.ts'

export type QueueCalls = ReturnType<typeof createQueueCalls>

export function createQueueCalls(rest: Rest) {
  return {
    /** Queue names of a service type; only `TB_RULE_ENGINE` has any. */
    names: (serviceType = 'TB_RULE_ENGINE', options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', '/api/tenant/queues', { ...options, query: { serviceType } }),
  }
}
