/**
 * Data that a device receives about its target package: shared attributes that describe it and telemetry with the
 * update state. Pure functions.
 */

import { type EntityId, entityId } from '@sonde/model/ids'
import { type OtaPackageInfo, type PackageType, packageKeyPrefix } from '@sonde/model/ota-packages/ota-package'
import { type KeyedValue, ValueType } from '@sonde/model/telemetry/values'
import type { AttributeWrite, PointWrite } from '../storage/storage.ts'
import { attributeDeletions, attributeWrites, pointWrites } from '../telemetry/telemetry-changes.ts'

/** A device and its current tenant. */
export interface Target {
  readonly deviceId: string
  readonly tenantId: string
}

export interface TargetWrites {
  readonly points: readonly PointWrite[]
  readonly attributes: readonly AttributeWrite[]
}

const text = (key: string, value: string): KeyedValue => ({ key, type: ValueType.STRING, value })
const whole = (key: string, value: number): KeyedValue => ({ key, type: ValueType.LONG, value })

const names = ['title', 'version', 'tag', 'size', 'checksum', 'checksum_algorithm', 'url'] as const

/** Keys of all shared attributes that describe a package of the type. */
export const packageKeys = (type: PackageType): readonly string[] =>
  names.map((name) => `${packageKeyPrefix[type]}_${name}`)

function describing(info: OtaPackageInfo): KeyedValue[] {
  const fw = packageKeyPrefix[info.type]
  const values = [text(`${fw}_title`, info.title), text(`${fw}_version`, info.version)]
  if (info.tag) values.push(text(`${fw}_tag`, info.tag))
  if (info.url !== null) values.push(text(`${fw}_url`, info.url))
  if (info.dataSize !== null) values.push(whole(`${fw}_size`, info.dataSize))
  if (info.checksumAlgorithm && info.checksum) {
    values.push(text(`${fw}_checksum_algorithm`, info.checksumAlgorithm), text(`${fw}_checksum`, info.checksum))
  }
  return values
}

/** Whether these values of `packageKeys` describe the package; null: describe no package. */
export function isDescribedBy(info: OtaPackageInfo | null, present: readonly KeyedValue[]): boolean {
  const values = info === null ? [] : describing(info)
  const is = new Map(present.map(({ key, value }) => [key, String(value)]))
  return values.length === is.size && values.every(({ key, value }) => is.get(key) === String(value))
}

/**
 * Writes for a device whose target package changed; null: it no longer has one. `present`: existing keys among
 * `packageKeys`; those that don't describe the new package are deleted.
 */
export function targetWrites(
  { deviceId, tenantId }: Target,
  type: PackageType,
  info: OtaPackageInfo | null,
  present: readonly string[],
  { nowMs, ttlSeconds }: { readonly nowMs: number; readonly ttlSeconds: number },
): TargetWrites {
  const entity: EntityId = entityId('DEVICE', deviceId)
  const subject = { entity, tenantId, customerId: '' }
  const values = info === null ? [] : describing(info)
  const gone = present.filter((key) => !values.some((value) => value.key === key))
  const attributes = [
    ...attributeDeletions(subject, 'SHARED_SCOPE', gone, nowMs, true),
    ...attributeWrites(subject, 'SHARED_SCOPE', values, nowMs, true),
  ]
  if (info === null) return { points: [], attributes }
  const fw = packageKeyPrefix[type]
  const queued = [
    text(`target_${fw}_title`, info.title),
    text(`target_${fw}_version`, info.version),
    ...(info.tag ? [text(`target_${fw}_tag`, info.tag)] : []),
    whole(`target_${fw}_ts`, nowMs),
    text(`${fw}_state`, 'QUEUED'),
  ]
  const points = pointWrites(
    subject,
    [
      { ts: nowMs, values: queued },
      // A millisecond later, so that both states are stored.
      { ts: nowMs + 1, values: [text(`${fw}_state`, 'INITIATED')] },
    ],
    ttlSeconds,
  )
  return { points, attributes }
}
