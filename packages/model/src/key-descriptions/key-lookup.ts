/** Finds what is known of a key. Built once from all descriptions, asked for each value that is shown. */

import type { KeyDescription, KeyDescriptions } from './key-description.ts'

/** `type`: of the entity, which is the name of its device profile if it is a device. */
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

/** The name of a key, else the key. */
export const keyName = (key: string, description: KeyDescription | undefined): string => description?.name || key

/** `Temperature (°C)`: for the head of a column and a legend. */
export function keyTitle(key: string, description: KeyDescription | undefined): string {
  const name = keyName(key, description)
  return description?.unit ? `${name} (${description.unit})` : name
}
