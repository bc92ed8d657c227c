/**
 * An alternative change stream for tests: commits are copied into a log, as if they were sent to another process, and
 * listeners are called from the log. `hold` delays delivery until `release`.
 */

import type { ChangeListener, ChangeStream, Committed } from './change-stream.ts'

export interface LoggedChangeStream extends ChangeStream {
  /** Holds published commits in the log from now on, and reports a lag of `lagMs` ms. */
  hold(lagMs: number): void
  /** Delivers the held commits to the listeners. */
  release(): void
}

interface Subscription {
  /** Null: all entities. */
  readonly entityId: string | null
  readonly listener: ChangeListener
}

const kinds = ['deletedLatest', 'points', 'attributes', 'changes'] as const

export function createLoggedChangeStream(): LoggedChangeStream {
  const log: Committed[] = []
  let subscriptions: readonly Subscription[] = []
  let position = 0
  let lagMs = 0

  function subscribe(entityId: string | null, listener: ChangeListener) {
    const subscription: Subscription = { entityId, listener }
    subscriptions = [...subscriptions, subscription]
    return () => {
      subscriptions = subscriptions.filter((each) => each !== subscription)
    }
  }

  function deliver() {
    while (lagMs === 0 && position < log.length) {
      const committed = log[position] as Committed
      position++
      for (const kind of kinds) {
        const items: readonly { entity: { id: string } }[] = committed[kind] ?? []
        if (items.length > 0) notifyAll(kind, items)
        for (const run of runsOf(items)) notifyOf(kind, run)
      }
    }
  }

  function notifyAll(kind: (typeof kinds)[number], items: readonly unknown[]) {
    for (const { entityId, listener } of subscriptions) if (entityId === null) notify(listener, kind, items)
  }

  function notifyOf(kind: (typeof kinds)[number], run: readonly { entity: { id: string } }[]) {
    const id = run[0]?.entity.id
    for (const { entityId, listener } of subscriptions) if (entityId === id) notify(listener, kind, run)
  }

  return {
    publish(committed) {
      log.push(structuredClone(committed))
      deliver()
    },
    get position() {
      return position
    },
    get lagMs() {
      return lagMs
    },
    watchEntity: subscribe,
    watchAll: (listener) => subscribe(null, listener),
    get listenerCount() {
      return subscriptions.length
    },
    hold(ms) {
      lagMs = ms
    },
    release() {
      lagMs = 0
      deliver()
    },
  }
}

function notify(listener: ChangeListener, kind: (typeof kinds)[number], items: readonly unknown[]) {
  if (kind === 'changes') for (const change of items) listener.change?.(change as never)
  else listener[kind]?.(items as never)
}

function runsOf<T extends { readonly entity: { readonly id: string } }>(items: readonly T[]): T[][] {
  const runs: T[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last?.[0]?.entity.id === item.entity.id) last.push(item)
    else runs.push([item])
  }
  return runs
}
