/**
 * Alarms of one device by the rules of its profile: applies the device's messages and reports changes of its alarms.
 */

import type { Alarm } from '@sonde/model/alarms/alarm'
import { isJsonObject } from '@sonde/model/dashboards/json-parts'
import { type KeyedValue, valueText } from '@sonde/model/telemetry/values'
import type { PendingAlarm, PendingAlarms } from '../alarms/pending-alarms.ts'
import type { Clock } from '../clock.ts'
import type { DeviceRecord } from '../devices/device-directory.ts'
import type { Rest } from '../turns/turns.ts'
import type { AlarmRule, ProfileAlarm, ProfileRules } from './alarm-rule.ts'
import { AlarmState, type Decision, rankOf, type StoredAlarmState } from './alarm-state.ts'
import { DeviceSnapshot, type SnapshotSources, type SnapshotUpdate } from './device-snapshot.ts'
import { causeOf } from './rule-cause.ts'

export interface DeviceAlarmDeps extends SnapshotSources {
  readonly alarms: Pick<PendingAlarms, 'latest' | 'raise' | 'clear'>
  readonly clock: Clock
}

/** A change of an alarm. */
export interface AlarmUpdate {
  readonly kind: 'created' | 'updated' | 'severity updated' | 'cleared'
  readonly plan: PendingAlarm
  readonly rule: AlarmRule
  /** Elapsed duration in ms, for duration rules. */
  readonly duration: number
  /** Number of events, for repeating rules. */
  readonly eventCount: number
}

/** Receives the results of a rule evaluation. */
export interface Evaluation {
  /** Receives an alarm change. An error thrown here ends the evaluation and discards the change. */
  add(update: AlarmUpdate): void
  readonly rest: Rest
}

export interface StoredDeviceState {
  readonly alarmStates: Readonly<Record<string, StoredAlarmState>>
}

/** Maximum characters of an alarm's details; longer ones are truncated. */
export const alarmDetailsMax = 64 * 1024

/** Measured bytes of a device without values and alarms. */
const deviceBytes = 1_500

export class DeviceAlarms {
  device: DeviceRecord
  rules: ProfileRules
  readonly #deps: DeviceAlarmDeps
  readonly #snapshot: DeviceSnapshot
  #states = new Map<string, AlarmState>()

  constructor(device: DeviceRecord, rules: ProfileRules, deps: DeviceAlarmDeps) {
    this.device = device
    this.rules = rules
    this.#deps = deps
    this.#snapshot = new DeviceSnapshot(() => this.device)
  }

  /** Called before the first message. `stored`: counters from before a restart. */
  async load(stored: StoredDeviceState | null): Promise<void> {
    await this.#snapshot.follow(this.rules, this.#deps)
    for (const alarm of this.rules.alarms) await this.#add(alarm, stored?.alarmStates[alarm.id])
  }

  /** Applies a saved profile. */
  async follow(rules: ProfileRules): Promise<void> {
    this.rules = rules
    await this.#snapshot.follow(rules, this.#deps)
    const before = this.#states
    this.#states = new Map()
    for (const alarm of rules.alarms) {
      const existing = before.get(alarm.id)
      if (existing?.alarm.alarmType === alarm.alarmType) {
        existing.follow(alarm)
        this.#states.set(alarm.id, existing)
      } else await this.#add(alarm)
    }
  }

  async #add(alarm: ProfileAlarm, stored?: StoredAlarmState): Promise<void> {
    const state = new AlarmState(alarm, stored)
    state.active = await this.#activeOf(alarm)
    this.#states.set(alarm.id, state)
  }

  async #activeOf({ alarmType }: ProfileAlarm): Promise<Alarm | null> {
    const { tenantId, id } = this.device
    const latest = await this.#deps.alarms.latest(tenantId, id.id, alarmType)
    return latest?.status.startsWith('ACTIVE') ? latest : null
  }

  /** Estimated memory use in bytes. */
  get bytes(): number {
    let bytes = deviceBytes + this.#snapshot.bytes
    for (const state of this.#states.values()) bytes += state.bytes
    return bytes
  }

  get stored(): StoredDeviceState {
    return { alarmStates: Object.fromEntries([...this.#states].map(([id, state]) => [id, state.stored])) }
  }

  /** Applies values of one timestamp. */
  async apply(
    into: Evaluation,
    kind: SnapshotUpdate['kind'],
    ts: number,
    values: readonly KeyedValue[],
  ): Promise<void> {
    const update = this.#snapshot.apply(kind, ts, values)
    if (update) await this.#evaluate(into, (state) => state.decide(this.#snapshot, update, into.rest))
  }

  async removeAttributes(into: Evaluation, keys: readonly string[], ts: number): Promise<void> {
    if (keys.length === 0) return
    this.#snapshot.removeAttributes(keys)
    this.#snapshot.ts = ts
    await this.#evaluate(into, (state) => state.decide(this.#snapshot, null, into.rest))
  }

  /** Evaluates durations after time passed without data. */
  async tick(into: Evaluation, ts: number): Promise<void> {
    this.#snapshot.ts = ts
    await this.#evaluate(into, (state) => state.decideByClock(this.#snapshot))
  }

  /** Whether `tick` would change an alarm. */
  isDue(ts: number): boolean {
    const before = this.#snapshot.ts
    this.#snapshot.ts = ts
    try {
      for (const state of this.#states.values()) if (state.isDue(this.#snapshot)) return true
      return false
    } catch {
      // An attribute isn't a number. The next message reports the error.
      return false
    } finally {
      this.#snapshot.ts = before
    }
  }

  /** Called when a user cleared or deleted an alarm. */
  ended(alarmType: string, isCleared: boolean): void {
    for (const state of this.#states.values()) {
      if (state.alarm.alarmType !== alarmType) continue
      state.active = null
      if (isCleared) state.resetCreateCounters()
    }
  }

  /** Called when a user changed an alarm that is active, such as one that was reopened. */
  changed(alarm: Alarm): void {
    for (const state of this.#states.values()) if (state.alarm.alarmType === alarm.type) state.active = alarm
  }

  async #evaluate(into: Evaluation, decide: (state: AlarmState) => ReturnType<AlarmState['decide']>): Promise<void> {
    const { customerKeys, tenantKeys } = this.rules
    if (customerKeys.size + tenantKeys.size > 0) await this.#snapshot.readOwners(this.rules, this.#deps)
    for (const state of this.#states.values()) {
      const waits = into.rest()
      if (waits) await waits
      const decided = decide(state)
      const decision = decided instanceof Promise ? await decided : decided
      if (!decision) continue
      const made = await (decision.kind === 'raise' ? this.#raise(state, decision) : this.#clear(state, decision))
      if (!made) continue
      try {
        into.add(made)
      } catch (error) {
        made.plan.drop()
        throw error
      }
    }
  }

  async #raise(state: AlarmState, { rule, counters }: Decision): Promise<AlarmUpdate | null> {
    const { alarm } = state
    const severity = rule.severity ?? 'INDETERMINATE'
    const before = await this.#activeOf(alarm)
    state.active = before
    state.resetClearCounters()
    // The severity of an active alarm is never lowered automatically.
    if (before && rankOf(severity) > rankOf(before.severity)) return null
    const { ts } = this.#snapshot
    const plan = await this.#deps.alarms.raise({
      tenantId: this.device.tenantId,
      customerId: this.device.customerId,
      originator: this.device.id,
      type: alarm.alarmType,
      severity,
      cause: causeOf(rule, this.#snapshot),
      details: this.#detailsOf(rule, before),
      startTs: before?.startTs ?? ts,
      endTs: before ? this.#deps.clock.nowMs() : ts,
      propagate: alarm.propagate,
      propagateToOwner: alarm.propagateToOwner,
      propagateToTenant: alarm.propagateToTenant,
      propagateRelationTypes: [...alarm.propagateRelationTypes],
    })
    state.active = plan.alarm
    const kind = !plan.before ? 'created' : plan.before.severity === severity ? 'updated' : 'severity updated'
    return { kind, plan, rule, duration: counters.duration, eventCount: counters.eventCount }
  }

  async #clear(state: AlarmState, { rule, counters }: Decision): Promise<AlarmUpdate | null> {
    const active = await this.#activeOf(state.alarm)
    state.active = null
    state.resetCreateCounters()
    state.resetClearCounters()
    const { alarms, clock } = this.#deps
    const plan = active && (await alarms.clear(active, clock.nowMs(), this.#detailsOf(rule, active)))
    return plan && { kind: 'cleared', plan, rule, duration: counters.duration, eventCount: counters.eventCount }
  }

  /** Details of the alarm after the rule: it sets `data` and `dashboardId`, and keeps what others added. */
  #detailsOf({ alarmDetails, dashboardId }: AlarmRule, before: Alarm | null): unknown {
    const details = before?.details ?? null
    if (alarmDetails === null && dashboardId === null) return details
    return {
      ...(isJsonObject(details) ? details : {}),
      ...(alarmDetails === null ? {} : { data: this.#filled(alarmDetails) }),
      ...(dashboardId === null ? {} : { dashboardId }),
    }
  }

  /** Replaces `${key}` by the value of a key used in rules; other placeholders stay unchanged. */
  #filled(template: string): string {
    let text = ''
    let at = 0
    for (const found of template.matchAll(/\$\{([^}]*)\}/g)) {
      const [placeholder, key = ''] = found
      const value = this.#snapshot.series(key) ?? this.#snapshot.attribute(key) ?? this.#snapshot.field(key)
      text += template.slice(at, found.index) + (value ? valueText(value) : placeholder)
      at = found.index + placeholder.length
      if (text.length > alarmDetailsMax) break
    }
    text += template.slice(at)
    return text.length > alarmDetailsMax ? `${text.slice(0, alarmDetailsMax - 1)}…` : text
  }
}
