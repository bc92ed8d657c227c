/** API schemas of OTA packages: firmware and software that devices download. */

import Type, { type Static } from 'typebox'
import { additionalInfo, epochMs, idOf, looseIdOf, nullable, nullish, text } from '../schema-parts.ts'

export const packageTypes = ['FIRMWARE', 'SOFTWARE'] as const
export type PackageType = (typeof packageTypes)[number]

export const checksumAlgorithms = ['MD5', 'SHA256', 'SHA384', 'SHA512', 'CRC32', 'MURMUR3_32', 'MURMUR3_128'] as const
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number]

/** Maximum characters of a checksum in a request. */
export const checksumLengthMax = 1020

export const otaPackageInfo = Type.Object({
  id: idOf('OTA_PACKAGE'),
  createdTime: epochMs,
  additionalInfo,
  tenantId: idOf('TENANT'),
  /** null: for devices of all profiles. */
  deviceProfileId: nullable(idOf('DEVICE_PROFILE')),
  type: Type.Enum([...packageTypes]),
  title: text,
  version: text,
  tag: nullable(text),
  /** URL from which devices download the package; such a package has no stored file. */
  url: nullable(text),
  hasData: Type.Boolean({ description: 'Whether the package has a file or a URL' }),
  fileName: nullable(text),
  contentType: nullable(text),
  checksumAlgorithm: nullable(Type.Enum([...checksumAlgorithms])),
  checksum: nullable(Type.String({ maxLength: checksumLengthMax })),
  dataSize: nullable(Type.Integer({ minimum: 0, description: 'Bytes' })),
})
export type OtaPackageInfo = Static<typeof otaPackageInfo>

/** Package with its file. */
export const otaPackage = Type.Object({
  ...otaPackageInfo.properties,
  data: Type.Optional(nullable(Type.String({ contentEncoding: 'base64' }))),
})

/** Save request. With an id, only the free JSON may differ from the stored package. */
export const otaPackageInput = Type.Object({
  id: nullish(looseIdOf('OTA_PACKAGE')),
  deviceProfileId: nullish(looseIdOf('DEVICE_PROFILE')),
  type: Type.Enum([...packageTypes]),
  title: text,
  version: text,
  tag: nullish(text),
  url: nullish(Type.String({ maxLength: 2048 })),
  usesUrl: nullish(Type.Boolean({ description: 'The file is at `url`' })),
  /** Former name of the same field. */
  isURL: nullish(Type.Boolean()),
  fileName: nullish(Type.String()),
  contentType: nullish(Type.String()),
  checksumAlgorithm: nullish(Type.Enum([...checksumAlgorithms])),
  checksum: nullish(Type.String()),
  dataSize: nullish(Type.Number()),
  additionalInfo: Type.Optional(additionalInfo),
})
export type OtaPackageInput = Static<typeof otaPackageInput>

/** Prefixes of the keys that announce a package to a device and report its progress. */
export const packageKeyPrefix = { FIRMWARE: 'fw', SOFTWARE: 'sw' } as const satisfies Record<PackageType, string>
