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
import { namedInPath, savedFromBody } from '../http/route-audit.ts'
import { sendJsonPieces } from '../http/streamed-answer.ts'
import type { OtaPackageService } from './ota-package-service.ts'
import { packageJson, sendPackageFile } from './package-answer.ts'
import type { PackageFiles } from './package-files.ts'
import type { StoredPackage } from './stored-package.ts'

export interface OtaPackageRouteDeps {
  readonly otaPackages: OtaPackageService
  readonly files: Pick<PackageFiles, 'read'>
}

const tenantAdmin = ['TENANT_ADMIN'] as const
const tenantUsers = ['TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'OTA packages'
/** Maximum file size up to which the response of an upload contains the file, bytes. The caller has the file anyway. */
const repeatedBytesMax = 64 * 1024

const byId = Type.Object({ otaPackageId: uuid })
const packageForm = Type.Object(
  { file: Type.String({ format: 'binary' }) },
  { contentMediaType: 'multipart/form-data' },
)
const uploadQuery = Type.Object({
  checksumAlgorithm: Type.Enum([...checksumAlgorithms]),
  checksum: Type.Optional(
    Type.String({ maxLength: checksumLengthMax, description: 'Expected checksum of the file; generated if omitted' }),
  ),
})

export function registerOtaPackageRoutes(routes: Routes, deps: OtaPackageRouteDeps): void {
  registerReading(routes, deps)
  registerWriting(routes, deps)
}

function registerReading(routes: Routes, { otaPackages, files }: OtaPackageRouteDeps): void {
  /** Sends the package with its file; without it to customer users, who may not download it. */
  async function sendWhole(scope: Scope, id: string, reply: FastifyReply) {
    const found = await otaPackages.get(scope, id)
    return sendJsonPieces(reply, packageJson(files, scope.authority === 'TENANT_ADMIN' ? found : withoutFile(found)))
  }

  routes.add({
    method: 'GET',
    path: '/api/otaPackages',
    authorities: tenantUsers,
    summary: 'List OTA packages of the tenant',
    tag,
    schema: { query: Type.Object(pageQuery), response: pageOf(otaPackageInfo) },
    handle: ({ scope, query }) => otaPackages.list(scope, linkOf(query)),
  })
  routes.add({
    method: 'GET',
    path: '/api/otaPackages/:deviceProfileId/:type',
    authorities: tenantUsers,
    summary: 'List OTA packages of a device profile that have a file or URL',
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
    summary: 'Get an OTA package without its file',
    tag,
    schema: { params: byId, response: otaPackageInfo },
    handle: ({ scope, params }) => otaPackages.getInfo(scope, params.otaPackageId),
  })
  routes.add({
    method: 'GET',
    path: '/api/otaPackage/:otaPackageId',
    authorities: tenantAdmin,
    summary: 'Get an OTA package with its file as Base64',
    tag,
    schema: { params: byId, response: otaPackage },
    handle: ({ scope, params, reply }) => sendWhole(scope, params.otaPackageId, reply),
  })
  routes.add({
    method: 'GET',
    path: '/api/otaPackages/:otaPackageId',
    authorities: tenantUsers,
    summary: 'Get an OTA package; customer users get it without its file',
    tag,
    schema: { params: byId, response: otaPackage },
    handle: ({ scope, params, reply }) => sendWhole(scope, params.otaPackageId, reply),
  })
  routes.add({
    method: 'GET',
    path: '/api/otaPackage/:otaPackageId/download',
    authorities: tenantAdmin,
    summary: 'Download the file of an OTA package',
    tag,
    schema: { params: byId, response: Type.String({ contentMediaType: '*/*', format: 'binary' }) },
    async handle({ scope, params, reply }) {
      const found = await otaPackages.get(scope, params.otaPackageId)
      if (found.info.url !== null) throw badRequest('The package has no file. Download it from its URL.')
      if (found.file === null) throw notFound('The file of package', params.otaPackageId)
      return sendPackageFile(reply, files, found, { start: 0, bytes: found.info.dataSize ?? 0 })
    },
  })
}

const withoutFile = (found: StoredPackage): StoredPackage => ({ ...found, file: null })

function registerWriting(routes: Routes, { otaPackages, files }: OtaPackageRouteDeps): void {
  routes.add({
    method: 'POST',
    path: '/api/otaPackage',
    authorities: tenantAdmin,
    summary: "Create or update an OTA package's details",
    tag,
    audit: savedFromBody('OTA_PACKAGE'),
    schema: { body: otaPackageInput, response: otaPackageInfo },
    handle: ({ scope, body }) => otaPackages.save(scope, body),
  })
  routes.add({
    method: 'POST',
    path: '/api/otaPackage/:otaPackageId',
    authorities: tenantAdmin,
    summary: 'Upload the file of an OTA package; the response repeats a small file',
    tag,
    audit: namedInPath('UPDATED', 'OTA_PACKAGE'),
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
    summary: 'Delete an OTA package that is not in use',
    tag,
    audit: namedInPath('DELETED', 'OTA_PACKAGE'),
    schema: { params: byId, response: Type.Void() },
    handle: ({ scope, params }) => otaPackages.remove(scope, params.otaPackageId),
  })
}
