/** Schemas of telemetry and attributes for the OpenAPI document; `payload.ts` parses the input. */

import Type from 'typebox'

const value = Type.Unknown({ description: 'A number, text, boolean or any JSON; null is skipped' })

export const attributesPayload = Type.Record(Type.String(), value, {
  examples: [{ interval: 30, enabled: true, site: 'north' }],
})

const timedValues = Type.Object(
  { ts: Type.Number({ description: 'Epoch milliseconds' }), values: Type.Record(Type.String(), value) },
  { examples: [{ ts: 1700000000000, values: { temperature: 21.5, humidity: 40 } }] },
)
const values = Type.Record(Type.String(), value, { examples: [{ temperature: 21.5, humidity: 40 }] })

export const telemetryPayload = Type.Union([timedValues, values, Type.Array(Type.Union([timedValues, values]))])

export const claimPayload = Type.Object(
  {
    secretKey: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    durationMs: Type.Optional(Type.Union([Type.Number({ minimum: 0 }), Type.Null()])),
  },
  { examples: [{ secretKey: 'sesame', durationMs: 60000 }] },
)

export const clientCallPayload = Type.Object(
  { method: Type.String({ minLength: 1 }), params: Type.Optional(Type.Unknown()) },
  { examples: [{ method: 'getTime', params: {} }] },
)

/**
 * Response to a device that waits for attribute updates: the changed shared attributes, or in `deleted` the names of
 * removed ones.
 */
export const attributesUpdate = Type.Record(Type.String(), Type.Unknown())

/** Response to a device's attribute request. */
export const attributesOfDevice = Type.Object({
  client: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  shared: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** RPC call of the server as a device receives it. */
export const callOfServer = Type.Object({ id: Type.Integer(), method: Type.String(), params: Type.Unknown() })

/** Attribute in responses to REST callers. */
export const attributeValue = Type.Object({ lastUpdateTs: Type.Integer(), key: Type.String(), value: Type.Unknown() })

/** Points by key. */
export const seriesValues = Type.Record(
  Type.String(),
  Type.Array(Type.Object({ ts: Type.Integer(), value: Type.Unknown() })),
)
