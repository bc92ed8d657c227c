/** Batches: many calls in one request. Sonde API. */

import type { BatchInput, BatchResult } from '@sonde/model/batch/batch'
import { batchPath } from '@sonde/model/batch/batch-limits'
import type { CallOptions, Rest } from '../rest/rest.ts'

export type BatchCalls = ReturnType<typeof createBatchCalls>

export function createBatchCalls(rest: Rest) {
  return {
    /** Makes up to 100 calls; a failed one fails no other. `createBatchFetch` does this for calls of the client. */
    run: (batch: BatchInput, options: CallOptions = {}) =>
      rest.request<BatchResult>('POST', batchPath, { ...options, body: batch }),
  }
}
