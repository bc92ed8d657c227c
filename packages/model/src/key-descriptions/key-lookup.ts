/** Looks up the description of a key. Built once from all descriptions, called for each displayed value. */

import type { KeyDescription, KeyDescriptions } from './key-description.ts'

/** `type`: type of the entity; for a device, the name of its device profile. */
export type KeyLookup = (key: string, type?: string | null) => KeyDescription | undefined

export function keyLookup({ keys, profiles }: KeyDescriptions): KeyLookup {
  const common = new Map(keys.map((each) => [each.key, each]))
  const byType = new Map(
    profiles.map(({ deviceProfileName, keys: own }) => [
      deviceProfileName,
      new Map(own.map((each) => [each.key, { ...common.get(each.key), ...each }])),
    ]),
  )
  return (key, type) => (type ? byType.get(type)?.get(key) : undefined) ?? common.get(key)
}

/** Described name of a key, else the key itself. */
export const keyName = (key: string, description: KeyDescription | undefined): string => description?.name || key

/** Title for column headers and legends: `Temperature (°C)`. */
export function keyTitle(key: string, description: KeyDescription | undefined): string {
  const name = keyName(key, description)
  return description?.unit ? `${name} (${description.unit})` : name
}
