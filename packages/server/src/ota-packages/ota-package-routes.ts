/** OTA packages over REST. */

import { badRequest, notFound } from '@sonde/model/errors'
import {
  checksumAlgorithms,
  checksumLengthMax,
  otaPackage,
  otaPackageInfo,
  otaPackageInput,
  packageTypes,
} from '@sonde/model/ota-packages/ota-package'
import { linkOf, pageOf, pageQuery, uuid } from '@sonde/model/schema-parts'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import type { Scope } from '../access/scope.ts'
import type { Routes } from '../http/http-app.ts'
import { sendJsonPieces } from '../http/streamed-answer.ts'
import type { OtaPackageService } from './ota-package-service.ts'
import { packageJson, sendPackageFile } from './package-answer.ts'
import type { PackageFiles } from './package-files.ts'
import type { StoredPackage } from './stored-package.ts'

export interface OtaPackageRouteParts {
  readonly otaPackages: OtaPackageService
  readonly files: Pick<PackageFiles, 'read'>
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'OTA packages'
/** Whoever uploads has the file; the answer repeats it only where that costs nothing. */
const repeatedBytesMax = 64 * 1024

const byId = Type.Object({ otaPackageId: uuid })
const packageForm = Type.Object(
  { file: Type.String({ format: 'binary' }) },
  { contentMediaType: 'multipart/form-data' },
)
const uploadQuery = Type.Object({
  checksumAlgorithm: Type.Enum([...checksumAlgorithms]),
  checksum: Type.Optional(
    Type.String({ maxLength: checksumLengthMax, description: 'The file has to have it; without one it is made' }),
  ),
})

export function registerOtaPackageRoutes(routes: Routes, parts: OtaPackageRouteParts): void {
  registerReading(routes, parts)
  registerWriting(routes, parts)
}

function registerReading(routes: Routes, { otaPackages, files }: OtaPackageRouteParts): void {
  /** The package with its file; customers' users, who may not download it, get it without. */
  async function sendWhole(scope: Scope, id: string, reply: FastifyReply) {
    const found = await otaPackages.get(scope, id)
    return sendJsonPieces(reply, packageJson(files, scope.authority === 'TENANT_ADMIN' ? found : withoutFile(found)))
  }

  routes.add({
    method: 'GET',
    path: '/api/otaPackages',
    authorities: tenantUsers,
    summary: "A page of the tenant's packages",
    tag,
    schema: { query: Type.Object(pageQuery), response: pageOf(otaPackageInfo) },
    handle: ({ scope, query }) => otaPackages.list(scope, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/otaPackages/:deviceProfileId/:type',
    authorities: tenantUsers,
    summary: 'A page of the packages that devices of a profile can have: those with a file or a URL',
    tag,
    schema: {
      params: Type.Object({ deviceProfileId: uuid, type: Type.Enum([...packageTypes]) }),
      query: Type.Object(pageQuery),
      response: pageOf(otaPackageInfo),
    },
    handle: ({ scope, params, query }) =>
      otaPackages.listOfProfile(scope, params.deviceProfileId, params.type, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/otaPackage/info/:otaPackageId',
    authorities: tenantUsers,
    summary: 'A package without its file',
    tag,
    schema: { params: byId, response: otaPackageInfo },
    handle: ({ scope, params }) => otaPackages.getInfo(scope, params.otaPackageId),
  })
  routes.add({
    method: 'GET',
    path: '/api/otaPackage/:otaPackageId',
    authorities: tenantAdmin,
    summary: 'A package with its file in Base64',
    tag,
    schema: { params: byId, response: otaPackage },
    handle: ({ scope, params, reply }) => sendWhole(scope, params.otaPackageId, reply),
  })
  routes.add({
    method: 'GET',
    path: '/api/otaPackages/:otaPackageId',
    authorities: tenantUsers,
    summary: "The same; customers' users get it without its file",
    tag,
    schema: { params: byId, response: otaPackage },
    handle: ({ scope, params, reply }) => sendWhole(scope, params.otaPackageId, reply),
  })
  routes.add({
    method: 'GET',
    path: '/api/otaPackage/:otaPackageId/download',
    authorities: tenantAdmin,
    summary: "A package's file",
    tag,
    schema: { params: byId, response: Type.String({ contentMediaType: '*/*', format: 'binary' }) },
    async handle({ scope, params, reply }) {
      const found = await otaPackages.get(scope, params.otaPackageId)
      if (found.info.url !== null) throw badRequest('The package has no file here; fetch it from its URL.')
      if (found.file === null) throw notFound('The file of package', params.otaPackageId)
      return sendPackageFile(reply, files, found, { start: 0, bytes: found.info.dataSize ?? 0 })
    },
  })
}

const withoutFile = (found: StoredPackage): StoredPackage => ({ ...found, file: null })

function registerWriting(routes: Routes, { otaPackages, files }: OtaPackageRouteParts): void {
  routes.add({
    method: 'POST',
    path: '/api/otaPackage',
    authorities: tenantAdmin,
    summary: 'Creates a package, or changes the description of the one with the id',
    tag,
    schema: { body: otaPackageInput, response: otaPackageInfo },
    handle: ({ scope, body }) => otaPackages.save(scope, body),
  })
  routes.add({
    method: 'POST',
    path: '/api/otaPackage/:otaPackageId',
    authorities: tenantAdmin,
    summary: "Uploads a package's file; of a small one the answer repeats it",
    tag,
    bodyStream: true,
    schema: { params: byId, query: uploadQuery, body: packageForm, response: otaPackage },
    async handle({ scope, params, query, request, reply }) {
      const uploaded = await otaPackages.upload(scope, params.otaPackageId, request.raw, {
        algorithm: query.checksumAlgorithm,
        checksum: query.checksum,
      })
      const isSmall = (uploaded.info.dataSize ?? 0) <= repeatedBytesMax
      return isSmall ? sendJsonPieces(reply, packageJson(files, uploaded)) : uploaded.info
    },
  })
  routes.add({
    method: 'DELETE',
    path: '/api/otaPackage/:otaPackageId',
    authorities: tenantAdmin,
    summary: 'Deletes a package that nobody uses',
    tag,
    schema: { params: byId, response: Type.Void() },
    handle: ({ scope, params }) => otaPackages.remove(scope, params.otaPackageId),
  })
}
