/** Finds the entities with the highest counts among any number of entities, in bounded memory. */

import type { EntityId } from '@sonde/model/ids'

export interface HeavyHitter {
  readonly entity: EntityId
  readonly count: number
}

export interface HeavyHitters {
  add(entity: EntityId, amount: number): void
  /** Adds an amount that isn't attributed to an entity. */
  addUnnamed(amount: number): void
  /** Total of all amounts, attributed or not. */
  readonly total: number
  /** In descending order of the count. */
  top(max: number): HeavyHitter[]
}

/**
 * Space-saving algorithm: a new entity replaces the one with the smallest count and inherits its count. Each count is
 * too high by at most the smallest count, and no entity with more than `total / max` is missed.
 */
export function createHeavyHitters(max: number): HeavyHitters {
  const byId = new Map<string, { readonly entity: EntityId; count: number }>()
  let total = 0

  function smallest(): { id: string; count: number } {
    let found = { id: '', count: Number.POSITIVE_INFINITY }
    for (const [id, { count }] of byId) if (count < found.count) found = { id, count }
    return found
  }

  return {
    add(entity, amount) {
      total += amount
      const existing = byId.get(entity.id)
      if (existing) {
        existing.count += amount
        return
      }
      let count = amount
      if (byId.size >= max) {
        const least = smallest()
        byId.delete(least.id)
        count += least.count
      }
      byId.set(entity.id, { entity, count })
    },
    addUnnamed(amount) {
      total += amount
    },
    get total() {
      return total
    },
    top: (most) => [...byId.values()].sort((a, b) => b.count - a.count).slice(0, most),
  }
}
