/**
 * Registry of the connected devices, shared by all transports.
 *
 * It opens and closes sessions, keeps their device records current, sends changed shared attributes and ends sessions
 * whose device or credentials are gone. The rpc module, which sends calls to devices, listens here.
 */

import { byKind, type TransportKind } from '@sonde/model/transports/transports'
import type { DeviceActivity } from '../activity/device-activity.ts'
import type { TransportLog } from '../activity/transport-log.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { DeviceDirectory, DeviceRecord } from '../devices/device-directory.ts'
import { newId } from '../ids.ts'
import type { Limits } from '../limits/limits.ts'
import { type AttributeWrite, changesFields, type EntityChange } from '../storage/storage.ts'
import { type ClientCalls, createClientCalls } from './client-rpc.ts'
import { type CloseReason, DeviceSession, type SessionLink } from './device-session.ts'
import type { TransportCounts } from './transport-counts.ts'
import { valuesJson } from './values-json.ts'

/** Maximum number of pending polls per device; a further poll ends the oldest. */
export const pollsPerDeviceMax = 8

/** Session events for the rpc module. */
export interface SessionListener {
  /** The session accepts calls from now on. */
  callsWanted(session: DeviceSession): void
  /** The device replied to a call. Rejects when the reply could not be stored. */
  callAnswered(device: DeviceRecord, requestId: number, payload: string): Promise<void> | void
}

export interface SessionRegistry {
  /**
   * Returns the reason why the device may not open a session: its tenant has too many connected devices. Null when it
   * may; a device that has a session may always open another.
   */
  roomProblem(device: DeviceRecord): string | null
  open(transport: TransportKind, device: DeviceRecord, link: SessionLink): DeviceSession
  /** Removes a session whose connection is closed. */
  closed(session: DeviceSession): void
  find(sessionId: string): DeviceSession | undefined
  /** Sessions of a device, ordered from oldest to newest. */
  ofDevice(deviceId: string): readonly DeviceSession[]
  subscribeToCalls(session: DeviceSession): void
  callAnswered(device: DeviceRecord, requestId: number, payload: string): Promise<void> | void
  readonly clientCalls: ClientCalls
  listen(listener: SessionListener): void
  /** Ends every session, including pending polls, because the process stops. */
  stop(): void
  readonly size: number
}

export interface SessionRegistryDeps {
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly directory: Pick<DeviceDirectory, 'find'>
  readonly activity: DeviceActivity
  readonly counts: TransportCounts
  readonly log: TransportLog
  readonly limits: Pick<Limits, 'of' | 'rejected' | 'measure'>
  readonly clientCallTimeoutMs?: number
}

const none: readonly DeviceSession[] = []

const lasts = byKind(({ sessions }) => sessions === 'lasting')

export function createSessionRegistry(deps: SessionRegistryDeps): SessionRegistry {
  const { live, directory, activity, counts, log, limits } = deps
  const clientCalls = createClientCalls({ timeoutMs: deps.clientCallTimeoutMs })
  const byId = new Map<string, DeviceSession>()
  const byDevice = new Map<string, DeviceSession[]>()
  /** Number of devices with a session, by tenant ID. */
  const devicesOfTenants = new Map<string, number>()
  let listener: SessionListener | null = null

  limits.measure('connectedDevices', (tenantId) => devicesOfTenants.get(tenantId) ?? 0)

  function countDevices(tenantId: string, by: 1 | -1) {
    const count = (devicesOfTenants.get(tenantId) ?? 0) + by
    if (count > 0) devicesOfTenants.set(tenantId, count)
    else devicesOfTenants.delete(tenantId)
  }

  function roomProblem({ id, tenantId }: DeviceRecord): string | null {
    if (byDevice.has(id.id)) return null
    const isFull = (devicesOfTenants.get(tenantId) ?? 0) >= limits.of(tenantId, 'connectedDevices')
    return isFull ? limits.rejected(tenantId, 'connectedDevices', id) : null
  }

  function open(transport: TransportKind, device: DeviceRecord, link: SessionLink) {
    const session = new DeviceSession(newId(), transport, device, link)
    const others = byDevice.get(device.id.id) ?? []
    if (others.length === 0) countDevices(device.tenantId, 1)
    byDevice.set(device.id.id, [...others, session])
    byId.set(session.id, session)
    counts.sessions = byId.size
    const same = others.filter((other) => other.transport === transport)
    if (lasts[transport]) {
      for (const other of same) end(other, 'takenOver')
      activity.connected(device)
    } else if (same.length >= pollsPerDeviceMax) end(same[0] as DeviceSession, 'takenOver')
    return session
  }

  /** Removes the session. A device is reported as disconnected when its last lasting session ends. */
  function forget(session: DeviceSession): boolean {
    if (!session.isOpen) return false
    session.isOpen = false
    session.wantsAttributes = false
    session.wantsCalls = false
    byId.delete(session.id)
    counts.sessions = byId.size
    clientCalls.drop(session)
    const { id } = session.device.id
    const rest = (byDevice.get(id) ?? none).filter((other) => other !== session)
    if (rest.length > 0) byDevice.set(id, rest)
    else {
      byDevice.delete(id)
      countDevices(session.device.tenantId, -1)
    }
    if (lasts[session.transport] && !rest.some((other) => lasts[other.transport])) {
      activity.disconnected(session.device)
    }
    return true
  }

  function end(session: DeviceSession, reason: CloseReason) {
    if (!forget(session)) return
    log.debug({ deviceId: session.device.id.id, transport: session.transport, reason }, 'The session of a device ends')
    session.link.close(reason)
  }

  /** Sends shared attributes to a device's sessions, with one message per run of consecutive updates or deletions. */
  function attributesChanged(writes: readonly AttributeWrite[]) {
    if (byDevice.size === 0) return
    for (let start = 0; start < writes.length; ) {
      const first = writes[start] as AttributeWrite
      let end = start + 1
      if (!concernsDevice(first)) {
        start = end
        continue
      }
      const isDeletion = first.value === null
      while (end < writes.length) {
        const next = writes[end] as AttributeWrite
        if (next.entity.id !== first.entity.id || (next.value === null) !== isDeletion || !concernsDevice(next)) break
        end++
      }
      const sessions = byDevice.get(first.entity.id)?.filter((session) => session.wantsAttributes)
      if (sessions && sessions.length > 0) {
        const update = updateOf(writes.slice(start, end))
        for (const session of sessions) session.link.sendAttributes(update)
      }
      start = end
    }
  }

  function changed(change: EntityChange) {
    const { kind, entity, aspect } = change
    switch (entity.entityType) {
      case 'DEVICE': {
        const sessions = byDevice.get(entity.id)
        if (!sessions || !changesFields(change)) return
        if (kind === 'deleted') for (const session of sessions) end(session, 'deviceDeleted')
        else if (aspect === 'credentials') for (const session of sessions) end(session, 'credentialsChanged')
        else refresh(entity.id)
        return
      }
      case 'DEVICE_PROFILE':
        for (const [deviceId, sessions] of byDevice) {
          if (sessions[0]?.device.profileId === entity.id) refresh(deviceId)
        }
        return
      case 'CUSTOMER':
        if (kind !== 'deleted') return
        for (const [deviceId, sessions] of byDevice) {
          if (sessions[0]?.device.customerId === entity.id) refresh(deviceId)
        }
        return
      case 'TENANT':
        if (kind !== 'deleted') return
        for (const session of [...byId.values()]) {
          if (session.device.tenantId === entity.id) end(session, 'deviceDeleted')
        }
    }
  }

  const refreshing = new Set<string>()

  /** Reads the device's new record in a later event loop phase, after the directory has dropped the old one. */
  function refresh(deviceId: string) {
    if (refreshing.has(deviceId)) return
    refreshing.add(deviceId)
    setImmediate(() => {
      refreshing.delete(deviceId)
      directory.find(deviceId).then(
        (device) => {
          for (const session of byDevice.get(deviceId) ?? none) {
            if (device?.tenantId === session.device.tenantId) session.device = device
            else end(session, 'deviceDeleted')
          }
        },
        (error: unknown) => log.error({ deviceId, err: error }, 'Failed to read a changed device.'),
      )
    })
  }

  const stopListening = live.watchAll({ attributes: attributesChanged, change: changed })

  return {
    roomProblem,
    open,
    closed: (session) => void forget(session),
    find: (sessionId) => byId.get(sessionId),
    ofDevice: (deviceId) => byDevice.get(deviceId) ?? none,
    subscribeToCalls(session) {
      if (!session.isOpen) return
      session.wantsCalls = true
      listener?.callsWanted(session)
    },
    callAnswered: (device, requestId, payload) => listener?.callAnswered(device, requestId, payload),
    clientCalls,
    listen(to) {
      listener = to
    },
    stop() {
      stopListening()
      for (const session of [...byId.values()]) end(session, 'stopping')
    },
    get size() {
      return byId.size
    },
  }
}

const concernsDevice = ({ notifyDevice, scope, entity }: AttributeWrite): boolean =>
  notifyDevice && scope === 'SHARED_SCOPE' && entity.entityType === 'DEVICE'

function updateOf(writes: readonly AttributeWrite[]): string {
  const deleted: string[] = []
  const values = []
  for (const { key, value } of writes) {
    if (value) values.push({ key, ...value })
    else deleted.push(key)
  }
  return deleted.length > 0 ? JSON.stringify({ deleted }) : valuesJson(values)
}
