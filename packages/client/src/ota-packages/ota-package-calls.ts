/** OTA packages: firmware and software for devices, uploaded as files or referenced by a URL. */

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

/** Package with its file in Base64; null if it has none. */
export type OtaPackage = OtaPackageInfo & { readonly data?: string | null }

export interface OtaUpload {
  readonly fileName: string
  readonly checksumAlgorithm: ChecksumAlgorithm
  /** Hexadecimal; default: computed by the server. */
  readonly checksum?: string
}

const root = '/api/otaPackage'

export type OtaPackageCalls = ReturnType<typeof createOtaPackageCalls>

export function createOtaPackageCalls(rest: Rest) {
  return {
    /** Page of the tenant's packages. */
    list: (link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<OtaPackageInfo>>('GET', '/api/otaPackages', { ...options, query: pageQuery(link) }),

    /** Page of a device profile's packages that devices can download: with a file or a URL. */
    listOfProfile: (deviceProfileId: string, type: PackageType, link: PageLink, options: CallOptions = {}) =>
      rest.request<PageData<OtaPackageInfo>>('GET', `/api/otaPackages/${deviceProfileId}/${type}`, {
        ...options,
        query: pageQuery(link),
      }),

    /** Package without the file. Throws `ApiError` 404. */
    info: (otaPackageId: string, options: CallOptions = {}) =>
      rest.request<OtaPackageInfo>('GET', `${root}/info/${otaPackageId}`, options),

    /** Package with the file in Base64; prefer `download` for large files. Throws `ApiError` 404. */
    get: (otaPackageId: string, options: CallOptions = {}) =>
      rest.request<OtaPackage>('GET', `${root}/${otaPackageId}`, options),

    /** Same as `get` under an alternative path. */
    getAmongAll: (otaPackageId: string, options: CallOptions = {}) =>
      rest.request<OtaPackage>('GET', `/api/otaPackages/${otaPackageId}`, options),

    /**
     * Creates a package, or updates it if it has an id; `upload` adds the file. Throws `ApiError` 400 if title and
     * version are taken.
     */
    save: (otaPackage: OtaPackageInput, options: CallOptions = {}) =>
      rest.request<OtaPackageInfo>('POST', root, { ...options, body: otaPackage }),

    /**
     * Uploads the file of a package that has none. In Node, `openAsBlob(path)` streams it. Throws `ApiError` 400 if the
     * checksum differs or the tenant's storage for packages is used up.
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

    /** Starts to download the file. Throws `ApiError` if the package has none. */
    download: (otaPackageId: string, options: CallOptions = {}): Promise<Download> =>
      download(rest, `${root}/${otaPackageId}/download`, options),

    /** Throws `ApiError` 400 while a device or a profile uses the package. */
    delete: (otaPackageId: string, options: CallOptions = {}) =>
      rest.request<void>('DELETE', `${root}/${otaPackageId}`, options),
  }
}
