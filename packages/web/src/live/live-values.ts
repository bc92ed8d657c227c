/** Latest values by key, as updates come in. */

import type { TsValue } from '@sonde/model/entity-query/entity-query'

export type LiveValues = ReadonlyMap<string, TsValue>

/**
 * The values after an update. A snapshot replaces what was known; a key of ts 0 and "" is gone; an older value than
 * the known one changes nothing.
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
