/** The device rooms behind real HTTP for tests; the token is the caller's name. */

import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import { admitCreate } from '../access/admit-create.ts'
import type { Scope } from '../access/scope.ts'
import { admitAlarm } from '../alarms/admit-alarm.ts'
import { registerAlarmRoutes } from '../alarms/alarm-routes.ts'
import { freeTurns } from '../calls/testing.ts'
import { registerDashboardRoutes } from '../dashboards/dashboard-routes.ts'
import { registerDeviceProfileRoutes } from '../device-profiles/device-profile-routes.ts'
import { createHttpApp } from '../http/create-http-app.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { registerRelationRoutes } from '../relations/relation-routes.ts'
import { registerTelemetryRoutes } from '../telemetry/telemetry-routes.ts'
import { registerDeviceRoutes } from './device-routes.ts'
import { registerLwm2mRoutes } from './lwm2m-routes.ts'
import { openDeviceRooms } from './testing.ts'

type Caller = 'admin' | 'user' | 'stranger' | 'sys' | 'nobody'

export interface Answer<T = unknown> {
  readonly status: number
  /** Parsed when it is JSON; its type is what the test says. */
  readonly body: T
  readonly text: string
  /** What the body holds at a path such as `data.0.name`; undefined when the path leads nowhere. */
  at(path: string): unknown
}

export async function openDeviceHttp(t: TestContext) {
  const rooms = await openDeviceRooms(t)
  const sys: Scope = { ...rooms.admin, authority: 'SYS_ADMIN', tenantId: NIL_UUID }
  const callers: Record<string, Scope> = { admin: rooms.admin, user: rooms.user, stranger: rooms.stranger, sys }
  const { app, routes } = await createHttpApp({
    ...freeTurns(),
    log: pino({ level: 'silent' }),
    clock: rooms.clock,
    version: 'test',
    metrics: createMetrics(),
    checkHealth: async () => undefined,
    async scopeOfToken(token) {
      const scope = callers[token]
      if (!scope) throw unauthenticated('Unknown token.')
      return scope
    },
  })
  registerDeviceRoutes(routes, { ...rooms, admitDevice: admitCreate(rooms.access, 'DEVICE') })
  registerLwm2mRoutes(routes, { devices: rooms.devices, host: 'localhost' })
  registerDeviceProfileRoutes(routes, { deviceProfiles: rooms.profiles })
  registerTelemetryRoutes(routes, rooms)
  registerRelationRoutes(routes, rooms)
  registerAlarmRoutes(routes, { ...rooms, admitAlarm: admitAlarm(rooms.access) })
  registerDashboardRoutes(routes, rooms)
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => app.close())
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

  async function call<T>(method: string, path: string, as: Caller, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(as !== 'nobody' && { 'x-authorization': `Bearer ${as}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    let parsed: unknown = text
    try {
      parsed = JSON.parse(text)
    } catch {
      // Not every answer is JSON.
    }
    return { status: response.status, body: parsed as T, text, at: (where) => at(parsed, where) }
  }

  return {
    ...rooms,
    get: <T = unknown>(path: string, as: Caller = 'admin') => call<T>('GET', path, as),
    post: <T = unknown>(path: string, body?: unknown, as: Caller = 'admin') => call<T>('POST', path, as, body),
    del: (path: string, as: Caller = 'admin') => call('DELETE', path, as),
  }
}

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], body)
