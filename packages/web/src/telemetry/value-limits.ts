/** Limits of a telemetry key: the values that the alarm rules of a device profile compare it with. Pure. */

import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import type { AlarmPredicate, ProfileAlarm, RuleValue, RuleValueSource } from '@sonde/model/device-profiles/alarm-rule'

/** Attribute that contains the limit. */
export interface LimitAttribute {
  readonly source: RuleValueSource
  readonly attribute: string
  /** If not found there, the customer's and then the tenant's attribute is used. */
  readonly inherits: boolean
}

export interface RuleLimit {
  readonly alarmType: string
  readonly severity: AlarmSeverity
  /** Side on which the rule matches; null: at the limit itself. */
  readonly side: 'above' | 'below' | null
  /** Whether the rule matches at the limit itself too. */
  readonly isInclusive: boolean
  /** Fallback if the attribute has no number. */
  readonly value: number
  readonly from: LimitAttribute | null
}

/** Maximum number of limits drawn per key. */
export const limitsMax = 10

/** Limits, most severe first. `alarms`: alarm rules of a stored profile, whose properties may be missing. */
export function limitsOfRules(alarms: readonly unknown[], key: string): readonly RuleLimit[] {
  const limits = alarms.flatMap((alarm) => {
    const { alarmType = '', createRules } = (alarm ?? {}) as Partial<ProfileAlarm>
    return alarmSeverities.flatMap((severity) =>
      (createRules?.[severity]?.condition?.condition ?? [])
        .filter((filter) => filter?.key?.type === 'TIME_SERIES' && filter.key.key === key)
        .flatMap(({ predicate }) => numbersOf(predicate).map((limit) => ({ alarmType, severity, ...limit }))),
    )
  })
  return limits
    .toSorted((a, b) => alarmSeverities.indexOf(a.severity) - alarmSeverities.indexOf(b.severity))
    .slice(0, limitsMax)
}

function numbersOf(
  predicate: AlarmPredicate | undefined,
): Pick<RuleLimit, 'side' | 'isInclusive' | 'value' | 'from'>[] {
  if (predicate?.type === 'COMPLEX') return (predicate.predicates ?? []).flatMap(numbersOf)
  if (predicate?.type !== 'NUMERIC') return []
  const { operation, value } = predicate
  const number = value?.defaultValue
  if (typeof number !== 'number' || operation === 'NOT_EQUAL') return []
  const side =
    operation === 'GREATER' || operation === 'GREATER_OR_EQUAL'
      ? ('above' as const)
      : operation === 'LESS' || operation === 'LESS_OR_EQUAL'
        ? ('below' as const)
        : null
  const isInclusive = operation === 'GREATER_OR_EQUAL' || operation === 'LESS_OR_EQUAL' || operation === 'EQUAL'
  return [{ side, isInclusive, value: number, from: attributeOf(value) }]
}

function attributeOf({ dynamicValue }: RuleValue<number>): LimitAttribute | null {
  if (!dynamicValue?.sourceAttribute || dynamicValue.sourceType === 'CURRENT_USER') return null
  const { sourceType, sourceAttribute, inherit } = dynamicValue
  return { source: sourceType, attribute: sourceAttribute, inherits: inherit === true }
}

const chain: readonly RuleValueSource[] = ['CURRENT_DEVICE', 'CURRENT_CUSTOMER', 'CURRENT_TENANT']

/** Sources of a limit's attribute, in order of precedence. */
export const sourcesOf = ({ source, inherits }: LimitAttribute): readonly RuleValueSource[] =>
  inherits ? chain.slice(chain.indexOf(source)) : [source]
