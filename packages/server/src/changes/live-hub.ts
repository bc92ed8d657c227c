/**
 * The live hub: every committed change is published here once, after its commit.
 *
 * Listeners are called in the order of subscription, in the publisher's turn; a listener only notes what it wants and
 * returns. Nothing here polls a store.
 */

import type { AttributeWrite, DeletedLatest, EntityChange, PointWrite } from '../storage/storage.ts'

export interface Committed {
  /** Before the points: what was deleted may have been written anew by the same commit. */
  readonly deletedLatest?: readonly DeletedLatest[]
  readonly points: readonly PointWrite[]
  readonly attributes: readonly AttributeWrite[]
  readonly changes: readonly EntityChange[]
}

export interface EntityListener {
  /** Latest values that went with deleted points, and what took their place. */
  deletedLatest?(deleted: readonly DeletedLatest[]): void
  points?(points: readonly PointWrite[]): void
  attributes?(attributes: readonly AttributeWrite[]): void
  change?(change: EntityChange): void
}

export interface LiveHub {
  publish(committed: Committed): void
  /** Hears what changes of one entity. Returns the way to stop. */
  watchEntity(entityId: string, listener: EntityListener): () => void
  /** Hears everything: for parts that keep sessions or caches. */
  watchAll(listener: EntityListener): () => void
  /** How many listeners there are, for the metrics. */
  readonly listenerCount: number
}

export function createLiveHub(): LiveHub {
  const byEntity = new Map<string, Set<EntityListener>>()
  const all = new Set<EntityListener>()

  function watchEntity(entityId: string, listener: EntityListener) {
    const listeners = byEntity.get(entityId) ?? new Set()
    byEntity.set(entityId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && byEntity.get(entityId) === listeners) byEntity.delete(entityId)
    }
  }

  function watchAll(listener: EntityListener) {
    all.add(listener)
    return () => void all.delete(listener)
  }

  /** Calls `tell` for each entity's listeners with the run of items that are that entity's. */
  function byRuns<T>(
    items: readonly T[],
    idOf: (item: T) => string,
    tell: (of: EntityListener, run: readonly T[]) => void,
  ) {
    if (items.length === 0) return
    for (const listener of all) tell(listener, items)
    if (byEntity.size === 0) return
    for (let start = 0; start < items.length; ) {
      const id = idOf(items[start] as T)
      let end = start + 1
      while (end < items.length && idOf(items[end] as T) === id) end++
      const listeners = byEntity.get(id)
      if (listeners) {
        const run = start === 0 && end === items.length ? items : items.slice(start, end)
        for (const listener of [...listeners]) tell(listener, run)
      }
      start = end
    }
  }

  return {
    publish({ deletedLatest, points, attributes, changes }) {
      if (deletedLatest) {
        byRuns(
          deletedLatest,
          (d) => d.entity.id,
          (listener, run) => listener.deletedLatest?.(run),
        )
      }
      byRuns(
        points,
        (p) => p.entity.id,
        (listener, run) => listener.points?.(run),
      )
      byRuns(
        attributes,
        (a) => a.entity.id,
        (listener, run) => listener.attributes?.(run),
      )
      byRuns(
        changes,
        (c) => c.entity.id,
        (listener, run) => {
          if (listener.change) for (const change of run) listener.change(change)
        },
      )
    },
    watchEntity,
    watchAll,
    get listenerCount() {
      let count = all.size
      for (const listeners of byEntity.values()) count += listeners.size
      return count
    },
  }
}
