/** Chooses the telemetry keys of an entity's overview. Pure. */

import type { TsValue } from '@sonde/model/entity-query/entity-query'
import type { KeyDescriptions } from '@sonde/model/key-descriptions/key-description'
import { keyPlaces } from '@sonde/model/key-descriptions/key-order'
import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { isPackageKey } from '@sonde/model/ota-packages/package-keys'
import type { LiveValues } from '../live/live-values.ts'

/** Maximum number of values; where there is no room for all, the style sheet shows one row of four. */
const valuesMax = 12

/**
 * Described keys in the order of their descriptions, then the most recent ones. Keys of updates only if there are no
 * others. `profile`: name of a device's profile.
 */
export function overviewKeys(
  values: LiveValues | undefined,
  descriptions: KeyDescriptions = noKeyDescriptions,
  profile?: string,
): readonly (readonly [key: string, point: TsValue])[] {
  const all = [...(values ?? [])]
  const measured = all.filter(([key]) => !isPackageKey(key))
  const placeOf = keyPlaces(descriptions, profile)
  return (measured.length > 0 ? measured : all)
    .map(([key, point]) => ({ key, point, place: placeOf(key) }))
    .sort(
      (a, b) =>
        // Both may be Infinity, whose difference is no number.
        (a.place === b.place ? 0 : a.place - b.place) || b.point.ts - a.point.ts || a.key.localeCompare(b.key),
    )
    .slice(0, valuesMax)
    .map(({ key, point }) => [key, point] as const)
}
