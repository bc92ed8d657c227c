/**
 * The alarms of one device by the rules of its profile: takes its messages, and says what becomes of its alarms.
 */

import type { Alarm } from '@sonde/model/alarms/alarm'
import { type KeyedValue, valueText } from '@sonde/model/telemetry/values'
import type { PendingAlarm, PendingAlarms } from '../alarms/pending-alarms.ts'
import type { Clock } from '../clock.ts'
import type { DeviceRecord } from '../devices/device-directory.ts'
import type { AlarmRule, ProfileAlarm, ProfileRules } from './alarm-rule.ts'
import { AlarmState, type Decision, rankOf, type StoredAlarmState } from './alarm-state.ts'
import { DeviceSnapshot, type SnapshotSources, type SnapshotUpdate } from './device-snapshot.ts'

export interface DeviceAlarmParts extends SnapshotSources {
  readonly alarms: Pick<PendingAlarms, 'latest' | 'raise' | 'clear'>
  readonly clock: Clock
}

/** What became of an alarm. */
export interface AlarmUpdate {
  readonly kind: 'created' | 'updated' | 'severity updated' | 'cleared'
  readonly plan: PendingAlarm
  readonly rule: AlarmRule
  /** ms; of duration rules. */
  readonly duration: number
  /** Of repeating rules. */
  readonly eventCount: number
}

export interface StoredDeviceState {
  readonly alarmStates: Readonly<Record<string, StoredAlarmState>>
}

export class DeviceAlarms {
  device: DeviceRecord
  rules: ProfileRules
  readonly #parts: DeviceAlarmParts
  readonly #snapshot: DeviceSnapshot
  #states = new Map<string, AlarmState>()

  constructor(device: DeviceRecord, rules: ProfileRules, parts: DeviceAlarmParts) {
    this.device = device
    this.rules = rules
    this.#parts = parts
    this.#snapshot = new DeviceSnapshot(() => this.device)
  }

  /** Before the first message. `stored`: what was counted before a restart. */
  async load(stored: StoredDeviceState | null): Promise<void> {
    await this.#snapshot.follow(this.rules, this.#parts)
    for (const alarm of this.rules.alarms) await this.#add(alarm, stored?.alarmStates[alarm.id])
  }

  /** The profile was saved. */
  async follow(rules: ProfileRules): Promise<void> {
    this.rules = rules
    await this.#snapshot.follow(rules, this.#parts)
    const before = this.#states
    this.#states = new Map()
    for (const alarm of rules.alarms) {
      const known = before.get(alarm.id)
      if (known?.alarm.alarmType === alarm.alarmType) {
        known.follow(alarm)
        this.#states.set(alarm.id, known)
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
    const latest = await this.#parts.alarms.latest(tenantId, id.id, alarmType)
    return latest?.status.startsWith('ACTIVE') ? latest : null
  }

  get stored(): StoredDeviceState {
    return { alarmStates: Object.fromEntries([...this.#states].map(([id, state]) => [id, state.stored])) }
  }

  /** Values of one time. */
  take(kind: SnapshotUpdate['kind'], ts: number, values: readonly KeyedValue[]): Promise<AlarmUpdate[]> | null {
    const update = this.#snapshot.take(kind, ts, values)
    return update && this.#evaluate((state) => state.decide(this.#snapshot, update))
  }

  removeAttributes(keys: readonly string[], ts: number): Promise<AlarmUpdate[]> | null {
    if (keys.length === 0) return null
    this.#snapshot.removeAttributes(keys)
    this.#snapshot.ts = ts
    return this.#evaluate((state) => state.decide(this.#snapshot, null))
  }

  /** Time passed without data. */
  tick(ts: number): Promise<AlarmUpdate[]> {
    this.#snapshot.ts = ts
    return this.#evaluate((state) => state.decideByClock(this.#snapshot))
  }

  /** Whether a tick would bring anything about. */
  isDue(ts: number): boolean {
    const before = this.#snapshot.ts
    this.#snapshot.ts = ts
    try {
      for (const state of this.#states.values()) if (state.isDue(this.#snapshot)) return true
      return false
    } catch {
      // An attribute that is no number: the next message says so.
      return false
    } finally {
      this.#snapshot.ts = before
    }
  }

  /** Somebody cleared or deleted an alarm by hand. */
  ended(alarmType: string, isCleared: boolean): void {
    for (const state of this.#states.values()) {
      if (state.alarm.alarmType !== alarmType) continue
      state.active = null
      if (isCleared) state.resetCreateCounters()
    }
  }

  async #evaluate(decide: (state: AlarmState) => Decision | null): Promise<AlarmUpdate[]> {
    const { customerKeys, tenantKeys } = this.rules
    if (customerKeys.size + tenantKeys.size > 0) await this.#snapshot.readOwners(this.rules, this.#parts)
    const news: AlarmUpdate[] = []
    for (const state of this.#states.values()) {
      const decision = decide(state)
      if (!decision) continue
      const made = await (decision.kind === 'raise' ? this.#raise(state, decision) : this.#clear(state, decision))
      if (made) news.push(made)
    }
    return news
  }

  async #raise(state: AlarmState, { rule, counters }: Decision): Promise<AlarmUpdate | null> {
    const { alarm } = state
    const severity = rule.severity ?? 'INDETERMINATE'
    const before = await this.#activeOf(alarm)
    state.active = before
    state.resetClearCounters()
    // An alarm does not become less severe by itself.
    if (before && rankOf(severity) > rankOf(before.severity)) return null
    const { ts } = this.#snapshot
    const plan = await this.#parts.alarms.raise({
      tenantId: this.device.tenantId,
      customerId: this.device.customerId,
      originator: this.device.id,
      type: alarm.alarmType,
      severity,
      details: this.#detailsOf(rule) ?? before?.details ?? null,
      startTs: before?.startTs ?? ts,
      endTs: before ? this.#parts.clock.nowMs() : ts,
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
    const plan = active && (await this.#parts.alarms.clear(active, this.#parts.clock.nowMs(), this.#detailsOf(rule)))
    return plan && { kind: 'cleared', plan, rule, duration: counters.duration, eventCount: counters.eventCount }
  }

  /** `${key}` stands for the value of a key that rules name; others stay as they are. */
  #detailsOf({ alarmDetails, dashboardId }: AlarmRule): { data?: string; dashboardId?: string } | undefined {
    if (alarmDetails === null && dashboardId === null) return undefined
    const data = alarmDetails?.replace(/\$\{([^}]*)\}/g, (placeholder, key: string) => {
      const value = this.#snapshot.series(key) ?? this.#snapshot.attribute(key) ?? this.#snapshot.field(key)
      return value ? valueText(value) : placeholder
    })
    return { ...(data === undefined ? {} : { data }), ...(dashboardId === null ? {} : { dashboardId }) }
  }
}
