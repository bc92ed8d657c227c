/** Limit overrides of a tenant profile: API schema of `/api/v2/tenantProfiles/{id}/limits`. */

import Type, { type Static, type TInteger, type TOptional } from 'typebox'
import { type LimitKey, limitKeys, limitOf } from './limits.ts'

const value = (key: LimitKey): TOptional<TInteger> =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: limitOf(key).max, description: limitOf(key).title }))

/** Only values that differ from the defaults. */
export const limitValues = Type.Object(
  Object.fromEntries(limitKeys.map((key) => [key, value(key)])) as Record<LimitKey, TOptional<TInteger>>,
  { additionalProperties: false },
)

export const profileLimitValuesInput = Type.Object({ values: limitValues }, { additionalProperties: false })
export type ProfileLimitValuesInput = Static<typeof profileLimitValuesInput>

export const profileLimitValues = Type.Object({
  values: limitValues,
  defaults: Type.Record(Type.String(), Type.Integer(), { description: 'Used if the profile sets none' }),
})
export type ProfileLimitValues = Static<typeof profileLimitValues>
