/**
 * Change stream within one process: listeners are called synchronously by `publish`, so the lag is always 0. An error
 * in a
 * listener ends the work that the listener belongs to; the other listeners are still called.
 */

import { type Guard, noGuard } from '../guard/guard.ts'
import { currentWork, type Work } from '../guard/work.ts'
import type { ChangeListener, ChangeStream } from './change-stream.ts'

/** Listeners, each with the work during which it subscribed. */
type Listeners = Map<ChangeListener, Work | undefined>

export function createProcessChangeStream(guard: Pick<Guard, 'uncaught'> = noGuard): ChangeStream {
  const byEntity = new Map<string, Listeners>()
  const all: Listeners = new Map()
  let position = 0

  function watchEntity(entityId: string, listener: ChangeListener) {
    const listeners: Listeners = byEntity.get(entityId) ?? new Map()
    byEntity.set(entityId, listeners.set(listener, currentWork()))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && byEntity.get(entityId) === listeners) byEntity.delete(entityId)
    }
  }

  function watchAll(listener: ChangeListener) {
    all.set(listener, currentWork())
    return () => void all.delete(listener)
  }

  function notifyAll<T>(
    listeners: Iterable<[ChangeListener, Work | undefined]>,
    run: readonly T[],
    notify: (listener: ChangeListener, run: readonly T[]) => void,
  ) {
    for (const [listener, work] of listeners) {
      try {
        notify(listener, run)
      } catch (error) {
        guard.uncaught(error, work)
      }
    }
  }

  /**
   * Calls the global listeners with all items, then each entity's listeners with the consecutive items of that entity.
   */
  function byRuns<T>(
    items: readonly T[],
    idOf: (item: T) => string,
    notify: (listener: ChangeListener, run: readonly T[]) => void,
  ) {
    if (items.length === 0) return
    notifyAll(all, items, notify)
    if (byEntity.size === 0) return
    for (let start = 0; start < items.length; ) {
      const id = idOf(items[start] as T)
      let end = start + 1
      while (end < items.length && idOf(items[end] as T) === id) end++
      const listeners = byEntity.get(id)
      if (listeners) {
        const run = start === 0 && end === items.length ? items : items.slice(start, end)
        notifyAll([...listeners], run, notify)
      }
      start = end
    }
  }

  return {
    publish({ deletedLatest, points, attributes, changes }) {
      position++
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
    get position() {
      return position
    },
    lagMs: 0,
    watchEntity,
    watchAll,
    get listenerCount() {
      let count = all.size
      for (const listeners of byEntity.values()) count += listeners.size
      return count
    },
  }
}
