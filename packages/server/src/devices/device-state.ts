/**
 * Connectivity state of a device and the decisions about it, without clock and store.
 *
 * The state is stored in server attributes, so that dashboards and rules see it and it survives a restart.
 */

import { type KeyedValue, type RawValue, type TypedValue, ValueType } from '@sonde/model/telemetry/values'
import type { DeviceRecord } from '../devices/device-directory.ts'
import { newId } from '../ids.ts'
import type { Message } from '../messages/message.ts'
import type { AttributeWrite } from '../storage/storage.ts'

export const inactivityTimeoutDefaultMs = 600_000

/** Server attributes with the state. Users set `inactivityTimeout` (ms). */
export const stateKeys = [
  'active',
  'lastConnectTime',
  'lastDisconnectTime',
  'lastActivityTime',
  'inactivityAlarmTime',
  'inactivityTimeout',
] as const
type StateKey = (typeof stateKeys)[number]

const stateKeySet: ReadonlySet<string> = new Set(stateKeys)
export const isStateKey = (key: string): key is StateKey => stateKeySet.has(key)

export type ConnectivityEvent = 'CONNECT_EVENT' | 'DISCONNECT_EVENT' | 'ACTIVITY_EVENT' | 'INACTIVITY_EVENT'

/** Maximum connects and disconnects of a device between two reports; the oldest are dropped. */
export const lifeEventsMax = 16

type StoredState = Pick<
  DeviceState,
  | 'isActive'
  | 'lastConnectTime'
  | 'lastDisconnectTime'
  | 'lastActivityTime'
  | 'inactivityAlarmTime'
  | 'inactivityTimeoutMs'
>

/** Times are epoch ms, 0 for never. */
export class DeviceState {
  readonly deviceId: string
  readonly tenantId: string
  record: DeviceRecord | null = null
  createdTime: number
  /** Whether the attributes have been read. */
  isLoaded = false
  isQueued = false
  isDeleted = false
  isConnected = false
  isActive = false
  lastConnectTime = 0
  lastDisconnectTime = 0
  /** Last activity that was reported. */
  lastActivityTime = 0
  inactivityAlarmTime = 0
  inactivityTimeoutMs = inactivityTimeoutDefaultMs
  /** Last activity, reported or not. */
  seenTime = 0
  /** Keys that were written while the attributes were read. */
  #adoptedEarly: Set<StateKey> | null = null
  events: { readonly type: 'CONNECT_EVENT' | 'DISCONNECT_EVENT'; readonly ts: number }[] = []

  constructor(deviceId: string, tenantId: string, createdTime: number) {
    this.deviceId = deviceId
    this.tenantId = tenantId
    this.createdTime = createdTime
  }

  /** Sets the state from stored attributes. */
  load(attributes: readonly KeyedValue[]) {
    this.isLoaded = true
    for (const { key, value } of attributes) {
      if (isStateKey(key) && !this.#adoptedEarly?.has(key)) this.#set(key, value)
    }
    this.#adoptedEarly = null
  }

  /** Takes over a stored attribute; null: it was deleted. Returns whether it differs from the state. */
  adopt(key: StateKey, value: TypedValue | null): boolean {
    // Not stored again before the device is inactive the next time, and reported only once until then.
    if (key === 'inactivityAlarmTime' && value === null) return false
    if (!this.isLoaded) {
      this.#adoptedEarly ??= new Set()
      this.#adoptedEarly.add(key)
    }
    return this.#set(key, value?.value)
  }

  /** Returns whether the state changed. */
  #set(key: StateKey, value: RawValue | undefined): boolean {
    const time = typeof value === 'number' ? value : 0
    switch (key) {
      case 'active':
        return this.#change('isActive', value === true)
      case 'inactivityTimeout':
        return this.#change('inactivityTimeoutMs', time > 0 ? time : inactivityTimeoutDefaultMs)
      default:
        return this.#change(key, time)
    }
  }

  #change<Name extends keyof StoredState>(name: Name, value: this[Name]): boolean {
    if (this[name] === value) return false
    this[name] = value
    return true
  }

  note(type: 'CONNECT_EVENT' | 'DISCONNECT_EVENT', ts: number) {
    if (this.events.length >= lifeEventsMax) this.events.shift()
    this.events.push({ type, ts })
    if (type === 'CONNECT_EVENT') this.seenTime = Math.max(this.seenTime, ts)
  }

  /** Returns a function that restores the state as it is now, for a report that couldn't be stored. */
  snapshot(): () => void {
    const { isActive, lastConnectTime, lastDisconnectTime, lastActivityTime, inactivityAlarmTime, events } = this
    return () => {
      const newer = this.events === events ? [] : this.events
      const before = { isActive, lastConnectTime, lastDisconnectTime, lastActivityTime, inactivityAlarmTime }
      Object.assign(this, before, { events: [...events, ...newer].slice(-lifeEventsMax) })
    }
  }

  /**
   * Whether the device was silent for longer than its timeout and no inactivity event was sent since its last
   * activity, or somebody else has set it active since.
   */
  isOverdue(nowMs: number): boolean {
    const last = Math.max(this.lastActivityTime, this.seenTime)
    return (
      nowMs >= last + this.inactivityTimeoutMs &&
      nowMs >= this.createdTime + this.inactivityTimeoutMs &&
      (this.isActive || this.inactivityAlarmTime === 0 || this.inactivityAlarmTime < last)
    )
  }

  /** Whether the state stays unchanged until the device connects or sends again. */
  get isSettled(): boolean {
    return this.isLoaded && !this.isActive && !this.isConnected && !this.isQueued && this.inactivityAlarmTime > 0
  }
}

/** Writes of a report, collected by its steps. */
export interface Report {
  readonly attributes: AttributeWrite[]
  readonly messages: Message[]
}

export function writeState(report: Report, state: DeviceState, key: StateKey, value: number | boolean, nowMs: number) {
  report.attributes.push(stateAttribute(state.tenantId, state.deviceId, key, value, nowMs))
}

/** Initial attributes of a device, for the transaction that creates it. */
export const initialState = (tenantId: string, deviceId: string, nowMs: number): AttributeWrite[] => [
  stateAttribute(tenantId, deviceId, 'active', false, nowMs),
]

const stateAttribute = (
  tenantId: string,
  deviceId: string,
  key: StateKey,
  value: number | boolean,
  nowMs: number,
): AttributeWrite => ({
  tenantId,
  entity: { entityType: 'DEVICE', id: deviceId },
  scope: 'SERVER_SCOPE',
  key,
  lastUpdateTs: nowMs,
  value: { type: typeof value === 'boolean' ? ValueType.BOOLEAN : ValueType.LONG, value },
  notifyDevice: false,
})

/** Adds an event for the device's rule chain. A connect event has no `active`, as in the reference API. */
export function writeEvent(
  report: Report,
  state: DeviceState,
  record: DeviceRecord,
  type: ConnectivityEvent,
  nowMs: number,
) {
  const data = {
    ...(type === 'CONNECT_EVENT' ? {} : { active: state.isActive }),
    lastConnectTime: state.lastConnectTime,
    lastActivityTime: Math.max(state.lastActivityTime, state.seenTime),
    lastDisconnectTime: state.lastDisconnectTime,
    lastInactivityAlarmTime: state.inactivityAlarmTime,
    inactivityTimeout: state.inactivityTimeoutMs,
  }
  report.messages.push({
    id: newId(nowMs),
    ts: nowMs,
    type,
    tenantId: record.tenantId,
    originator: record.id,
    customerId: record.customerId,
    metadata: { deviceName: record.name, deviceType: record.type, scope: 'SERVER_SCOPE' },
    dataType: 'JSON',
    data: JSON.stringify(data),
    queueName: record.profile.defaultQueueName ?? 'Main',
    ruleChainId: record.profile.defaultRuleChainId,
    ruleNodeId: null,
  })
}
