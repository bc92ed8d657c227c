/**
 * State of one alarm of a device's profile: the counters of its rules, and decisions about events.
 *
 * A decision only updates counters; raising and clearing are planned by the alarms module.
 */

import { type Alarm, type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm'
import type { Rest } from '../turns/turns.ts'
import type { AlarmRule, ProfileAlarm } from './alarm-rule.ts'
import type { SnapshotUpdate } from './device-snapshot.ts'
import {
  evaluate,
  evaluateByClock,
  holdsSlowly,
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

/** Stored format: `{createRuleStates: {SEVERITY: counters}, clearRuleState}`. */
export interface StoredAlarmState {
  readonly createRuleStates: Readonly<Partial<Record<AlarmSeverity, RuleCounters>>>
  readonly clearRuleState: RuleCounters | null
}

export const rankOf = (severity: AlarmSeverity): number => alarmSeverities.indexOf(severity)

/** Estimated bytes of a state, of the counters of a rule, and of an alarm without its details. */
const stateBytes = 120
const countersBytes = 45
const activeBytes = 1_500

/** Maximum number of conditions of a rule that is evaluated without pauses. */
const quickConditions = 20

const isQuick = ({ conditions }: AlarmRule) => conditions <= quickConditions

interface CountedRule {
  readonly rule: AlarmRule
  readonly counters: RuleCounters
}

export class AlarmState {
  alarm: ProfileAlarm
  #active: Alarm | null = null
  #activeBytes = 0
  #create: CountedRule[] = []
  #clear: CountedRule | null = null
  #isQuick = true

  constructor(alarm: ProfileAlarm, stored?: StoredAlarmState) {
    this.alarm = alarm
    this.follow(alarm)
    if (!stored) return
    for (const { rule, counters } of this.#create) {
      Object.assign(counters, rule.severity && stored.createRuleStates[rule.severity])
    }
    if (this.#clear) Object.assign(this.#clear.counters, stored.clearRuleState)
  }

  /** Applies a saved profile: counters of unchanged rules are kept. */
  follow(alarm: ProfileAlarm): void {
    const known = this.#counted
    const counted = (rule: AlarmRule): CountedRule => {
      const before = known.find((each) => each.rule.severity === rule.severity && each.rule.text === rule.text)
      return { rule, counters: before?.counters ?? newCounters() }
    }
    this.alarm = alarm
    this.#create = alarm.createRules.map(counted)
    this.#clear = alarm.clearRule && counted(alarm.clearRule)
    this.#isQuick = this.#counted.every(({ rule }) => isQuick(rule))
  }

  get #counted(): readonly CountedRule[] {
    return this.#clear ? [...this.#create, this.#clear] : this.#create
  }

  /** The last known active alarm; null: none. May be stale: the store is read again before the alarm is changed. */
  get active(): Alarm | null {
    return this.#active
  }

  set active(alarm: Alarm | null) {
    this.#active = alarm
    this.#activeBytes = alarm === null ? 0 : activeBytes + 2 * (JSON.stringify(alarm.details)?.length ?? 0)
  }

  /** Estimated memory use in bytes. */
  get bytes(): number {
    return stateBytes + (this.#create.length + (this.#clear ? 1 : 0)) * countersBytes + this.#activeBytes
  }

  get stored(): StoredAlarmState {
    return {
      createRuleStates: Object.fromEntries(this.#create.map(({ rule, counters }) => [rule.severity, { ...counters }])),
      clearRuleState: this.#clear && { ...this.#clear.counters },
    }
  }

  /** Null: no action needed. `update` null: all rules are evaluated. */
  decide(facts: RuleFacts, update: SnapshotUpdate | null, rest: Rest): Decision | null | Promise<Decision | null> {
    return this.#isQuick ? this.#decideNow(facts, update) : this.#decideSlowly(facts, update, rest)
  }

  async #decideSlowly(facts: RuleFacts, update: SnapshotUpdate | null, rest: Rest): Promise<Decision | null> {
    const held = new Map<AlarmRule, boolean>()
    for (const { rule } of this.#counted) {
      if (!isQuick(rule) && isTouched(rule, update)) held.set(rule, await holdsSlowly(rule, facts, rest))
    }
    return this.#decideNow(facts, update, held)
  }

  /** `held`: results of rules whose conditions were already evaluated. */
  #decideNow(facts: RuleFacts, update: SnapshotUpdate | null, held?: ReadonlyMap<AlarmRule, boolean>): Decision | null {
    return this.#decide(({ rule, counters }) =>
      isTouched(rule, update) ? evaluate(rule, facts, counters, held?.get(rule)) : null,
    )
  }

  /** Like `decide`, but for elapsed time without new data. */
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

  /** Whether elapsed time alone causes a decision now. An alarm that is already as severe isn't raised again. */
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

/** An attribute update doesn't affect rules with telemetry conditions; those are evaluated with the next telemetry. */
function isTouched({ seriesKeys, attributeKeys }: AlarmRule, update: SnapshotUpdate | null): boolean {
  if (update === null || update.keys === null) return true
  if (update.kind === 'attributes' && seriesKeys.size > 0) return false
  const keys = update.kind === 'series' ? seriesKeys : attributeKeys
  for (const key of update.keys) if (keys.has(key)) return true
  return false
}
