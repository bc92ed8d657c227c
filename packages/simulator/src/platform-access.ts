/** Calls that the simulator makes to the server: signing in, and reading or creating the devices it simulates. */

import type { TransportAddress, TransportName } from '@sonde/model/transports/transports'

export interface PlatformAccess {
  /** Access tokens by device name, for all devices of the tenant whose name matches `wanted`. */
  deviceTokens(wanted: (name: string) => boolean): Promise<Map<string, string>>
  /** Creates a device with this token if no device with that name exists. */
  ensureDevice(name: string, type: string, token: string): Promise<void>
  /** Address that devices connect to. */
  addressOf(transport: TransportName): Promise<TransportAddress>
}

interface NamedDevice {
  readonly id: { readonly id: string }
  readonly name: string
}

const pageSize = 1_000

/** Signs in. Throws with the server's error message if it refuses. */
export async function signIn(baseUrl: string, username: string, password: string): Promise<PlatformAccess> {
  async function call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { 'X-Authorization': `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  const { token } = await call<{ token: string }>('POST', '/api/auth/login', { username, password })

  async function devices(): Promise<NamedDevice[]> {
    const all: NamedDevice[] = []
    for (let page = 0; ; page++) {
      const { data, hasNext } = await call<{ data: NamedDevice[]; hasNext: boolean }>(
        'GET',
        `/api/tenant/devices?pageSize=${pageSize}&page=${page}&sortProperty=name&sortOrder=ASC`,
        undefined,
        token,
      )
      all.push(...data)
      if (!hasNext) return all
    }
  }
  let known: Set<string> | undefined

  return {
    async deviceTokens(wanted) {
      const tokens = new Map<string, string>()
      for (const device of await devices()) {
        if (!wanted(device.name)) continue
        const credentials = await call<{ credentialsType: string; credentialsId: string }>(
          'GET',
          `/api/device/${device.id.id}/credentials`,
          undefined,
          token,
        )
        if (credentials.credentialsType === 'ACCESS_TOKEN') tokens.set(device.name, credentials.credentialsId)
      }
      return tokens
    },
    async ensureDevice(name, type, deviceToken) {
      known ??= new Set((await devices()).map((device) => device.name))
      if (known.has(name)) return
      await call('POST', `/api/device?accessToken=${encodeURIComponent(deviceToken)}`, { name, type }, token)
      known.add(name)
    },
    async addressOf(transport) {
      type Addresses = Readonly<Record<TransportName, TransportAddress>>
      return (await call<Addresses>('GET', '/api/v2/device-connectivity', undefined, token))[transport]
    },
  }
}
