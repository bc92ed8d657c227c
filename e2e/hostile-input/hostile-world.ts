/**
 * The server in the test's process, with two tenants that have one entity of each kind: the source of hostile requests,
 * whose data must not change.
 */

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Authority } from '../../packages/server/src/access/scope.ts'
import { ensureFirstStart } from '../../packages/server/src/auth/first-start.ts'
import type { RouteInfo } from '../../packages/server/src/http/http-app.ts'
import { startTestMailServer } from '../../packages/server/src/mail/mail-testing.ts'
import { openTestPlatform } from '../../packages/server/src/platform-testing.ts'
import { administrator } from '../platform/start-platform.ts'

/** Ids of a tenant's entities, by path parameter name. */
export type Ids = Readonly<Record<string, string>>

export interface HostileWorld {
  readonly baseUrl: string
  readonly routes: readonly RouteInfo[]
  readonly tokens: Readonly<Record<Authority, string>>
  /** Token of another session, for a call that ends it. */
  newSession(): Promise<string>
  readonly own: Ids
  readonly foreign: Ids
  /** Access token of a device of the tenant, and the name of the device whose id is known. */
  readonly deviceToken: string
  readonly deviceName: string
  call(method: string, path: string, token?: string, body?: unknown): Promise<{ status: number; text: string }>
}

const password = 'a-long-enough-password'

export async function openHostileWorld(t: TestContext): Promise<HostileWorld> {
  const { platform, config } = await openTestPlatform(t, {
    SONDE_ADMIN_EMAIL: administrator.email,
    SONDE_ADMIN_PASSWORD: administrator.password,
    // Only the mail server of this test.
    SONDE_EGRESS_ALLOW: '127.0.0.0/8',
  })
  await ensureFirstStart({ config, ...platform })
  const { http } = await platform.listen()
  const baseUrl = `http://${http.host}:${http.port}`

  const call: HostileWorld['call'] = async (method, path, token, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { 'X-Authorization': `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
  async function made<T = { id: { id: string } }>(path: string, token: string | undefined, body: unknown): Promise<T> {
    const { status, text } = await call('POST', path, token, body)
    assert.equal(status, 200, `${path}: ${text}`)
    return JSON.parse(text) as T
  }
  const read = async <T>(path: string, token: string): Promise<T> => {
    const { status, text } = await call('GET', path, token)
    assert.equal(status, 200, `${path}: ${text}`)
    return JSON.parse(text) as T
  }
  async function user(token: string, body: { email: string } & Record<string, unknown>) {
    const { id } = await made('/api/user?sendActivationMail=false', token, body)
    const { text } = await call('GET', `/api/user/${id.id}/activationLink`, token)
    const activateToken = new URL(text).searchParams.get('activateToken')
    const { token: access } = await made<{ token: string }>(
      '/api/noauth/activate?sendActivationMail=false',
      undefined,
      {
        activateToken,
        password,
      },
    )
    return { id: id.id, token: access }
  }

  async function signIn(): Promise<string> {
    const body = { username: administrator.email, password: administrator.password }
    return (await made<{ token: string }>('/api/auth/login', undefined, body)).token
  }
  const root = await signIn()
  const mail = await startTestMailServer(t)
  await made('/api/admin/settings', root, { key: 'mail', jsonValue: mail.settings })

  async function tenantWithEverything(name: string) {
    const tenant = await made('/api/tenant', root, { title: name })
    const admin = await user(root, { authority: 'TENANT_ADMIN', tenantId: tenant.id, email: `admin@${name}.example` })
    const make = (path: string, body: object) => made(path, admin.token, body)
    const customer = await make('/api/customer', { title: 'Customer' })
    const guest = await user(admin.token, {
      authority: 'CUSTOMER_USER',
      customerId: customer.id,
      email: `guest@${name}.example`,
    })
    const device = await make('/api/device', { name: `Pump of ${name}`, type: 'default' })
    // Device whose token stays valid, because its id isn't in the requests.
    const sender = await make('/api/device', { name: 'Sender', type: 'default' })
    const credentialsPath = `/api/device/${sender.id.id}/credentials`
    const { credentialsId } = await read<{ credentialsId: string }>(credentialsPath, admin.token)
    const asset = await make('/api/asset', { name: 'Hall', type: 'hall' })
    const view = await make('/api/entityView', { name: 'View', type: 'view', entityId: device.id, keys: emptyKeys })
    const edge = await make('/api/edge', { name: 'Edge', type: 'edge', routingKey: `key-${name}`, secret: 'secret' })
    const dashboard = await make('/api/dashboard', { title: 'Board' })
    const chain = await make('/api/ruleChain', { name: 'Chain' })
    const alarm = await make('/api/alarm', {
      type: 'Hot',
      originator: device.id,
      severity: 'MAJOR',
      status: 'ACTIVE_UNACK',
    })
    const profile = await read<{ id: { id: string } }>('/api/deviceProfileInfo/default', admin.token)
    const ids: Ids = {
      tenantId: tenant.id.id,
      customerId: customer.id.id,
      userId: guest.id,
      deviceId: device.id.id,
      entityId: device.id.id,
      assetId: asset.id.id,
      entityViewId: view.id.id,
      edgeId: edge.id.id,
      dashboardId: dashboard.id.id,
      ruleChainId: chain.id.id,
      alarmId: alarm.id.id,
      deviceProfileId: profile.id.id,
    }
    return { ids, admin, guest, credentialsId }
  }

  const own = await tenantWithEverything('own')
  const other = await tenantWithEverything('other')
  return {
    baseUrl,
    routes: platform.routes.list(),
    newSession: signIn,
    tokens: { SYS_ADMIN: root, TENANT_ADMIN: own.admin.token, CUSTOMER_USER: own.guest.token },
    own: own.ids,
    foreign: other.ids,
    deviceToken: own.credentialsId,
    deviceName: 'Pump of own',
    call,
  }
}

const emptyKeys = { timeseries: [], attributes: { cs: [], ss: [], sh: [] } }
