/**
 * Watches entities for subscriptions; many subscriptions may watch the same entity.
 *
 * A change is delivered to a few listeners at once, within the publisher's call. Many listeners are served in turns of
 * the tenant, in commit order, so that a device with a thousand subscriptions doesn't delay other senders. Changes that
 * arrive during delivery are merged: the newest value of each key is kept.
 */

import type { ChangeListener, ChangeStream } from '../changes/change-stream.ts'
import { type Guard, noGuard } from '../guard/guard.ts'
import { currentWork, type Work } from '../guard/work.ts'
import type { AttributeWrite, DeletedLatest, EntityChange, PointWrite } from '../storage/storage.ts'
import type { Turns } from '../turns/turns.ts'

/** Up to this many listeners are called at once. */
export const sentAtOnceMax = 32
/** Number of queued events above which they are merged, and maximum number after merging. */
const waitingMax = 64
const cachedMax = 1024

export interface EntityWatchers {
  /**
   * Calls the listener for changes of an entity, in the turns of the watching tenant. Returns the function that stops
   * watching.
   */
  watchEntity(tenantId: string, entityId: string, listener: ChangeListener): () => void
  /** Calls the listener for every change of an entity of a tenant. */
  watchTenant(tenantId: string, listener: Required<Pick<ChangeListener, 'change'>>): () => void
  /** Number of events that wait for delivery. */
  readonly waiting: number
  /** Number of events that were merged into others. */
  readonly merged: number
  stop(): void
}

type WatchUpdate =
  | { readonly kind: 'deletedLatest'; readonly items: readonly DeletedLatest[] }
  | { readonly kind: 'points'; readonly items: readonly PointWrite[] }
  | { readonly kind: 'attributes'; readonly items: readonly AttributeWrite[] }
  | { readonly kind: 'change'; readonly items: readonly EntityChange[] }

interface Event {
  readonly number: number
  readonly update: WatchUpdate
}

interface Listening {
  /** Number of the last event before the listener was added. */
  readonly since: number
  /** Unit of work that added the listener; an unexpected error of the listener ends it. */
  readonly work: Work | undefined
}

interface Group {
  readonly tenantId: string
  readonly listeners: Map<ChangeListener, Listening>
  events: Event[]
  isSending: boolean
  unwatch(): void
}

function deliver(listener: ChangeListener, update: WatchUpdate): void {
  switch (update.kind) {
    case 'deletedLatest':
      listener.deletedLatest?.(update.items)
      break
    case 'points':
      listener.points?.(update.items)
      break
    case 'attributes':
      listener.attributes?.(update.items)
      break
    case 'change':
      if (listener.change) for (const change of update.items) listener.change(change)
  }
}

/**
 * Merges events: one with the newest value of each attribute, one with the newest point of each key between two
 * deletions, and each entity change once, at its first position.
 */
function mergedEvents(events: readonly Event[]): Event[] {
  const merged: Event[] = []
  let points: { at: number; byKey: Map<string, PointWrite> } | null = null
  let attributes: { at: number; byKey: Map<string, AttributeWrite> } | null = null
  const changes = new Set<string>()
  for (const event of events) {
    const { update, number } = event
    if (update.kind === 'points') {
      points ??= { at: merged.push(event) - 1, byKey: new Map() }
      for (const point of update.items) {
        const existing = points.byKey.get(point.key)
        if (!existing || point.ts >= existing.ts) points.byKey.set(point.key, point)
      }
      merged[points.at] = { number, update: { kind: 'points', items: [...points.byKey.values()] } }
    } else if (update.kind === 'attributes') {
      attributes ??= { at: merged.push(event) - 1, byKey: new Map() }
      for (const write of update.items) attributes.byKey.set(`${write.scope} ${write.key}`, write)
      merged[attributes.at] = { number, update: { kind: 'attributes', items: [...attributes.byKey.values()] } }
    } else if (update.kind === 'deletedLatest') {
      points = null
      merged.push(event)
    } else {
      const items = update.items.filter(({ entity, kind, aspect }) => {
        const name = `${entity.id} ${kind} ${aspect ?? ''}`
        if (changes.has(name)) return false
        changes.add(name)
        return true
      })
      if (items.length > 0) merged.push({ number, update: { kind: 'change', items } })
    }
  }
  return merged
}

export interface EntityWatchersDeps {
  readonly live: Pick<ChangeStream, 'watchEntity' | 'watchAll'>
  readonly turns: Pick<Turns, 'run' | 'isOver' | 'next'>
  readonly guard?: Pick<Guard, 'attempt'>
}

export function createEntityWatchers({ live, turns, guard = noGuard }: EntityWatchersDeps): EntityWatchers {
  const entities = new Map<string, Group>()
  const tenants = new Map<string, Group>()
  let number = 0
  let waiting = 0
  let merged = 0

  const unwatchAll = live.watchAll({
    change(change) {
      const group = tenants.get(change.tenantId)
      if (group) publish(group, { kind: 'change', items: [change] })
    },
  })

  function publish(group: Group, update: WatchUpdate) {
    number++
    if (!group.isSending && group.listeners.size <= sentAtOnceMax) {
      for (const [listener, { work }] of [...group.listeners]) guard.attempt(() => deliver(listener, update), work)
      return
    }
    group.events.push({ number, update })
    waiting++
    if (group.events.length > waitingMax) merge(group)
    if (!group.isSending) void sendAll(group)
  }

  async function sendAll(group: Group) {
    group.isSending = true
    await turns.run({ tenantId: group.tenantId, userId: 'live' }, async () => {
      for (let event = group.events.shift(); event; event = group.events.shift()) {
        waiting--
        for (const [listener, { since, work }] of [...group.listeners]) {
          if (turns.isOver) await turns.next()
          // A listener that was added after the event has already read its result.
          if (since >= event.number || !group.listeners.has(listener)) continue
          guard.attempt(() => deliver(listener, event.update), work)
        }
      }
    })
    group.isSending = false
  }

  function merge(group: Group) {
    const before = group.events.length
    group.events = mergedEvents(group.events).slice(-cachedMax)
    waiting -= before - group.events.length
    merged += before - group.events.length
  }

  function watch(
    groups: Map<string, Group>,
    id: string,
    listener: ChangeListener,
    make: () => Pick<Group, 'tenantId' | 'unwatch'>,
  ): () => void {
    let group = groups.get(id)
    if (!group) {
      group = { ...make(), listeners: new Map(), events: [], isSending: false }
      groups.set(id, group)
    }
    const { listeners, unwatch } = group
    listeners.set(listener, { since: number, work: currentWork() })
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0 || groups.get(id)?.listeners !== listeners) return
      groups.delete(id)
      unwatch()
    }
  }

  function watchEntity(tenantId: string, entityId: string, listener: ChangeListener) {
    return watch(entities, entityId, listener, () => {
      const of = (update: WatchUpdate) => {
        const group = entities.get(entityId)
        if (group) publish(group, update)
      }
      const unwatch = live.watchEntity(entityId, {
        deletedLatest: (items) => of({ kind: 'deletedLatest', items }),
        points: (items) => of({ kind: 'points', items }),
        attributes: (items) => of({ kind: 'attributes', items }),
        change: (change) => of({ kind: 'change', items: [change] }),
      })
      return { tenantId, unwatch }
    })
  }

  return {
    watchEntity,
    watchTenant: (tenantId, listener) => watch(tenants, tenantId, listener, () => ({ tenantId, unwatch() {} })),
    get waiting() {
      return waiting
    },
    get merged() {
      return merged
    },
    stop: unwatchAll,
  }
}
