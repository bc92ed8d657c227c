/** Alarm rules of device profiles: conditions that raise and clear an alarm. */

import type { AlarmSeverity } from '../alarms/alarm.ts'
import {
  type BooleanOperation,
  type NumericOperation,
  type StringOperation,
  stringOperations,
} from '../entity-query/predicate-operations.ts'
import type { EntityId } from '../ids.ts'

/** Maximum alarm types per device profile. The state in memory of each of its devices grows with them. */
export const alarmRulesMax = 100
/** Maximum conditions in all alarm rules of a device profile, nested ones included. */
export const alarmConditionsMax = 1_000

/**
 * Owner of the attribute that supplies a value. `CURRENT_USER` occurs in imported rules of older versions; a rule has
 * no user.
 */
export const ruleValueSources = ['CURRENT_DEVICE', 'CURRENT_CUSTOMER', 'CURRENT_TENANT'] as const
export type RuleValueSource = (typeof ruleValueSources)[number]

export interface RuleValue<V> {
  readonly defaultValue: V
  readonly userValue?: null
  readonly dynamicValue?: {
    readonly sourceType: RuleValueSource | 'CURRENT_USER'
    readonly sourceAttribute: string
    /** If the attribute is missing, it is looked up on the device's customer, then on the tenant. */
    readonly inherit?: boolean
  } | null
}

export const alarmKeyTypes = ['TIME_SERIES', 'ATTRIBUTE', 'ENTITY_FIELD', 'CONSTANT'] as const
export type AlarmKeyType = (typeof alarmKeyTypes)[number]

/** Fields of devices that keys of the type `ENTITY_FIELD` can name. */
export const alarmEntityFields = ['name', 'type', 'label', 'createdTime'] as const

/** NUMERIC predicates compare `DATE_TIME` as epoch ms. */
export const alarmValueTypes = ['NUMERIC', 'STRING', 'BOOLEAN', 'DATE_TIME'] as const
export type AlarmValueType = (typeof alarmValueTypes)[number]

/** IN and NOT_IN are available in queries only. */
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
  /** Value of a key of the type `CONSTANT`. */
  readonly value?: string | number | boolean | null
  readonly predicate: AlarmPredicate
}

export const durationUnits = ['SECONDS', 'MINUTES', 'HOURS', 'DAYS'] as const
export type DurationUnit = (typeof durationUnits)[number]

export type AlarmConditionSpec =
  | { readonly type: 'SIMPLE' }
  | { readonly type: 'DURATION'; readonly unit: DurationUnit; readonly predicate: RuleValue<number> }
  | { readonly type: 'REPEATING'; readonly predicate: RuleValue<number> }

/** Schedule of a rule. Times are ms since midnight; days are 1 (Monday) to 7. */
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
  /** Template of the alarm's details; `${key}` is replaced with the value of the key. */
  readonly alarmDetails: string | null
  /** Dashboard that mobile apps show. */
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
  /** Relation types along which the alarm propagates. Empty or null: all. */
  readonly propagateRelationTypes: readonly string[] | null
}

/** Maximum duration and number of repeats. */
export const specValueMax = 2_147_483_647
