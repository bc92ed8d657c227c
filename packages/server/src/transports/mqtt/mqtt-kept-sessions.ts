/**
 * Subscriptions of clients that connect without a clean session, by device and client ID. They are kept in memory while
 * the client is away: after a restart of the server the client is told that there is no session, and subscribes again.
 * Messages that such a client misses aren't kept; persistent RPC calls and attribute requests serve that purpose.
 */

import type { KnownFilter } from './mqtt-topics.ts'

/** Granted QoS by filter, in the order of subscribing. */
export type Filters = Map<string, { readonly known: KnownFilter; readonly qos: number }>

/** Maximum sessions of a device and in total; the one that was resumed longest ago is forgotten first. */
export const sessionsOfDeviceMax = 8
export const sessionsMax = 100_000

export interface KeptSessions {
  /** Filters of the client's session, a new one if there is none. */
  resume(deviceId: string, clientId: string): { readonly filters: Filters; readonly isPresent: boolean }
  /** The client wants a clean session. */
  forget(deviceId: string, clientId: string): void
}

export function createKeptSessions(): KeptSessions {
  /** By device, then by client ID; both in the order of resuming. */
  const devices = new Map<string, Map<string, Filters>>()
  let count = 0

  function forget(deviceId: string, clientId: string) {
    const clients = devices.get(deviceId)
    if (!clients?.delete(clientId)) return
    count--
    if (clients.size === 0) devices.delete(deviceId)
  }

  function forgetFirst([deviceId, clients]: readonly [string, Map<string, Filters>]) {
    forget(deviceId, clients.keys().next().value as string)
  }

  return {
    resume(deviceId, clientId) {
      const clients = devices.get(deviceId) ?? new Map<string, Filters>()
      const existing = clients.get(clientId)
      if (existing) forget(deviceId, clientId)
      const filters: Filters = existing ?? new Map()
      devices.delete(deviceId)
      devices.set(deviceId, clients.set(clientId, filters))
      count++
      if (clients.size > sessionsOfDeviceMax) forgetFirst([deviceId, clients])
      if (count > sessionsMax) forgetFirst(devices.entries().next().value as [string, Map<string, Filters>])
      return { filters, isPresent: existing !== undefined }
    },
    forget,
  }
}
