/** Queues of the rule engine, by name. */

import type { CallOptions, Rest } from '../rest/rest.ts'

export type QueueCalls = ReturnType<typeof createQueueCalls>

export function createQueueCalls(rest: Rest) {
  return {
    /** Names of the queues of a service; `TB_RULE_ENGINE` is the one that has some. */
    names: (serviceType = 'TB_RULE_ENGINE', options: CallOptions = {}) =>
      rest.request<readonly string[]>('GET', '/api/tenant/queues', { ...options, query: { serviceType } }),
  }
}
