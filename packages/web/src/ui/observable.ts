/** A value that views can watch. */

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

/** Whether something is open that closes with the component: what one user left open does not greet the next. */
export function useOpen(isOpen: Observable<boolean>): boolean {
  useEffect(() => () => isOpen.set(false), [isOpen])
  return useObservable(isOpen)
}
