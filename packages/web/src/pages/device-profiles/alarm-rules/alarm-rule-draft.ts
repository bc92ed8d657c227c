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
import { newKey } from '../../../ui/field/field-places.tsx'

/** A value, or whose attribute stands for it; the value is then what counts without the attribute. */
export interface ValueDraft {
  /** Numbers in the wire's notation, booleans `true` and `false`, times as `yyyy-mm-ddThh:mm`. */
  readonly value: string
  /** Empty: the value itself. */
  readonly source: RuleValueSource | 'CURRENT_USER' | ''
  readonly attribute: string
  readonly inherit: boolean
}

export interface SimplePredicateDraft extends ValueDraft {
  readonly kind: 'simple'
  readonly key: string
  readonly operation: string
  /** Of texts. */
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
  /** Of keys that are a constant. */
  readonly constant: string
  readonly predicate: PredicateDraft
}

export interface SpecDraft extends ValueDraft {
  readonly type: AlarmConditionSpec['type']
  readonly unit: DurationUnit
}

/** `hh:mm`, or `hh:mm:ss`. */
export interface DayTimes {
  readonly startsOn: string
  readonly endsOn: string
}

export interface ScheduleDraft extends DayTimes {
  readonly type: AlarmSchedule['type']
  readonly timezone: string
  /** 1 to 7 from Monday. */
  readonly days: readonly number[]
  /** Seven, from Monday. */
  readonly items: readonly (DayTimes & { readonly enabled: boolean })[]
}

export interface RuleDraft {
  readonly conditions: readonly ConditionDraft[]
  readonly spec: SpecDraft
  readonly schedule: ScheduleDraft
  readonly details: string
  /** Empty: none. */
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

/** What a predicate begins with. */
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

/** `id`: random. */
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
