/** Status of the connection, as an observable store. */

export type LiveStatus =
  /** There are no subscribers, or no user is signed in. */
  | { readonly kind: 'closed'; readonly lastMessageAt: number | null }
  | { readonly kind: 'connecting'; readonly lastMessageAt: number | null }
  | { readonly kind: 'open'; readonly lastMessageAt: number | null }
  /** The connection is lost; the next attempt is at `retryAt` (epoch ms). `reason`: set if it should be shown. */
  | {
      readonly kind: 'waiting'
      readonly lastMessageAt: number | null
      readonly retryAt: number
      readonly attempts: number
      readonly reason: string | null
    }

export interface LiveStatusStore {
  /** Returns the same object until something changes. A change of `lastMessageAt` alone doesn't notify listeners. */
  get(): LiveStatus
  /** Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void
}

type WithoutTime<S> = S extends LiveStatus ? Omit<S, 'lastMessageAt'> : never

export function createLiveStatus() {
  const listeners = new Set<() => void>()
  let status: LiveStatus = { kind: 'closed', lastMessageAt: null }
  let lastMessageAt: number | null = null

  const store: LiveStatusStore = {
    get: () => {
      if (status.lastMessageAt !== lastMessageAt) status = { ...status, lastMessageAt }
      return status
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  return {
    store,
    become(next: WithoutTime<LiveStatus>) {
      status = { ...next, lastMessageAt }
      for (const listener of [...listeners]) listener()
    },
    messageAt(ms: number) {
      lastMessageAt = ms
    },
  }
}
