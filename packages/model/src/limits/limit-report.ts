/** Usage of a tenant's limits: API schemas of `/api/v2/limits`. */

import Type, { type Static } from 'typebox'
import { epochMs, nullable, uuid } from '../schema-parts.ts'
import { forecastKinds } from './limit-forecast.ts'
import { limitOwners } from './limits.ts'

/** From most to least urgent. `unmeasured`: usage isn't measured. `unlimited`: there is no limit. */
export const limitStates = ['reached', 'soon', 'fine', 'unmeasured', 'unlimited'] as const
export type LimitState = (typeof limitStates)[number]

export const limitKinds = ['amount', 'work', 'rate', 'month'] as const

const count = Type.Number({ minimum: 0 })

/** Entity or rule node that uses, or reached, a limit most. */
export const limitCauser = Type.Object({
  entityType: Type.String({ description: 'A type of entity, or RULE_NODE' }),
  id: nullable(Type.String({ description: 'null if it was deleted, or the caller has no access' })),
  name: nullable(Type.String()),
  ruleChainId: nullable(uuid),
  share: Type.Number({ description: 'Share of the usage in the last 7 days, 0 to 1' }),
  change: nullable(
    Type.Object({
      factor: Type.Number({ description: 'Factor against its earlier daily average; 2 = twice as much' }),
      sinceTs: epochMs,
    }),
  ),
})
export type LimitCauser = Static<typeof limitCauser>

export const limitRejections = Type.Object({
  today: count,
  week: count,
  lastTs: nullable(epochMs),
})

export const limitForecast = Type.Object({
  kind: Type.Enum([...forecastKinds]),
  ts: Type.Optional(epochMs),
  share: Type.Optional(Type.Number()),
  used: Type.Optional(Type.Number()),
})

/** Usage and rejections per hour. */
export const limitTrend = Type.Object({
  startTs: epochMs,
  stepMs: Type.Integer(),
  used: Type.Array(nullable(Type.Number())),
  refused: Type.Array(Type.Number()),
})
export type LimitTrend = Static<typeof limitTrend>

export const limitRow = Type.Object({
  key: Type.String(),
  title: Type.String(),
  per: Type.Enum([...limitOwners]),
  kind: Type.Enum([...limitKinds]),
  unit: nullable(Type.Enum(['bytes', 'ms'])),
  seconds: nullable(Type.Integer({ description: 'For a rate: the period of the limit' })),
  limit: nullable(Type.Number({ description: 'null = no limit' })),
  rates: nullable(
    Type.String({ description: 'For a rate of the tenant profile: the whole rate, as `count:seconds,…`' }),
  ),
  used: nullable(Type.Number({ description: 'For a limit per entity: usage of the entity that uses most' })),
  usedTs: epochMs,
  isStale: Type.Boolean({ description: 'Not measured recently; `used` is from `usedTs`' }),
  share: nullable(Type.Number()),
  state: Type.Enum([...limitStates]),
  atLimit: Type.String(),
  advice: Type.String(),
  refused: limitRejections,
  forecast: limitForecast,
  trend: nullable(limitTrend),
  causers: Type.Array(limitCauser, { description: 'From the last 7 days, largest first' }),
})
export type LimitRow = Static<typeof limitRow>

export const limitReport = Type.Object({
  ts: epochMs,
  tenantId: uuid,
  tenantTitle: Type.String(),
  profile: Type.Object({ id: uuid, name: Type.String() }),
  periodStartTs: epochMs,
  periodEndTs: epochMs,
  warnShare: Type.Number({ description: 'Share of a limit at which the tenant is warned' }),
  limits: Type.Array(limitRow, { description: 'Most urgent first' }),
})
export type LimitReport = Static<typeof limitReport>

/** Details of one limit, with the current month for monthly limits. */
export const limitDetails = Type.Object({
  ts: epochMs,
  limit: limitRow,
  month: nullable(
    Type.Array(Type.Object({ ts: epochMs, used: Type.Number() }), {
      description: 'Usage since the start of the month, at the end of each hour with usage',
    }),
  ),
})
export type LimitDetails = Static<typeof limitDetails>
