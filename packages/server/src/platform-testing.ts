/**
 * Starts a whole platform in this process for tests that use it like users and devices: accounts, tenants, WebSockets.
 */

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { LiveUpdate } from '@sonde/model/entity-query/live-updates'
import { freePorts } from '@sonde/model/transports/transports'
import { WebSocket } from 'ws'
import { ensureFirstStart } from './auth/first-start.ts'
import { readConfig } from './config/config.ts'
import { silent } from './http/http-testing.ts'
import { openPlatform } from './platform.ts'
import type { Replacements } from './platform-base.ts'
import { sharedWorkers } from './storage/testing.ts'

const password = 'a-password'

interface Made {
  readonly id: { readonly id: string }
  readonly token: string
}

export interface CleanUp {
  after(hook: () => unknown): void
}

/**
 * Opens a platform with a data folder of its own that doesn't listen yet. `replace` overrides dependencies such as the
 * clock and the change stream.
 */
export async function openTestPlatform(
  t: CleanUp,
  settings: Readonly<Record<string, string>> = {},
  replace: Replacements = {},
) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sonde-test-'))
  const env = { SONDE_DATA: dataFolder, SONDE_HTTP_PORT: '0', ...freePorts, ...settings }
  const config = readConfig({ argv: [], env, cwd: dataFolder })
  const platform = await openPlatform({ config, log: silent, version: '0.0.0-test', replace })
  // One hook, because hooks run in the order in which they are added.
  t.after(async () => {
    await platform.close()
    await rm(dataFolder, { recursive: true, force: true })
  })
  return { platform, config, dataFolder }
}

/** A running platform with a system administrator and a tenant. `replace` is as for `openTestPlatform`. */
export async function startTestPlatform(
  t: TestContext,
  settings: Record<string, string> = {},
  { replace = {} }: { readonly replace?: Replacements } = {},
) {
  const { platform, config } = await openTestPlatform(
    t,
    { SONDE_ADMIN_EMAIL: 'root@example.org', SONDE_ADMIN_PASSWORD: password, ...settings },
    { workers: sharedWorkers, ...replace },
  )
  await ensureFirstStart({ config, ...platform })
  const { http, mqtt } = await platform.listen()

  async function call<T = Made>(method: string, path: string, token = '', body?: object) {
    const response = await fetch(`http://${http.host}:${http.port}${path}`, {
      method,
      headers: { 'X-Authorization': `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, text, body: (isJson ? JSON.parse(text) : undefined) as T }
  }
  const root = (await call('POST', '/api/auth/login', '', { username: 'root@example.org', password })).body.token

  /** Creates and activates a user, with the token of `maker`. */
  async function user(maker: string, input: object) {
    const { body: made } = await call('POST', '/api/user?sendActivationMail=false', maker, input)
    const link = (await call('GET', `/api/user/${made.id.id}/activationLink`, maker)).text
    const activateToken = new URL(link).searchParams.get('activateToken')
    const activated = await call('POST', '/api/noauth/activate?sendActivationMail=false', '', {
      activateToken,
      password,
    })
    return { id: made.id.id, token: activated.body.token }
  }

  /** Creates a tenant with an administrator and a device. */
  async function tenant(configuration: object, email = 'admin@acme.example') {
    const { body: profile } = await call('POST', '/api/tenantProfile', root, {
      name: `Profile ${Math.random()}`,
      profileData: { configuration: { type: 'DEFAULT', ...configuration } },
    })
    const { body: made } = await call('POST', '/api/tenant', root, { title: 'Acme', tenantProfileId: profile.id })
    const { token } = await user(root, { authority: 'TENANT_ADMIN', tenantId: made.id, email })
    const { body: device } = await call('POST', '/api/device', token, { name: 'd', type: 'default' })
    const credentials = await call<{ credentialsId: string }>('GET', `/api/device/${device.id.id}/credentials`, token)
    /** Changes the tenant profile. The server then stores the pending usage and checks the limits at once. */
    const allow = (changed: object) =>
      call('POST', '/api/tenantProfile', root, {
        ...profile,
        profileData: { configuration: { type: 'DEFAULT', ...changed } },
      })
    return { id: made.id.id, token, device, accessToken: credentials.body.credentialsId, allow }
  }

  /** Opens a telemetry WebSocket with the token. */
  async function connect(token: string) {
    const socket = new WebSocket(`ws://${http.host}:${http.port}/api/ws/plugins/telemetry?token=${token}`)
    t.after(() => socket.terminate())
    const published: LiveUpdate[] = []
    socket.on('message', (text) => published.push(JSON.parse(String(text)) as LiveUpdate))
    const closed = once(socket, 'close').then(([code]) => code as number)
    await once(socket, 'open')
    return {
      send: (frame: object) => socket.send(JSON.stringify(frame)),
      /** Updates received so far for a command id. */
      of: (cmdId: number) =>
        published.filter((update) => ('cmdUpdateType' in update ? update.cmdId : update.subscriptionId) === cmdId),
      /** Close code that the server sent. */
      closed,
    }
  }

  return {
    platform,
    /** Password of all users. */
    password,
    call,
    root,
    user,
    tenant,
    connect,
    httpUrl: `http://${http.host}:${http.port}`,
    mqttUrl: `mqtt://${mqtt.host}:${mqtt.port}`,
  }
}
