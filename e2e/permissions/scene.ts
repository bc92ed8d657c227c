/**
 * A server in the test's process with two tenants, Acme and Bolt, that have entities of every type and owner, and with
 * all callers. It is in the same process so that tests can inspect the route list and the store.
 */

import { createHmac } from 'node:crypto'
import { ensureFirstStart } from '../../packages/server/src/auth/first-start.ts'
import { loadSigningKey } from '../../packages/server/src/auth/signing-key.ts'
import type { Platform } from '../../packages/server/src/platform.ts'
import type { Replacements } from '../../packages/server/src/platform-base.ts'
import { openTestPlatform } from '../../packages/server/src/platform-testing.ts'
import type { CleanUp } from '../platform/start-platform.ts'
import type { Caller, EntityOwner, SignedIn } from './callers.ts'
import { createSide, type Side } from './side.ts'

export interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

export interface CallParts {
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent unchanged, instead of `body`. */
  readonly form?: FormData
  /** Replaces the caller's token. */
  readonly token?: string
}

/** Makes a call with this token. */
export type CallWith = (token: string | undefined, method: string, path: string, parts?: CallParts) => Promise<Answer>

export interface Scene {
  readonly platform: Platform
  readonly baseUrl: string
  readonly mqttPort: number
  readonly acme: Side
  readonly bolt: Side
  readonly tokens: Readonly<Record<Caller, string | undefined>>
  readonly rootUserId: string
  readonly call: CallWith
  callAs(caller: Caller, method: string, path: string, parts?: CallParts): Promise<Answer>
  /** Call as the system administrator; throws with the response if it is rejected. */
  asRoot<T = { id: { id: string } }>(method: string, path: string, body?: unknown): Promise<T>
  /** The token with an expiration in the past. */
  runOut(token: string): string
  /** Tenant of a caller; Acme for the system administrator. */
  sideOf(caller: SignedIn): Side
  /** Creates an activated user; resolves with its id and token. */
  user(token: string, input: object): Promise<{ id: string; token: string }>
}

const rootEmail = 'root@example.org'
export const password = 'a-password'

/** Owner of the entities that a signed-in caller may access; for an administrator, all of the tenant. */
export const ownerOf: Readonly<Partial<Record<SignedIn, EntityOwner>>> = {
  customer: 'customer',
  neighbour: 'neighbour',
  visitor: 'public',
}

/** `replace`: substitutes for parts of the server, such as a failing store. */
export async function openScene(t: CleanUp, replace: Replacements = {}): Promise<Scene> {
  const settings = {
    SONDE_ADMIN_EMAIL: rootEmail,
    SONDE_ADMIN_PASSWORD: password,
    // The asset of the statistics would appear between two snapshots of the store.
    SONDE_QUEUE_STATISTICS: 'false',
    SONDE_METRICS: 'local',
    // Tests the permissions themselves; other tests cover the restrictions for visitors.
    SONDE_VISITOR_READS: 'entity',
  }
  const { platform, config, dataFolder } = await openTestPlatform(t, settings, {
    // Periodic jobs would change the store between two snapshots, for example with an alarm about a limit.
    repeat: () => () => {},
    ...replace,
  })
  await ensureFirstStart({ config, ...platform })
  const { http, mqtt } = await platform.listen()
  const baseUrl = `http://${http.host}:${http.port}`

  const call: CallWith = async (token, method, path, { body, form } = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { 'X-Authorization': `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
  const must = async <T>(token: string | undefined, method: string, path: string, body?: unknown): Promise<T> => {
    const { status, text } = await call(token, method, path, { body })
    if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text}`)
    return parsed(text) as T
  }
  const signIn = async (path: string, body: object) =>
    (await must<{ token: string }>(undefined, 'POST', path, body)).token
  const root = await signIn('/api/auth/login', { username: rootEmail, password })
  const asRoot = <T>(method: string, path: string, body?: unknown) => must<T>(root, method, path, body)

  async function user(token: string, input: object) {
    const { id } = await must<{ id: { id: string } }>(token, 'POST', '/api/user?sendActivationMail=false', input)
    const link = await must<string>(token, 'GET', `/api/user/${id.id}/activationLink`)
    const activateToken = new URL(link).searchParams.get('activateToken')
    const body = { activateToken, password }
    return { id: id.id, token: await signIn('/api/noauth/activate?sendActivationMail=false', body) }
  }
  const sideParts = { must, rootToken: root, user }
  const acme = await createSide('Acme', sideParts)
  const bolt = await createSide('Bolt', sideParts)

  const disabled = await user(root, { authority: 'TENANT_ADMIN', tenantId: acme.tenant, email: 'gone@acme.example' })
  await asRoot('POST', `/api/user/${disabled.id}/userCredentialsEnabled?userCredentialsEnabled=false`)
  const key = loadSigningKey(dataFolder)
  const runOut = (token: string) =>
    resigned(token, key, (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 }))
  const tokens: Record<Caller, string | undefined> = {
    nobody: undefined,
    system: root,
    tenant: acme.admin.token,
    stranger: bolt.admin.token,
    customer: acme.users.customer.token,
    neighbour: acme.users.neighbour.token,
    visitor: await signIn('/api/auth/login/public', { publicId: acme.customers.public }),
    expired: runOut(acme.admin.token),
    disabled: disabled.token,
  }
  const rootUser = await asRoot<{ id: { id: string } }>('GET', '/api/auth/user')
  return {
    platform,
    baseUrl,
    mqttPort: mqtt.port,
    acme,
    bolt,
    tokens,
    rootUserId: rootUser.id.id,
    call,
    callAs: (caller, method, path, parts) => call(parts?.token ?? tokens[caller], method, path, parts),
    asRoot,
    runOut,
    sideOf: (caller) => (caller === 'stranger' ? bolt : acme),
    user,
  }
}

/** The token with other claims, signed with the server's key. */
export function resigned(token: string, key: Buffer, change: (claims: Record<string, unknown>) => object): string {
  const [header = '', body = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  const unsigned = `${header}.${Buffer.from(JSON.stringify(change(claims))).toString('base64url')}`
  return `${unsigned}.${createHmac('sha512', key).update(unsigned).digest('base64url')}`
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
