/** REST calls for the setup of tests: a tenant with an administrator, devices with tokens. */

import type { Platform } from './start-platform.ts'
import { administrator } from './start-platform.ts'

export interface Device {
  readonly id: string
  readonly name: string
  readonly token: string
}

export interface World {
  /** REST call as the tenant's administrator. Throws with the response if it is rejected. */
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  readonly accessToken: string
  readonly email: string
  readonly password: string
  device(name: string): Promise<Device>
}

/** REST call with this access token. Throws with the response if it is rejected. */
export async function callAs<T>(
  platform: Platform,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(platform.baseUrl + path, {
    method,
    headers: {
      ...(token === null ? {} : { 'X-Authorization': `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  try {
    return JSON.parse(text) as T
  } catch {
    return text as T
  }
}

export async function signIn(platform: Platform, username: string, password: string): Promise<string> {
  const { token } = await callAs<{ token: string }>(platform, null, 'POST', '/api/auth/login', { username, password })
  return token
}

export interface Invited {
  readonly id: string
  /** Token of the activation link. */
  readonly activateToken: string
}

/** Creates a user with the permissions of this token; the user has no password yet. */
export async function invite(platform: Platform, token: string, input: object): Promise<Invited> {
  const made = await callAs<{ id: { id: string } }>(
    platform,
    token,
    'POST',
    '/api/user?sendActivationMail=false',
    input,
  )
  const link = await callAs<string>(platform, token, 'GET', `/api/user/${made.id.id}/activationLink`)
  return { id: made.id.id, activateToken: new URL(link).searchParams.get('activateToken') ?? '' }
}

/** Creates a tenant with an activated administrator. */
export async function createWorld(platform: Platform, name = 'Plant'): Promise<World> {
  const root = await signIn(platform, administrator.email, administrator.password)
  const tenant = await callAs<{ id: { id: string } }>(platform, root, 'POST', '/api/tenant', { title: name })
  const email = `${name.toLowerCase()}@example.org`
  const password = 'tenant-password'
  const names = { firstName: 'Ada', lastName: 'Admin' }
  const input = { authority: 'TENANT_ADMIN', tenantId: tenant.id, email, ...names }
  const { activateToken } = await invite(platform, root, input)
  await callAs(platform, null, 'POST', '/api/noauth/activate?sendActivationMail=false', { activateToken, password })
  return openWorld(platform, email, password)
}

/** Signs in again after a restart, because the tokens of the previous process may be lost. */
export const reopenWorld = (platform: Platform, { email, password }: Pick<World, 'email' | 'password'>) =>
  openWorld(platform, email, password)

async function openWorld(platform: Platform, email: string, password: string): Promise<World> {
  const accessToken = await signIn(platform, email, password)
  const call = <T>(method: string, path: string, body?: unknown) => callAs<T>(platform, accessToken, method, path, body)
  return {
    accessToken,
    email,
    password,
    call,
    async device(deviceName) {
      const device = await call<{ id: { id: string }; name: string }>('POST', '/api/device', {
        name: deviceName,
        type: 'default',
      })
      const { credentialsId } = await call<{ credentialsId: string }>('GET', `/api/device/${device.id.id}/credentials`)
      return { id: device.id.id, name: device.name, token: credentialsId }
    },
  }
}
