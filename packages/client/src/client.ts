/** The client of the platform: session, calls by room and live subscriptions, all from one address. */

import { createAuthCalls } from './auth/auth-calls.ts'
import { createCustomerCalls } from './customers/customer-calls.ts'
import { createDashboardCalls } from './dashboards/dashboard-calls.ts'
import { createDeviceProfileCalls } from './device-profiles/device-profile-calls.ts'
import { createDeviceCalls } from './devices/device-calls.ts'
import { createEntityQueryCalls } from './entity-query/entity-query-calls.ts'
import { createLiveClient } from './live/live-client.ts'
import { type OpenSocket, openPlatformSocket, platformTimers, type Timers } from './live/live-socket.ts'
import type { SessionError } from './rest/api-error.ts'
import { createRest, type RequestHooks } from './rest/rest.ts'
import { createSession } from './session/session.ts'
import { type ClientClock, memoryStorage, type TokenStorage } from './session/session-parts.ts'
import { createSystemCalls } from './system/system-calls.ts'
import { createTelemetryCalls } from './telemetry/telemetry-calls.ts'

export interface ClientOptions extends RequestHooks {
  /** `http://host:port`. In a page: `location.origin`. */
  readonly baseUrl: string
  /** Where tokens stay; in memory when absent. */
  readonly storage?: TokenStorage
  /** The session ended without the user's wish. */
  readonly onForcedLogout?: (error: SessionError) => void
  readonly fetch?: typeof globalThis.fetch
  readonly openSocket?: OpenSocket
  readonly clock?: ClientClock
  readonly timers?: Timers
  readonly random?: () => number
}

export type Client = ReturnType<typeof createClient>

export function createClient(options: ClientOptions) {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const fetch = options.fetch ?? globalThis.fetch
  const clock = options.clock ?? { nowMs: () => Date.now() }
  const random = options.random ?? Math.random
  const { onForcedLogout, onRequestStart, onRequestEnd, onRequestError } = options
  const storage = options.storage ?? memoryStorage()
  const session = createSession({ baseUrl, fetch, storage, clock, onForcedLogout })
  const rest = createRest({ baseUrl, fetch, session, random, onRequestStart, onRequestEnd, onRequestError })
  const live = createLiveClient({
    socketBaseUrl: baseUrl.replace(/^http/, 'ws'),
    session,
    openSocket: options.openSocket ?? openPlatformSocket,
    clock,
    timers: options.timers ?? platformTimers,
    random,
  })
  return {
    session,
    rest,
    live,
    auth: createAuthCalls(rest),
    devices: createDeviceCalls(rest),
    deviceProfiles: createDeviceProfileCalls(rest),
    customers: createCustomerCalls(rest),
    telemetry: createTelemetryCalls(rest),
    dashboards: createDashboardCalls(rest),
    entityQuery: createEntityQueryCalls(rest),
    system: createSystemCalls(rest),
    /** Ends the live connection. */
    close: () => live.close(),
  }
}
