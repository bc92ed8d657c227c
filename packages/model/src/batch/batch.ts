/** Batches: many calls of the REST API in one request. Sonde API, unknown to ThingsBoard. */

import Type, { type Static } from 'typebox'
import { batchCallsMax, batchMethods, batchPathMax, sendAlone } from './batch-limits.ts'

export const batchCall = Type.Object(
  {
    method: Type.Enum([...batchMethods]),
    path: Type.String({ maxLength: batchPathMax, description: 'Path with its query, such as `/api/device/…`' }),
    body: Type.Optional(Type.Unknown({ description: 'JSON body of the call' })),
  },
  { additionalProperties: false },
)
export type BatchCall = Static<typeof batchCall>

export const batchInput = Type.Object(
  {
    requests: Type.Array(batchCall, { minItems: 1, maxItems: batchCallsMax }),
    inOrder: Type.Optional(
      Type.Boolean({ description: 'Each call begins when the one before it has ended. Default: 4 at a time' }),
    ),
  },
  { additionalProperties: false },
)
export type BatchInput = Static<typeof batchInput>

export const batchAnswer = Type.Object({
  status: Type.Integer({
    description: `HTTP status of the call; ${sendAlone}: not made, or read in vain; send it on its own`,
  }),
  body: Type.Optional(
    Type.Unknown({
      description: 'Absent: empty, or the long response of a call that made a change. Text if it is not JSON',
    }),
  ),
})
export type BatchAnswer = Static<typeof batchAnswer>

/** In the order of the requests. */
export const batchResult = Type.Object({ responses: Type.Array(batchAnswer) })
export type BatchResult = Static<typeof batchResult>
