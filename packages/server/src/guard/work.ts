/**
 * Unit of work that running code belongs to: a connection, a request, a message or a job. An uncaught exception ends
 * this unit and nothing else (guard.ts).
 *
 * Promises and timers created within a unit of work belong to it automatically. Callbacks of sockets, workers and other
 * emitters don't, and an exception in them leaves the emitter in an inconsistent state: register them as `guarded(…)`.
 */

import { AsyncLocalStorage } from 'node:async_hooks'

/** Used by the metrics and the log. */
export type GuardedPart = 'request' | 'live connection' | 'device connection' | 'message' | 'job' | 'other'

export interface Work {
  readonly part: GuardedPart
  /** Handles an uncaught exception of this unit of work: counts and logs it, and ends the unit. Never throws. */
  failed(error: unknown): void
}

/** A context that can be left: for the rest of the execution, or while a function runs. */
interface Leavable {
  reset(): void
  exit<R>(run: () => R): R
}

const contexts: Leavable[] = []

/**
 * Creates a context that follows a call through its promises and timers. Contexts are registered here because an
 * uncaught exception would otherwise leave them set for the code that runs next.
 */
export function createContext<T>(): AsyncLocalStorage<T> {
  const context = new AsyncLocalStorage<T>()
  contexts.push({ reset: () => context.enterWith(undefined as T), exit: (run) => context.exit(run) })
  return context
}

/** Called after an uncaught exception of the process: the code that runs next belongs to no unit of work. */
export function resetContexts(): void {
  for (const context of contexts) context.reset()
}

const running = createContext<Work>()

export const currentWork = (): Work | undefined => running.getStore()

/**
 * Runs code as part of a unit of work. An exception, now or later, ends the unit; an exception during the call returns
 * undefined.
 */
export function runAs<T>(work: Work, run: () => T): T | undefined {
  try {
    return running.run(work, run)
  } catch (error) {
    work.failed(error)
    return undefined
  }
}

/**
 * Runs shared code outside of every context, regardless of the caller, so that it uses no caller's turns and counts
 * against no caller's budget.
 */
export const asNobody = <T>(run: () => T): T =>
  contexts.reduce<() => T>(
    (inside, { exit }) =>
      () =>
        exit(inside),
    run,
  )()

/**
 * Returns a callback that runs in a unit of work, by default in the current one; if there is none, the callback is
 * returned unchanged.
 */
export function guarded<A extends readonly unknown[]>(
  callback: (...args: A) => void,
  work: Work | undefined = running.getStore(),
): (...args: A) => void {
  return work === undefined ? callback : (...args) => void runAs(work, () => callback(...args))
}
