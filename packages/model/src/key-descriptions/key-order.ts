/** Orders keys by their descriptions: what a tenant describes matters more to it than what it doesn't. */

import type { KeyDescriptions } from './key-description.ts'

/**
 * Place of a key among the described ones: first those of the type, then those of all entities, each as described.
 * Infinity: not described.
 */
export function keyPlaces({ keys, profiles }: KeyDescriptions, type?: string | null): (key: string) => number {
  const own = profiles.find(({ deviceProfileName }) => deviceProfileName === type)?.keys ?? []
  const ordered = new Set([...own, ...keys].map(({ key }) => key))
  const places = new Map([...ordered].map((key, place) => [key, place]))
  return (key) => places.get(key) ?? Number.POSITIVE_INFINITY
}
