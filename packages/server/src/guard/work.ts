/**
 * To what the code that runs belongs: a connection, a request, a message, a job. An exception that nobody catches ends
 * that, and nothing else (guard.ts).
 *
 * Promises and timers that are made while a work runs belong to it by themselves. Callbacks of sockets, workers and
 * other emitters do not, and what throws in them leaves their emitter half done: they are registered as `guarded(…)`.
 */

import { AsyncLocalStorage } from 'node:async_hooks'

/** For the metrics, and for the operator in the log. */
export type GuardedPart = 'request' | 'live connection' | 'device connection' | 'message' | 'job' | 'other'

export interface Work {
  readonly part: GuardedPart
  /** An exception came out of it: counts and logs it, and ends the work. Never throws. */
  failed(error: unknown): void
}

/** A context, and how it is left: from here on, or while something runs. */
interface Leavable {
  reset(): void
  exit<R>(run: () => R): R
}

const contexts: Leavable[] = []

/**
 * What goes with a call through its promises and timers. Made here and not by itself, because an exception that nobody
 * caught leaves its contexts behind for whatever comes next.
 */
export function createContext<T>(): AsyncLocalStorage<T> {
  const context = new AsyncLocalStorage<T>()
  contexts.push({ reset: () => context.enterWith(undefined as T), exit: (run) => context.exit(run) })
  return context
}

/** After an exception that came to the process: what follows belongs to nobody. */
export function resetContexts(): void {
  for (const context of contexts) context.reset()
}

const running = createContext<Work>()

export const currentWork = (): Work | undefined => running.getStore()

/** Runs a part of a work. What it throws, now or later, ends the work; undefined is returned then. */
export function runAs<T>(work: Work, run: () => T): T | undefined {
  try {
    return running.run(work, run)
  } catch (error) {
    work.failed(error)
    return undefined
  }
}

/**
 * Runs what belongs to nobody in particular, such as what many share, whoever asks for it first: outside of every
 * context, so that it uses nobody's turns and counts against nobody's budget either.
 */
export const asNobody = <T>(run: () => T): T =>
  contexts.reduce<() => T>(
    (inside, { exit }) =>
      () =>
        exit(inside),
    run,
  )()

/** A callback that belongs to a work, or to the one that registers it; outside of any it is returned as it is. */
export function guarded<A extends readonly unknown[]>(
  callback: (...args: A) => void,
  work: Work | undefined = running.getStore(),
): (...args: A) => void {
  return work === undefined ? callback : (...args) => void runAs(work, () => callback(...args))
}
