/** The package modules behind real HTTP, for tests. The token is the caller's name, for devices their access token. */

import type { TestContext } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import type { OtaPackageInfo, PackageType } from '@sonde/model/ota-packages/ota-package'
import type { Scope } from '../access/scope.ts'
import { openDeviceRooms } from '../devices/testing.ts'
import { type Answer, type CallOptions, silent, startTestApp } from '../http/http-testing.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { registerDevicePackageRoutes } from '../transports/http/device-package-routes.ts'
import { createTransportCounts } from '../transports/transport-counts.ts'
import { registerOtaPackageRoutes } from './ota-package-routes.ts'

export type PackageWorld = Awaited<ReturnType<typeof openPackageWorld>>

type Info = OtaPackageInfo & { readonly data?: string | null; readonly message?: string }

export async function openPackageWorld(t: TestContext) {
  // Without a trash: deleted packages are gone at once, with their files.
  const rooms = await openDeviceRooms(t, { config: { packageBytes: 1_000_000, trashDays: 0 } })
  const callers: Readonly<Record<string, Scope>> = { admin: rooms.admin, user: rooms.user, stranger: rooms.stranger }
  const { packages, directory } = rooms
  const { call, baseUrl, app } = await startTestApp(t, {
    async scopeOfToken(token) {
      const scope = callers[token]
      if (!scope) throw unauthenticated('Unknown token.')
      return scope
    },
    register(routes) {
      registerOtaPackageRoutes(routes, packages)
      registerDevicePackageRoutes(routes, {
        directory,
        activity: { seen: () => undefined, connected: () => undefined, disconnected: () => undefined },
        counts: createTransportCounts(createMetrics().registry),
        log: silent,
        packageOfDevice: packages.packageOfDevice,
        packageFiles: packages.files,
      })
    },
  })
  const { id: profileId } = await rooms.profiles.getDefaultInfo(rooms.admin)
  let made = 0

  const as = <T = Info>(token: string, method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> =>
    call<T>(method, path, { token, ...options })

  async function make(type: PackageType = 'FIRMWARE', more: object = {}): Promise<Info> {
    const body = { title: `Package ${++made}`, version: '1.0', type, deviceProfileId: profileId, ...more }
    const { status, body: info, text } = await as('admin', 'POST', '/api/otaPackage', { body })
    if (status !== 200) throw new Error(text)
    return info
  }

  function upload(
    id: string,
    bytes: Uint8Array<ArrayBuffer> | string,
    query = 'checksumAlgorithm=SHA256',
    name = 'fw.bin',
  ) {
    const form = new FormData()
    form.append('file', new Blob([bytes], { type: 'application/octet-stream' }), name)
    return send(id, form, query)
  }

  /** Sends a form unchanged. */
  async function send(
    id: string,
    body: FormData | string | ReadableStream,
    query = 'checksumAlgorithm=SHA256',
    headers: Readonly<Record<string, string>> = {},
    token = 'admin',
  ) {
    const init = {
      method: 'POST',
      headers: { 'x-authorization': `Bearer ${token}`, ...headers },
      body,
      duplex: 'half' as const,
    }
    const response = await fetch(`${baseUrl}/api/otaPackage/${id}?${query}`, init)
    const text = await response.text()
    return { status: response.status, body: JSON.parse(text) as Info, text }
  }

  /** Creates a package with a file. */
  async function makeWithFile(type: PackageType = 'FIRMWARE', bytes = 'hello', more: object = {}): Promise<Info> {
    const { id } = await make(type, more)
    const { status, body, text } = await upload(id.id, bytes)
    if (status !== 200) throw new Error(text)
    return body
  }

  return { ...rooms, app, baseUrl, profileId, as, make, upload, send, makeWithFile }
}
