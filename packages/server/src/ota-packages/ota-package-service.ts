/**
 * OTA packages: firmware and software that devices fetch. A package is created first, then its file is uploaded once or
 * fetched from a URL.
 *
 * Invariants: only the free JSON of an existing package can change, so a device always has what the row describes. A
 * package that a device or a profile uses can't be deleted.
 */

import type { IncomingMessage } from 'node:http'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID, optionalEntityId } from '@sonde/model/ids'
import type {
  ChecksumAlgorithm,
  OtaPackageInfo,
  OtaPackageInput,
  PackageType,
} from '@sonde/model/ota-packages/ota-package'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { entityAction } from '../journal/entity-action.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import { type EntityChange, RowsMismatch, StoreFailed, UniqueViolation } from '../storage/storage.ts'
import type { OtaPackageStore } from './ota-package-store.ts'
import type { PackageFiles } from './package-files.ts'
import { announcedBytes, receiveUpload, type UploadedFile } from './package-upload.ts'
import type { StoredPackage } from './stored-package.ts'

export interface OtaPackageDeps {
  readonly store: OtaPackageStore
  readonly files: PackageFiles
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly quotas: Pick<EntityLimits, 'withBytes'>
  /** Maximum size of a file, bytes. */
  readonly fileBytesMax: number
}

export type OtaPackageService = ReturnType<typeof createOtaPackageService>

export function createOtaPackageService(deps: OtaPackageDeps) {
  const { store, files, access, commit, clock, quotas } = deps

  async function getFor(scope: Scope, operation: Operation, id: string): Promise<StoredPackage> {
    const { tenantId } = await access.requireEntity(scope, operation, entityId('OTA_PACKAGE', id))
    const found = await store.find(tenantId, id)
    if (!found) throw notFound('OTA_PACKAGE', id)
    return found
  }

  /** Package with the name of its file. */
  const get = (scope: Scope, id: string): Promise<StoredPackage> => getFor(scope, 'READ', id)

  const getInfo = async (scope: Scope, id: string): Promise<OtaPackageInfo> => (await get(scope, id)).info

  /** Requires the permission on any package of the caller's tenant, without a specific one. */
  const requireAny = (scope: Scope, operation: Operation): void =>
    access.require(scope, operation, {
      id: entityId('OTA_PACKAGE', NIL_UUID),
      tenantId: scope.tenantId,
      customerId: NIL_UUID,
    })

  async function list(scope: Scope, link: PageLink): Promise<PageData<OtaPackageInfo>> {
    requireAny(scope, 'READ')
    return store.page({ tenantId: scope.tenantId }, link)
  }

  /** Lists the packages that devices of the profile can have. */
  async function listOfProfile(
    scope: Scope,
    deviceProfileId: string,
    type: PackageType,
    link: PageLink,
  ): Promise<PageData<OtaPackageInfo>> {
    requireAny(scope, 'READ')
    if (!(await store.hasProfile(scope.tenantId, deviceProfileId))) throw notFound('DEVICE_PROFILE', deviceProfileId)
    return store.page({ tenantId: scope.tenantId, deviceProfileId, type, hasData: true }, link)
  }

  /** Creates a package without an ID. With an ID, changes its free JSON and rejects all other changes. */
  async function save(scope: Scope, input: OtaPackageInput): Promise<OtaPackageInfo> {
    if (input.id) return change(scope, input.id.id.toLowerCase(), input)
    requireAny(scope, 'CREATE')
    const nowMs = clock.nowMs()
    const info = packageFrom(scope, input, nowMs)
    if (info.deviceProfileId && !(await store.hasProfile(scope.tenantId, info.deviceProfileId.id))) {
      throw badRequest('The device profile doesn’t exist. Choose another one.')
    }
    await written(
      commit({
        statements: [store.insert(info)],
        changes: [changeOf('created', info)],
        ...entityAction(scope, 'ADDED', info, nowMs),
      }),
    )
    return info
  }

  async function change(scope: Scope, id: string, input: OtaPackageInput): Promise<OtaPackageInfo> {
    const { info } = await getFor(scope, 'WRITE', id)
    rejectChanges(info, input)
    const changed = { ...info, additionalInfo: input.additionalInfo ?? null }
    await written(
      commit({
        statements: [store.setAdditionalInfo(changed)],
        changes: [changeOf('updated', changed)],
        ...entityAction(scope, 'UPDATED', changed, clock.nowMs()),
      }),
    )
    return changed
  }

  /**
   * Receives the package's file from a form. If a checksum is given, the file must match it. Throws 400 when the
   * package already has a file, when the checksum differs, and when the tenant's storage limit is reached.
   */
  async function upload(
    scope: Scope,
    id: string,
    request: IncomingMessage,
    given: { readonly algorithm: ChecksumAlgorithm; readonly checksum?: string | undefined },
  ): Promise<StoredPackage> {
    const { info, file } = await getFor(scope, 'WRITE', id)
    if (info.url !== null) throw badRequest('The package has a URL. Create another package for a file.')
    if (file !== null) throw badRequest('The file of a package can’t change. Create another package.')
    // Checks the announced size before the file is read.
    await withRoom(scope, announcedBytes(request), async () => undefined)
    const uploaded = await receiveUpload({ files, bytesMax: deps.fileBytesMax }, request, given.algorithm)
    try {
      const wanted = given.checksum?.trim().toLowerCase()
      if (wanted && wanted !== uploaded.checksum) {
        throw badRequest(
          `The file's ${given.algorithm} is ${uploaded.checksum}, not the given checksum. Send it again.`,
        )
      }
      return await withRoom(scope, uploaded.bytes, () => keep(scope, info, uploaded, given.algorithm))
    } catch (error) {
      // After a store failure, the next start shows whether the row exists and whether the file is still needed.
      if (!(error instanceof StoreFailed)) await uploaded.file.drop()
      throw error
    }
  }

  const withRoom = <T>(scope: Scope, bytes: number, make: () => Promise<T>): Promise<T> =>
    quotas.withBytes('OTA_PACKAGE', scope.tenantId, bytes, () => store.bytesOfTenant(scope.tenantId), make)

  async function keep(
    scope: Scope,
    info: OtaPackageInfo,
    uploaded: UploadedFile,
    checksumAlgorithm: ChecksumAlgorithm,
  ): Promise<StoredPackage> {
    const file = await uploaded.file.keep()
    const { fileName, contentType, bytes: dataSize, checksum } = uploaded
    const whole: OtaPackageInfo = {
      ...info,
      hasData: true,
      fileName,
      contentType,
      checksumAlgorithm,
      checksum,
      dataSize,
    }
    const columns = {
      file,
      file_name: fileName,
      content_type: contentType,
      checksum_algorithm: checksumAlgorithm,
      checksum,
      data_size: dataSize,
    }
    await written(
      commit({
        statements: [store.setData(info.id.id, columns)],
        changes: [changeOf('updated', whole)],
        ...entityAction(scope, 'UPDATED', whole, clock.nowMs()),
      }),
    )
    files.named(file)
    return { info: whole, file }
  }

  /** Deletes a package. Throws 400 while a device or a profile uses it. */
  async function remove(scope: Scope, id: string): Promise<void> {
    const { info } = await getFor(scope, 'DELETE', id)
    const user = await store.usedBy(id)
    if (user) throw badRequest(`The package is used by ${user} and can’t be deleted. Assign another one there first.`)
    await written(
      commit({
        statements: store.remove(info.tenantId.id, id),
        changes: [changeOf('deleted', info)],
        ...entityAction(scope, 'DELETED', info, clock.nowMs()),
      }),
    )
  }

  return { get, getInfo, list, listOfProfile, save, upload, remove }
}

function packageFrom(scope: Scope, input: OtaPackageInput, nowMs: number): OtaPackageInfo {
  const url = input.url?.trim() || null
  checkEntityTexts('package', { title: input.title, version: input.version }, { tag: input.tag, url })
  if ((input.usesUrl || input.isURL) && url === null) throw badRequest('Enter the URL of the package.')
  return {
    id: entityId('OTA_PACKAGE', newId(nowMs)),
    createdTime: nowMs,
    additionalInfo: input.additionalInfo ?? null,
    tenantId: entityId('TENANT', scope.tenantId),
    deviceProfileId: optionalEntityId('DEVICE_PROFILE', input.deviceProfileId?.id.toLowerCase() ?? null),
    type: input.type,
    title: input.title,
    version: input.version,
    tag: input.tag || null,
    url,
    // As in the reference API: this response has false for a URL too; reading the package returns true.
    hasData: false,
    fileName: null,
    contentType: null,
    checksumAlgorithm: null,
    checksum: null,
    dataSize: null,
  }
}

/** Throws 400 for a changed field. Absent fields mean unchanged; for fields that come from the file, so does null. */
function rejectChanges(info: OtaPackageInfo, input: OtaPackageInput): void {
  const retained: readonly (readonly [word: string, was: unknown, wanted: unknown])[] = [
    ['type', info.type, input.type],
    ['title', info.title, input.title],
    ['version', info.version, input.version],
    ['tag', info.tag, input.tag === '' ? null : input.tag],
    [
      'device profile',
      info.deviceProfileId?.id ?? null,
      input.deviceProfileId === null ? null : input.deviceProfileId?.id.toLowerCase(),
    ],
    ['URL', info.url, input.url === '' ? null : input.url],
    ['file name', info.fileName, input.fileName ?? undefined],
    ['content type', info.contentType, input.contentType ?? undefined],
    ['checksum algorithm', info.checksumAlgorithm, input.checksumAlgorithm ?? undefined],
    ['checksum', info.checksum, input.checksum ?? undefined],
    ['size', info.dataSize, input.dataSize ?? undefined],
  ]
  for (const [word, was, wanted] of retained) {
    if (wanted !== undefined && wanted !== was) {
      throw badRequest(`The ${word} of a package can’t change. Create another package.`)
    }
  }
}

const changeOf = (kind: EntityChange['kind'], info: OtaPackageInfo): EntityChange => ({
  kind,
  entity: info.id,
  tenantId: info.tenantId.id,
  customerId: NIL_UUID,
})

async function written(commit: Promise<unknown>): Promise<void> {
  try {
    await commit
  } catch (error) {
    if (error instanceof UniqueViolation) throw badRequest('A package with this title and version already exists.')
    if (error instanceof RowsMismatch) throw badRequest('Someone else changed this package. Reload and try again.')
    throw error
  }
}
