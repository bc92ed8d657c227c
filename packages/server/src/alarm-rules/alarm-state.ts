/**
 * One alarm of a device's profile: the counters of its rules, and what an event means for it.
 *
 * Deciding is pure and at once; raising and clearing are plans of the alarm room.
 */

import { type Alarm, type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm'
import type { AlarmRule, ProfileAlarm } from './alarm-rule.ts'
import type { SnapshotUpdate } from './device-snapshot.ts'
import {
  evaluate,
  evaluateByClock,
  newCounters,
  type RuleCounters,
  type RuleFacts,
  type RuleResult,
  resetCounters,
} from './rule-evaluation.ts'

export interface Decision {
  readonly kind: 'raise' | 'clear'
  readonly rule: AlarmRule
  readonly counters: RuleCounters
}

/** As stored: `{createRuleStates: {SEVERITY: counters}, clearRuleState}`. */
export interface StoredAlarmState {
  readonly createRuleStates: Readonly<Partial<Record<AlarmSeverity, RuleCounters>>>
  readonly clearRuleState: RuleCounters | null
}

export const rankOf = (severity: AlarmSeverity): number => alarmSeverities.indexOf(severity)

interface CountedRule {
  readonly rule: AlarmRule
  readonly counters: RuleCounters
}

export class AlarmState {
  alarm: ProfileAlarm
  /** The active alarm as far as this node knows; null: none. The store is asked before anything is done about it. */
  active: Alarm | null = null
  #create: CountedRule[] = []
  #clear: CountedRule | null = null

  constructor(alarm: ProfileAlarm, stored?: StoredAlarmState) {
    this.alarm = alarm
    this.follow(alarm)
    if (!stored) return
    for (const { rule, counters } of this.#create) {
      Object.assign(counters, rule.severity && stored.createRuleStates[rule.severity])
    }
    if (this.#clear) Object.assign(this.#clear.counters, stored.clearRuleState)
  }

  /** The profile was saved: counters go on where the rule is the same. */
  follow(alarm: ProfileAlarm): void {
    const known = [...this.#create, ...(this.#clear ? [this.#clear] : [])]
    const counted = (rule: AlarmRule): CountedRule => {
      const before = known.find((each) => each.rule.severity === rule.severity && each.rule.text === rule.text)
      return { rule, counters: before?.counters ?? newCounters() }
    }
    this.alarm = alarm
    this.#create = alarm.createRules.map(counted)
    this.#clear = alarm.clearRule && counted(alarm.clearRule)
  }

  get stored(): StoredAlarmState {
    return {
      createRuleStates: Object.fromEntries(this.#create.map(({ rule, counters }) => [rule.severity, { ...counters }])),
      clearRuleState: this.#clear && { ...this.#clear.counters },
    }
  }

  /** null: nothing is to be done. `update` null: every rule is looked at. */
  decide(facts: RuleFacts, update: SnapshotUpdate | null): Decision | null {
    return this.#decide((each) => (isTouched(each.rule, update) ? evaluate(each.rule, facts, each.counters) : null))
  }

  /** The same for what time alone brings about. */
  decideByClock(facts: RuleFacts): Decision | null {
    return this.#decide(({ rule, counters }) => evaluateByClock(rule, facts, counters))
  }

  #decide(resultOf: (each: CountedRule) => RuleResult | null): Decision | null {
    for (const each of this.#create) {
      const result = resultOf(each)
      if (result === 'TRUE') return { kind: 'raise', ...each }
      if (result === 'FALSE') resetCounters(each.counters)
    }
    if (!this.active || !this.#clear) return null
    const result = resultOf(this.#clear)
    if (result === 'FALSE') resetCounters(this.#clear.counters)
    return result === 'TRUE' ? { kind: 'clear', ...this.#clear } : null
  }

  /** Whether the clock alone would bring something about now: an alarm that is as severe already does not rise again. */
  isDue(facts: RuleFacts): boolean {
    const isWaiting = ({ rule, counters }: CountedRule) => evaluateByClock(rule, facts, counters) === 'TRUE'
    for (const each of this.#create) {
      const isThere = this.active && each.rule.severity && rankOf(this.active.severity) <= rankOf(each.rule.severity)
      if (!isThere && isWaiting(each)) return true
    }
    return this.active !== null && this.#clear !== null && isWaiting(this.#clear)
  }

  resetCreateCounters(): void {
    for (const { counters } of this.#create) resetCounters(counters)
  }

  resetClearCounters(): void {
    if (this.#clear) resetCounters(this.#clear.counters)
  }
}

/** Attributes alone do not touch rules that look at telemetry: those wait for the next telemetry. */
function isTouched({ seriesKeys, attributeKeys }: AlarmRule, update: SnapshotUpdate | null): boolean {
  if (update === null || update.keys === null) return true
  if (update.kind === 'attributes' && seriesKeys.size > 0) return false
  const keys = update.kind === 'series' ? seriesKeys : attributeKeys
  for (const key of update.keys) if (keys.has(key)) return true
  return false
}
