/** Form of a new OTA package: draft, validation and request body. */

import {
  type ChecksumAlgorithm,
  checksumLengthMax,
  type OtaPackageInput,
  type PackageType,
} from '@sonde/model/ota-packages/ota-package'
import type { Translate } from '../../locale/texts.ts'
import type { ComboOption } from '../../ui/field/combo-field.tsx'
import { tooLong } from '../../ui/field/text-errors.ts'

/** File with its checksum. */
export interface FileDraft {
  readonly file: File | null
  /** The server computes the checksum. */
  readonly isGenerated: boolean
  readonly checksumAlgorithm: ChecksumAlgorithm
  readonly checksum: string
}

export interface PackageDraft extends FileDraft {
  readonly title: string
  readonly version: string
  /** Null: not edited, so derived from title and version. */
  readonly tag: string | null
  readonly profile: ComboOption | null
  readonly type: PackageType
  readonly source: 'file' | 'url'
  readonly url: string
  readonly description: string
}

export type FileErrors = { readonly [Field in keyof FileDraft]?: string | undefined }
export type PackageErrors = { readonly [Field in keyof PackageDraft]?: string | undefined }

export const emptyFile: FileDraft = { file: null, isGenerated: true, checksumAlgorithm: 'SHA256', checksum: '' }

export const emptyPackage = (profile: ComboOption | null): PackageDraft => ({
  ...emptyFile,
  title: '',
  version: '',
  tag: null,
  profile,
  type: 'FIRMWARE',
  source: 'file',
  url: '',
  description: '',
})

export const algorithmNames: Readonly<Record<ChecksumAlgorithm, string>> = {
  MD5: 'MD5',
  SHA256: 'SHA-256',
  SHA384: 'SHA-384',
  SHA512: 'SHA-512',
  CRC32: 'CRC-32',
  MURMUR3_32: 'Murmur3 32',
  MURMUR3_128: 'Murmur3 128',
}

/** Hexadecimal digits of a checksum; any other number is rejected before the upload. */
const digits: Readonly<Record<ChecksumAlgorithm, number>> = {
  MD5: 32,
  SHA256: 64,
  SHA384: 96,
  SHA512: 128,
  CRC32: 8,
  MURMUR3_32: 8,
  MURMUR3_128: 32,
}

export function fileErrors({ file, isGenerated, checksumAlgorithm, checksum }: FileDraft, t: Translate): FileErrors {
  return {
    file:
      file === null
        ? t('otaUpdates.fileNeeded')
        : file.size === 0
          ? t('otaUpdates.emptyFile', { name: file.name })
          : undefined,
    checksum: isGenerated ? undefined : checksumError(checksum.trim(), checksumAlgorithm, t),
  }
}

function checksumError(checksum: string, algorithm: ChecksumAlgorithm, t: Translate): string | undefined {
  if (checksum === '') return undefined
  if (checksum.length > checksumLengthMax) return tooLong(checksum, t, checksumLengthMax)
  const count = digits[algorithm]
  return checksum.length === count && /^[0-9a-f]+$/i.test(checksum)
    ? undefined
    : t('otaUpdates.checksumWrong', { name: algorithmNames[algorithm], count })
}

const needed = (text: string, missing: string, t: Translate) => (text.trim() === '' ? missing : tooLong(text, t))

export function packageErrors(draft: PackageDraft, t: Translate): PackageErrors {
  return {
    title: needed(draft.title, t('otaUpdates.nameRequired'), t),
    version: needed(draft.version, t('otaUpdates.versionRequired'), t),
    tag: tooLong(tagOf(draft), t),
    profile: draft.profile ? undefined : t('otaUpdates.profileRequired'),
    ...(draft.source === 'file' ? fileErrors(draft, t) : { url: needed(draft.url, t('otaUpdates.urlRequired'), t) }),
  }
}

/** Tag: title and version unless the user entered another one. */
export const tagOf = ({ tag, title, version }: PackageDraft): string =>
  tag ?? `${title.trim()} ${version.trim()}`.trim()

/** Request body for the package's description; the file is uploaded by a separate request. */
export function wirePackage(draft: PackageDraft): OtaPackageInput {
  const isUrl = draft.source === 'url'
  const description = draft.description.trim()
  return {
    title: draft.title.trim(),
    version: draft.version.trim(),
    tag: tagOf(draft).trim() || null,
    type: draft.type,
    deviceProfileId: draft.profile && { entityType: 'DEVICE_PROFILE', id: draft.profile.value },
    usesUrl: isUrl,
    url: isUrl ? draft.url.trim() : null,
    additionalInfo: description === '' ? null : { description },
  }
}

/** Parameters of the file upload. */
export const wireUpload = (file: File, { isGenerated, checksumAlgorithm, checksum }: FileDraft) => ({
  fileName: file.name,
  checksumAlgorithm: isGenerated ? ('SHA256' as const) : checksumAlgorithm,
  checksum: isGenerated ? undefined : checksum.trim().toLowerCase() || undefined,
})
