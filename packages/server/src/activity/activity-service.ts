/**
 * Tracks whether devices are active: recorded per message, reported in few commits.
 *
 * `seen` costs one map lookup. Every few seconds, everything recorded becomes attributes and events, in commits of many
 * devices. Connects and disconnects are reported at once, batched per event loop turn. A device that is inactive,
 * disconnected and fully reported is evicted and loaded again when it returns, so memory depends on the devices in use.
 */

import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { DeviceDirectory, DeviceRecord } from '../devices/device-directory.ts'
import { DeviceState, isStateKey, type Report, stateKeys, writeEvent, writeState } from '../devices/device-state.ts'
import type { Commit } from '../journal/commit.ts'
import { type AttributeWrite, type EntityChange, type Storage, StoreFailed } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { readUnsettledDevices } from './activity-store.ts'
import type { DeviceActivity } from './device-activity.ts'
import type { TransportLog } from './transport-log.ts'

/** Interval of activity reports, ms. */
export const reportIntervalMs = 3_000
/** Interval of the check for inactive devices, ms. */
export const checkIntervalMs = 60_000
/** Maximum number of devices per commit. */
export const devicesPerCommitMax = 500

export interface ActivityService extends DeviceActivity {
  /** Loads the devices that were in use when the previous process stopped. */
  start(): Promise<void>
  /** Reports everything recorded so far. */
  report(): Promise<void>
  /** Reports devices that were silent for too long. */
  check(): Promise<void>
  /** Sends a last report and stops. */
  close(): Promise<void>
  /** Number of devices in memory, for the metrics. */
  readonly size: number
}

export interface ActivityDeps {
  readonly storage: Pick<Storage, 'relational'>
  readonly attributes: Pick<AttributeStore, 'attributesOfMany'>
  readonly directory: Pick<DeviceDirectory, 'find'>
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly log: Pick<TransportLog, 'error'>
}

export function createActivityService(deps: ActivityDeps): ActivityService {
  const { storage, attributes, directory, commit, live, clock, log } = deps
  const states = new Map<string, DeviceState>()
  let queue: DeviceState[] = []
  let isSoon = false
  let isClosed = false

  function stateOf(device: DeviceRecord): DeviceState {
    let state = states.get(device.id.id)
    if (!state) {
      state = new DeviceState(device.id.id, device.tenantId, device.createdTime)
      states.set(device.id.id, state)
    }
    state.record = device
    return state
  }

  function enqueue(state: DeviceState) {
    if (state.isQueued) return
    state.isQueued = true
    queue.push(state)
  }

  /** Reports at the end of this event loop turn, so that connects of one turn share a commit. */
  function reportSoon() {
    if (isSoon || isClosed) return
    isSoon = true
    setImmediate(() => {
      isSoon = false
      void report()
    })
  }

  // Only one report runs at a time; events recorded since go into the next one.
  let running: Promise<void> | null = null
  let isWanted = false

  function report(): Promise<void> {
    isWanted = true
    running ??= (async () => {
      while (isWanted) {
        isWanted = false
        const reporting = queue
        queue = []
        for (let at = 0; at < reporting.length; at += devicesPerCommitMax) {
          await reportSome(reporting.slice(at, at + devicesPerCommitMax))
        }
      }
    })().finally(() => {
      running = null
    })
    return running
  }

  async function reportSome(some: readonly DeviceState[]) {
    for (const state of some) state.isQueued = false
    let putBack: (() => void)[] = []
    try {
      await load(some)
      putBack = some.map((state) => state.snapshot())
      const nowMs = clock.nowMs()
      const report: Report = { attributes: [], messages: [] }
      for (const state of some) {
        if (state.isDeleted) continue
        reportLife(report, state, nowMs)
        if (state.isOverdue(nowMs)) await reportInactive(report, state, nowMs)
      }
      if (report.attributes.length > 0 || report.messages.length > 0) await commit(report)
    } catch (error) {
      // Activity stays recorded and goes into a later report. The store has already logged a `StoreFailed`.
      if (!(error instanceof StoreFailed)) {
        log.error({ err: error, devices: some.length }, 'Failed to save device activity.')
      }
      for (const undo of putBack) undo()
      for (const state of some) enqueue(state)
    }
  }

  async function load(some: readonly DeviceState[]) {
    const missing = some.filter((state) => !state.isLoaded)
    if (missing.length === 0) return
    const ids = missing.map((state) => state.deviceId)
    const stored = await attributes.attributesOfMany(ids, 'SERVER_SCOPE', stateKeys)
    for (const state of missing) state.load(stored.get(state.deviceId) ?? [])
  }

  /** Reports connects, disconnects and activity since the last report. */
  function reportLife(report: Report, state: DeviceState, nowMs: number) {
    const { record, events } = state
    if (!record) return
    state.events = []
    for (const { type, ts } of events) {
      const isConnect = type === 'CONNECT_EVENT'
      if (isConnect) state.lastConnectTime = ts
      else state.lastDisconnectTime = ts
      writeState(report, state, isConnect ? 'lastConnectTime' : 'lastDisconnectTime', ts, nowMs)
      writeEvent(report, state, record, type, nowMs)
    }
    if (state.seenTime <= state.lastActivityTime) return
    state.lastActivityTime = state.seenTime
    writeState(report, state, 'lastActivityTime', state.seenTime, nowMs)
    if (state.isActive) return
    state.isActive = true
    writeState(report, state, 'active', true, nowMs)
    writeEvent(report, state, record, 'ACTIVITY_EVENT', nowMs)
  }

  async function reportInactive(report: Report, state: DeviceState, nowMs: number) {
    const record = state.record ?? (await directory.find(state.deviceId))
    if (!record) {
      forget(state.deviceId)
      return
    }
    state.isActive = false
    state.inactivityAlarmTime = nowMs
    writeState(report, state, 'active', false, nowMs)
    writeState(report, state, 'inactivityAlarmTime', nowMs, nowMs)
    writeEvent(report, state, record, 'INACTIVITY_EVENT', nowMs)
  }

  async function check() {
    const nowMs = clock.nowMs()
    for (const state of states.values()) {
      if (state.isLoaded && state.isOverdue(nowMs)) enqueue(state)
      else if (state.isSettled) states.delete(state.deviceId)
    }
    await report()
  }

  function forget(deviceId: string) {
    const state = states.get(deviceId)
    if (!state) return
    state.isDeleted = true
    states.delete(deviceId)
  }

  function changed({ kind, entity, tenantId, aspect }: EntityChange) {
    if (entity.entityType === 'TENANT' && kind === 'deleted') {
      for (const state of states.values()) if (state.tenantId === entity.id) forget(state.deviceId)
    }
    if (entity.entityType !== 'DEVICE') return
    if (kind === 'deleted') forget(entity.id)
    else if (kind === 'created' && aspect === undefined && !states.has(entity.id)) {
      // The attribute `active` was stored when the device was created; its inactivity is measured from now on.
      const state = new DeviceState(entity.id, tenantId, clock.nowMs())
      state.isLoaded = true
      states.set(entity.id, state)
    }
  }

  /**
   * Adopts what users, rule chains, imports and restores write or delete: a timeout takes effect at once, and the next
   * sign of life or the next check corrects a state that isn't true. The service's own writes are adopted already.
   */
  function attributesChanged(writes: readonly AttributeWrite[]) {
    for (const { key, scope, entity, value, tenantId } of writes) {
      if (scope !== 'SERVER_SCOPE' || entity.entityType !== 'DEVICE' || !isStateKey(key)) continue
      let state = states.get(entity.id)
      if (!state && key === 'active' && value?.value === true) {
        // Nobody checks a device that isn't in memory.
        state = new DeviceState(entity.id, tenantId, 0)
        states.set(entity.id, state)
      }
      if (!state?.adopt(key, value)) continue
      enqueue(state)
      reportSoon()
    }
  }

  const stopListening = live.watchAll({ change: changed, attributes: attributesChanged })

  /**
   * Loads devices that were active, or never became active and weren't reported inactive, when the previous process
   * stopped.
   */
  async function resume() {
    const rows = await readUnsettledDevices(storage.relational)
    const found = rows
      .filter(({ id }) => !states.has(id))
      .map((row) => new DeviceState(row.id, row.tenant_id, row.created_time))
    for (let at = 0; at < found.length; at += devicesPerCommitMax) await load(found.slice(at, at + devicesPerCommitMax))
    for (const state of found) if (!states.has(state.deviceId)) states.set(state.deviceId, state)
  }

  return {
    seen(device) {
      const state = stateOf(device)
      state.seenTime = clock.nowMs()
      enqueue(state)
    },
    connected(device) {
      const state = stateOf(device)
      state.isConnected = true
      state.note('CONNECT_EVENT', clock.nowMs())
      enqueue(state)
      reportSoon()
    },
    disconnected(device) {
      const state = stateOf(device)
      state.isConnected = false
      state.note('DISCONNECT_EVENT', clock.nowMs())
      enqueue(state)
      reportSoon()
    },
    start: resume,
    report,
    check,
    async close() {
      isClosed = true
      stopListening()
      await report()
    },
    get size() {
      return states.size
    },
  }
}
