/** Telemetry and attributes as they travel, as schemas for the OpenAPI document; `payload.ts` reads what is sent. */

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

/** What waits of devices answer: the shared attributes that changed, or as `deleted` the names of those that are gone. */
export const attributesUpdate = Type.Record(Type.String(), Type.Unknown())

/** Attributes as a device asks for them. */
export const attributesOfDevice = Type.Object({
  client: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  shared: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** A call of the server as a device gets it. */
export const callOfServer = Type.Object({ id: Type.Integer(), method: Type.String(), params: Type.Unknown() })

/** Attributes as callers read them. */
export const attributeValue = Type.Object({ lastUpdateTs: Type.Integer(), key: Type.String(), value: Type.Unknown() })

/** Points by key. */
export const seriesValues = Type.Record(
  Type.String(),
  Type.Array(Type.Object({ ts: Type.Integer(), value: Type.Unknown() })),
)
