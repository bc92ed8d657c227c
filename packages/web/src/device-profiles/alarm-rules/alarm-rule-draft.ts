/** Drafts of alarm rules: numbers and times as text, list items with keys for React. */

import type { AlarmSeverity } from '@sonde/model/alarms/alarm'
import type {
  AlarmConditionSpec,
  AlarmKeyType,
  AlarmSchedule,
  AlarmValueType,
  DurationUnit,
  RuleValueSource,
} from '@sonde/model/device-profiles/alarm-rule'
import { newKey } from '../../ui/field/field-places.tsx'

/** A constant value or an attribute as its source; the value is then the default if the attribute doesn't exist. */
export interface ValueDraft {
  /** Numbers in JSON notation, booleans as `true` or `false`, times as `yyyy-mm-ddThh:mm`. */
  readonly value: string
  /** Owner of the attribute; empty: the constant value is used. */
  readonly source: RuleValueSource | 'CURRENT_USER' | ''
  readonly attribute: string
  readonly inherit: boolean
}

export interface SimplePredicateDraft extends ValueDraft {
  readonly kind: 'simple'
  readonly key: string
  readonly operation: string
  /** Only for text values. */
  readonly ignoreCase: boolean
}

export interface ComplexPredicateDraft {
  readonly kind: 'complex'
  readonly key: string
  readonly operation: 'AND' | 'OR'
  readonly predicates: readonly PredicateDraft[]
}

export type PredicateDraft = SimplePredicateDraft | ComplexPredicateDraft

export interface ConditionDraft {
  readonly key: string
  readonly keyType: AlarmKeyType
  readonly name: string
  readonly valueType: AlarmValueType
  /** Value of a constant key. */
  readonly constant: string
  readonly predicate: PredicateDraft
}

export interface SpecDraft extends ValueDraft {
  readonly type: AlarmConditionSpec['type']
  readonly unit: DurationUnit
}

/** Times of day as `hh:mm` or `hh:mm:ss`. */
export interface DayTimes {
  readonly startsOn: string
  readonly endsOn: string
}

export interface ScheduleDraft extends DayTimes {
  readonly type: AlarmSchedule['type']
  readonly timezone: string
  /** Days of the week; 1 is Monday, 7 is Sunday. */
  readonly days: readonly number[]
  /** Seven items, starting with Monday. */
  readonly items: readonly (DayTimes & { readonly enabled: boolean })[]
}

export interface RuleDraft {
  readonly conditions: readonly ConditionDraft[]
  readonly spec: SpecDraft
  readonly schedule: ScheduleDraft
  readonly details: string
  /** ID of the dashboard; empty: none. */
  readonly dashboardId: string
}

export interface SeverityRuleDraft {
  readonly key: string
  readonly severity: AlarmSeverity
  readonly rule: RuleDraft
}

export interface AlarmDraft {
  readonly key: string
  readonly id: string
  readonly type: string
  readonly propagate: boolean
  readonly propagateToOwner: boolean
  readonly propagateToTenant: boolean
  readonly relationTypes: readonly string[]
  readonly rules: readonly SeverityRuleDraft[]
  readonly clear: RuleDraft | null
}

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

export const defaultValueDraft: ValueDraft = { value: '', source: '', attribute: '', inherit: false }

/** Initial predicate for a value type. */
export const emptyPredicate = (valueType: AlarmValueType): SimplePredicateDraft => ({
  ...defaultValueDraft,
  kind: 'simple',
  key: newKey(),
  operation: valueType === 'NUMERIC' || valueType === 'DATE_TIME' ? 'GREATER' : 'EQUAL',
  value: valueType === 'BOOLEAN' ? 'true' : '',
  ignoreCase: false,
})

export const emptyCondition = (): ConditionDraft => ({
  key: newKey(),
  keyType: 'TIME_SERIES',
  name: '',
  valueType: 'NUMERIC',
  constant: '',
  predicate: emptyPredicate('NUMERIC'),
})

const allDay: DayTimes = { startsOn: '00:00', endsOn: '00:00' }

export const emptySchedule = (timezone: string): ScheduleDraft => ({
  type: 'ANY_TIME',
  timezone,
  days: [...weekdays],
  ...allDay,
  items: weekdays.map(() => ({ ...allDay, enabled: true })),
})

export const emptySpec: SpecDraft = { ...defaultValueDraft, type: 'SIMPLE', unit: 'MINUTES' }

export const emptyRule = (timezone: string): RuleDraft => ({
  conditions: [emptyCondition()],
  spec: emptySpec,
  schedule: emptySchedule(timezone),
  details: '',
  dashboardId: '',
})

/** New alarm with an empty rule. `id`: a random ID. */
export const emptyAlarm = (id: string, timezone: string): AlarmDraft => ({
  key: newKey(),
  id,
  type: '',
  propagate: false,
  propagateToOwner: false,
  propagateToTenant: false,
  relationTypes: [],
  rules: [{ key: newKey(), severity: 'CRITICAL', rule: emptyRule(timezone) }],
  clear: null,
})
