/** What there is to know of the connection, as a store that views can watch. */

export type LiveStatus =
  /** Nobody subscribes, or nobody is signed in. */
  | { readonly kind: 'closed'; readonly lastMessageAt: number | null }
  | { readonly kind: 'connecting'; readonly lastMessageAt: number | null }
  | { readonly kind: 'open'; readonly lastMessageAt: number | null }
  /** The connection is lost; tried again at `retryAt` (epoch ms). `reason` when it is worth showing. */
  | {
      readonly kind: 'waiting'
      readonly lastMessageAt: number | null
      readonly retryAt: number
      readonly attempts: number
      readonly reason: string | null
    }

export interface LiveStatusStore {
  /** The same object until something changes. `lastMessageAt` alone changes it without telling listeners. */
  get(): LiveStatus
  /** Returns the way to stop. */
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
