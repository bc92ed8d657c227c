/** OTA packages: firmware and software for devices, uploaded as files or named by a URL. */

import type {
  ChecksumAlgorithm,
  OtaPackageInfo,
  OtaPackageInput,
  PackageType,
} from '@sonde/model/ota-packages/ota-package'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type Download, download } from '../rest/download.ts'
import { pageQuery } from '../rest/page-query.ts'
import type { CallOptions, RequestOptions, Rest } from '../rest/rest.ts'

/** A package with its file in Base64; null without one. */
export type OtaPackage = OtaPackageInfo & { readonly data?: string | null }

export interface OtaUpload {
  readonly fileName: string
  readonly checksumAlgorithm: ChecksumAlgorithm
  /** Hexadecimal; computed by the platform when absent. */
  readonly checksum?: string
}

const root = '/api/otaPackage'

export type OtaPackageCalls = ReturnType<typeof createOtaPackageCalls>

export function createOtaPackageCalls(rest: Rest) {
  return {
    /** A page of the tenant's packages. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<OtaPackageInfo>>('GET', '/api/otaPackages', { ...options, query: pageQuery(link) }),

    /** A page of the packages of a device profile that devices can take: with a file or a URL. */
    listOfProfile: (deviceProfileId: string, type: PackageType, link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<OtaPackageInfo>>('GET', `/api/otaPackages/${deviceProfileId}/${type}`, {
        ...options,
        query: pageQuery(link),
      }),

    /** Without the file. Throws `ApiError` 404. */
    info: (otaPackageId: string, options: CallOptions = {}) =>
      rest.request<OtaPackageInfo>('GET', `${root}/info/${otaPackageId}`, options),

    /** With the file in Base64: `download` is better for large ones. Throws `ApiError` 404. */
    get: (otaPackageId: string, options: CallOptions = {}) =>
      rest.request<OtaPackage>('GET', `${root}/${otaPackageId}`, options),

    /** As `get`, by the wire's second path. */
    getAmongAll: (otaPackageId: string, options: CallOptions = {}) =>
      rest.request<OtaPackage>('GET', `/api/otaPackages/${otaPackageId}`, options),

    /**
     * Makes a package, or changes it when it has an id; `upload` brings the file. Throws `ApiError` 400 when title and
     * version are taken.
     */
    save: (otaPackage: OtaPackageInput, options: CallOptions = {}) =>
      rest.request<OtaPackageInfo>('POST', root, { ...options, body: otaPackage }),

    /**
     * Brings the file of a package that has none. In Node, `openAsBlob(path)` reads it while it is sent. Throws
     * `ApiError` 400 when the checksum is another one or the tenant's room for packages is used up.
     */
    upload: (
      otaPackageId: string,
      file: Blob,
      { fileName, checksumAlgorithm, checksum }: OtaUpload,
      options: CallOptions & Pick<RequestOptions, 'fetch'> = {},
    ) => {
      const form = new FormData()
      form.append('file', file, fileName)
      return rest.request<OtaPackageInfo>('POST', `${root}/${otaPackageId}`, {
        ...options,
        query: { checksum: checksum || undefined, checksumAlgorithm },
        form,
      })
    },

    /** Begins to download the file. Throws `ApiError` when the package has none. */
    download: (otaPackageId: string, options: CallOptions = {}): Promise<Download> =>
      download(rest, `${root}/${otaPackageId}/download`, options),

    /** Throws `ApiError` 400 while a device or a profile uses the package. */
    delete: (otaPackageId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root}/${otaPackageId}`, options),
  }
}
