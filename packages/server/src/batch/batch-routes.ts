/** Batches over REST. Specific to Sonde. */

import { batchInput, batchResult } from '@sonde/model/batch/batch'
import { batchPath } from '@sonde/model/batch/batch-limits'
import type { Routes } from '../http/http-app.ts'
import type { BatchService } from './batch-service.ts'

export interface BatchRouteDeps {
  readonly batches: BatchService
}

export function registerBatchRoutes(routes: Routes, { batches }: BatchRouteDeps): void {
  routes.add({
    method: 'POST',
    path: batchPath,
    authorities: ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'],
    summary: 'Make up to 100 calls; each is checked and limited as if it came alone',
    tag: 'batch',
    audit: 'none: each call writes its own entry',
    holdsCalls: true,
    schema: { body: batchInput, response: batchResult },
    example: {
      requests: [
        { method: 'POST', path: '/api/alarm/784f394c-42b6-435a-983c-b7beff2784f9/ack' },
        { method: 'DELETE', path: '/api/device/784f394c-42b6-435a-983c-b7beff2784f9' },
      ],
    },
    async handle({ request, reply, body, signal }) {
      const gone = new AbortController()
      const leave = () => gone.abort(new Error('The client has gone.'))
      reply.raw.once('close', leave)
      if (reply.raw.destroyed) leave()
      const text = await batches.run(request, body, AbortSignal.any([signal, gone.signal]))
      return reply.type('application/json; charset=utf-8').send(text)
    },
  })
}
