/** What the session is given: where tokens stay, what time it is. */

/** Text by key; the browser's local storage behind three functions. */
export interface TokenStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

export interface ClientClock {
  /** Epoch ms. */
  nowMs(): number
}

/** Runs one piece of work at a time, over all that share the storage. */
export type SessionLock = <T>(work: () => Promise<T>) => Promise<T>

/** The part of the browser's `navigator.locks` that is needed. */
interface WebLocks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
}

/**
 * Over all tabs of a browser: a refresh token is used once, so two tabs must not use the same. Browsers have locks where
 * the page came over TLS or from this machine; elsewhere tabs do without, and the server repeats its answer for a moment.
 */
export const webLock =
  (locks: WebLocks | undefined): SessionLock =>
  (work) =>
    locks ? locks.request('sonde-session', work) : work()

/** Forgets with the process: for Node, and for pages whose storage is blocked. */
export function memoryStorage(): TokenStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

/** The part of the browser's `localStorage` that is needed. */
interface WebStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export const webStorage = (storage: WebStorage): TokenStorage => ({
  get: (key) => storage.getItem(key),
  set: (key, value) => storage.setItem(key, value),
  remove: (key) => storage.removeItem(key),
})
