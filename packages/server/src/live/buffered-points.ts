/**
 * Points that wait because the client reads slowly or got too much: when there are too many, the older half of each
 * key's goes, and the newest of a key always stays.
 */

/** What a point takes besides the characters of its value. */
const pointCharacters = 48

export const charactersOf = (value: string): number => value.length + pointCharacters

/** Drops the older half of each key's points. The characters that are left. */
export function dropOlderPoints<P>(byKey: Map<string, P[]>, tsOf: (point: P) => number, textOf: (point: P) => string) {
  let left = 0
  for (const [key, points] of byKey) {
    if (points.length > 1) {
      // Late points come after newer ones.
      const newest = points.sort((a, b) => tsOf(a) - tsOf(b)).slice(points.length >> 1)
      byKey.set(key, newest)
      for (const point of newest) left += charactersOf(textOf(point))
    } else for (const point of points) left += charactersOf(textOf(point))
  }
  return left
}
