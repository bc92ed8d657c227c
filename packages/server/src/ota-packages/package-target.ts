/**
 * What a device receives about the package that it should have: shared attributes that describe it, and
 * telemetry that says how far it is. Pure.
 */

import { type EntityId, entityId } from '@sonde/model/ids'
import { type OtaPackageInfo, type PackageType, packageKeyPrefix } from '@sonde/model/ota-packages/ota-package'
import { type KeyedValue, ValueType } from '@sonde/model/telemetry/values'
import type { AttributeWrite, PointWrite } from '../storage/storage.ts'
import { attributeDeletions, attributeWrites, pointWrites } from '../telemetry/telemetry-changes.ts'

/** The device, and whose it is by now. */
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

/** All shared attributes that describe a package of the type. */
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

/** Whether a device with these attributes of `packageKeys` knows of the package; null: of none. */
export function isDescribedBy(info: OtaPackageInfo | null, present: readonly KeyedValue[]): boolean {
  const values = info === null ? [] : describing(info)
  const is = new Map(present.map(({ key, value }) => [key, String(value)]))
  return values.length === is.size && values.every(({ key, value }) => is.get(key) === String(value))
}

/**
 * Writes for a device whose package is another one now; null: it has none any more. `present` are the keys of
 * `packageKeys` that it has: those that do not describe the new package go.
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
      // A millisecond later, so that both states are kept.
      { ts: nowMs + 1, values: [text(`${fw}_state`, 'INITIATED')] },
    ],
    ttlSeconds,
  )
  return { points, attributes }
}
