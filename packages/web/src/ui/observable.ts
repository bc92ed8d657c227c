/** A value that views can watch. */

import { useSyncExternalStore } from 'react'

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
