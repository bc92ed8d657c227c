/** Firmware and software for devices over HTTP: the whole file, or one chunk of it. */

import { badRequest, DomainError, ErrorCode } from '@sonde/model/errors'
import Type from 'typebox'
import type { Routes } from '../../http/http-app.ts'
import { sendPackageFile } from '../../ota-packages/package-answer.ts'
import type { FileRange } from '../../ota-packages/package-files.ts'
import type { TransportDeps } from '../transport.ts'
import { type DeviceAuthentication, deviceOf } from './device-http-routes.ts'

export type DevicePackageDeps = DeviceAuthentication & Pick<TransportDeps, 'packageOfDevice' | 'packageFiles'>

const chunkNumberMax = 2 ** 31 - 1

const packageQuery = Type.Object({
  title: Type.String(),
  version: Type.String(),
  size: Type.Optional(
    Type.Integer({ minimum: 0, maximum: chunkNumberMax, description: 'Bytes of a chunk; 0 for the whole file' }),
  ),
  chunk: Type.Optional(Type.Integer({ minimum: 0, maximum: chunkNumberMax, description: 'From 0' })),
})

/** Range of a chunk in the file, empty beyond the end of the file; `size` 0: the whole file. */
function rangeOf(fileBytes: number, size: number, chunk: number): FileRange {
  if (size === 0) return { start: 0, bytes: fileBytes }
  const start = size * chunk
  return { start, bytes: Math.max(0, Math.min(size, fileBytes - start)) }
}

export function registerDevicePackageRoutes(routes: Routes, deps: DevicePackageDeps): void {
  for (const [name, type] of [
    ['firmware', 'FIRMWARE'],
    ['software', 'SOFTWARE'],
  ] as const) {
    routes.add({
      method: 'GET',
      path: `/api/v1/:token/${name}`,
      authorities: 'anyone',
      summary: `Get the ${name} assigned to a device`,
      tag: 'device API',
      schema: {
        params: Type.Object({ token: Type.String({ minLength: 1 }) }),
        query: packageQuery,
        response: Type.String({ contentMediaType: '*/*', format: 'binary' }),
      },
      async handle({ params, query, reply }) {
        const device = await deviceOf(deps, params.token)
        const found = await deps.packageOfDevice(device.id.id, type)
        if (!found || found.file === null) {
          throw new DomainError(ErrorCode.ITEM_NOT_FOUND, `The device has no ${name} to download here.`)
        }
        const { title, version, dataSize } = found.info
        if (query.title !== title || query.version !== version) {
          throw badRequest(`The device's ${name} has another title or version now. Request the attributes again.`)
        }
        const range = rangeOf(dataSize ?? 0, query.size ?? 0, query.chunk ?? 0)
        return sendPackageFile(reply, deps.packageFiles, found, range)
      },
    })
  }
}
