/**
 * Points buffered because the client reads slowly or exceeds its update rate: when there are too many, the older half
 * of each key's points is dropped, and the newest point of a key is always kept.
 */

/** Memory overhead of a point, counted in characters. */
const pointCharacters = 48

export const charactersOf = (value: string): number => value.length + pointCharacters

/** Drops the older half of each key's points. Returns the number of remaining characters. */
export function dropOlderPoints<P>(byKey: Map<string, P[]>, tsOf: (point: P) => number, textOf: (point: P) => string) {
  let left = 0
  for (const [key, points] of byKey) {
    if (points.length > 1) {
      // Late points arrive after newer ones.
      const newest = points.sort((a, b) => tsOf(a) - tsOf(b)).slice(points.length >> 1)
      byKey.set(key, newest)
      for (const point of newest) left += charactersOf(textOf(point))
    } else for (const point of points) left += charactersOf(textOf(point))
  }
  return left
}
