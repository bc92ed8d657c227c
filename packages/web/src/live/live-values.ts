/** Latest values by key, from live updates. */

import type { TsValue } from '@sonde/model/entity-query/entity-query'

export type LiveValues = ReadonlyMap<string, TsValue>

/**
 * Applies an update. A snapshot replaces all values; a value with ts 0 and an empty text removes its key; a value older
 * than the current one is ignored.
 */
export function applyValues(
  known: LiveValues | undefined,
  update: Readonly<Record<string, readonly TsValue[]>>,
  isSnapshot: boolean,
): LiveValues {
  const next = new Map(isSnapshot ? [] : known)
  for (const [key, points] of Object.entries(update)) {
    const point = points[0]
    if (!point) continue
    if (point.ts === 0 && point.value === '') next.delete(key)
    else if ((next.get(key)?.ts ?? 0) <= point.ts) next.set(key, point)
  }
  return next
}
