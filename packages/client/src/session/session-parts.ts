/** Dependencies of the session: token storage, clock and lock. */

/** Texts by key: a minimal interface to the browser's local storage. */
export interface TokenStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

export interface ClientClock {
  /** Epoch ms. */
  nowMs(): number
}

/** Runs one function at a time among all clients that share the storage. */
export type SessionLock = <T>(work: () => Promise<T>) => Promise<T>

/** Required part of the browser's `navigator.locks`. */
interface WebLocks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
}

/**
 * Lock across all tabs of a browser: a refresh token can be used only once, so two tabs must not use the same one.
 * Browsers offer locks only on TLS or localhost. Elsewhere tabs work without, and the server repeats its response for a
 * few seconds.
 */
export const webLock =
  (locks: WebLocks | undefined): SessionLock =>
  (work) =>
    locks ? locks.request('sonde-session', work) : work()

/** In-memory storage for Node, and for pages whose storage is blocked. */
export function memoryStorage(): TokenStorage {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}

/** Required part of the browser's `localStorage`. */
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
