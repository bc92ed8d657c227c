/** Alarm rules of device profiles: what raises an alarm, and what clears it. */

import type { AlarmSeverity } from '../alarms/alarm.ts'
import {
  type BooleanOperation,
  type NumericOperation,
  type StringOperation,
  stringOperations,
} from '../entity-query/predicate-operations.ts'
import type { EntityId } from '../ids.ts'

/** Alarm types of a device profile: what each device with it keeps in memory grows with them. */
export const alarmRulesMax = 100
/** Conditions of all alarm rules of a device profile, counted with those inside of others. */
export const alarmConditionsMax = 1_000

/** Whose attribute stands for a value. `CURRENT_USER` comes from older platforms; no rule has a user. */
export const ruleValueSources = ['CURRENT_DEVICE', 'CURRENT_CUSTOMER', 'CURRENT_TENANT'] as const
export type RuleValueSource = (typeof ruleValueSources)[number]

export interface RuleValue<V> {
  readonly defaultValue: V
  readonly userValue?: null
  readonly dynamicValue?: {
    readonly sourceType: RuleValueSource | 'CURRENT_USER'
    readonly sourceAttribute: string
    /** Not found there: asked of the device's customer, then of the tenant. */
    readonly inherit?: boolean
  } | null
}

export const alarmKeyTypes = ['TIME_SERIES', 'ATTRIBUTE', 'ENTITY_FIELD', 'CONSTANT'] as const
export type AlarmKeyType = (typeof alarmKeyTypes)[number]

/** Of devices, as keys of the type `ENTITY_FIELD`. */
export const alarmEntityFields = ['name', 'type', 'label', 'createdTime'] as const

/** `DATE_TIME` is compared as epoch ms, by NUMERIC predicates. */
export const alarmValueTypes = ['NUMERIC', 'STRING', 'BOOLEAN', 'DATE_TIME'] as const
export type AlarmValueType = (typeof alarmValueTypes)[number]

/** Lists are for queries alone. */
export type AlarmStringOperation = Exclude<StringOperation, 'IN' | 'NOT_IN'>
export const alarmStringOperations = stringOperations.filter(
  (operation): operation is AlarmStringOperation => operation !== 'IN' && operation !== 'NOT_IN',
)

export type AlarmPredicate =
  | {
      readonly type: 'STRING'
      readonly operation: AlarmStringOperation
      readonly value: RuleValue<string>
      readonly ignoreCase?: boolean
    }
  | { readonly type: 'NUMERIC'; readonly operation: NumericOperation; readonly value: RuleValue<number> }
  | { readonly type: 'BOOLEAN'; readonly operation: BooleanOperation; readonly value: RuleValue<boolean> }
  | { readonly type: 'COMPLEX'; readonly operation: 'AND' | 'OR'; readonly predicates: readonly AlarmPredicate[] }

export interface AlarmConditionFilter {
  readonly key: { readonly type: AlarmKeyType; readonly key: string }
  readonly valueType: AlarmValueType
  /** Of keys of the type `CONSTANT`. */
  readonly value?: string | number | boolean | null
  readonly predicate: AlarmPredicate
}

export const durationUnits = ['SECONDS', 'MINUTES', 'HOURS', 'DAYS'] as const
export type DurationUnit = (typeof durationUnits)[number]

export type AlarmConditionSpec =
  | { readonly type: 'SIMPLE' }
  | { readonly type: 'DURATION'; readonly unit: DurationUnit; readonly predicate: RuleValue<number> }
  | { readonly type: 'REPEATING'; readonly predicate: RuleValue<number> }

/** Times are ms from midnight; days 1 to 7 from Monday. */
export type AlarmSchedule =
  | { readonly type: 'ANY_TIME' }
  | {
      readonly type: 'SPECIFIC_TIME'
      readonly timezone: string
      readonly daysOfWeek: readonly number[]
      readonly startsOn: number
      readonly endsOn: number
    }
  | {
      readonly type: 'CUSTOM'
      readonly timezone: string
      readonly items: readonly {
        readonly enabled: boolean
        readonly dayOfWeek: number
        readonly startsOn: number
        readonly endsOn: number
      }[]
    }

export interface AlarmRule {
  readonly condition: { readonly condition: readonly AlarmConditionFilter[]; readonly spec: AlarmConditionSpec }
  readonly schedule: AlarmSchedule | null
  /** Text of the alarm's details; `${key}` stands for the value of a key. */
  readonly alarmDetails: string | null
  /** Shown by mobile apps. */
  readonly dashboardId: EntityId | null
}

export interface ProfileAlarm {
  readonly id: string
  readonly alarmType: string
  readonly createRules: Readonly<Partial<Record<AlarmSeverity, AlarmRule>>>
  readonly clearRule: AlarmRule | null
  readonly propagate: boolean
  readonly propagateToOwner: boolean
  readonly propagateToTenant: boolean
  /** Empty or null: along every relation. */
  readonly propagateRelationTypes: readonly string[] | null
}

/** Highest duration and number of repeats. */
export const specValueMax = 2_147_483_647
