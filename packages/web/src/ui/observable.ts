/** A value that components can subscribe to. */

import { useEffect, useSyncExternalStore } from 'react'

export interface Observable<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createObservable<T>(initial: T): Observable<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export const useObservable = <T>(observable: Observable<T>): T =>
  useSyncExternalStore(observable.subscribe, observable.get)

/**
 * Subscribes to an open state and resets it on unmount, so that a dialog left open by one user doesn't appear for the
 * next.
 */
export function useOpen(isOpen: Observable<boolean>): boolean {
  useEffect(() => () => isOpen.set(false), [isOpen])
  return useObservable(isOpen)
}
