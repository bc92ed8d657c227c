/** Store whose calls fail one at a time on request, to test the server's responses. */

import { currentWork, type GuardedPart } from '../../packages/server/src/guard/work.ts'
import type { Storage } from '../../packages/server/src/storage/storage.ts'

export const breaks = ['throws', 'answers nothing', 'hangs'] as const
export type Break = (typeof breaks)[number]

/** Text in the store's errors: must never occur in a response. */
export const storeSecret = 'select password from user_credentials'

export interface Breakage {
  /** Number of the failing call, from 1; 0: none. */
  readonly at: number
  readonly how: Break
  /** Part of the server whose calls count. */
  readonly part: GuardedPart
}

export interface BreakingStorage {
  around(storage: Storage): Storage
  /** Applies the breakage from now on. */
  begin(breakage: Breakage): void
  /** Ends the breakage; returns the names of the calls since `begin`. */
  end(): readonly string[]
  /** Resolves when a call hangs. */
  readonly hanging: Promise<void>
  /** Lets the hanging call continue normally. */
  goOn(): void
}

const empty: Readonly<Record<string, () => unknown>> = {
  first: () => undefined,
  all: () => [],
  upTo: () => [],
  scan: () => [],
  latest: () => [],
  latestOfMany: () => [],
  range: () => new Map(),
  rangesOfMany: () => [],
  textsOfMany: () => [],
  keys: () => [],
}

export function createBreakingStorage(): BreakingStorage {
  let breakage: Breakage | null = null
  let calls: string[] = []
  let hit = Promise.withResolvers<void>()
  let released = Promise.withResolvers<void>()

  /** Wraps a method so that it fails at the requested call. */
  const breaking =
    (name: string, method: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      if (!breakage || currentWork()?.part !== breakage.part) return method(...args)
      calls.push(name)
      if (calls.length !== breakage.at) return method(...args)
      switch (breakage.how) {
        case 'throws':
          return Promise.reject(new Error(storeSecret))
        case 'answers nothing':
          return name in empty ? Promise.resolve(empty[name]?.()) : method(...args)
        case 'hangs': {
          const until = released.promise
          hit.resolve()
          return until.then(() => method(...args))
        }
      }
    }

  const around = <T extends object>(of: T, names: readonly string[]): T =>
    new Proxy(of, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name)
        const isBreaking = typeof value === 'function' && typeof name === 'string' && names.includes(name)
        return isBreaking ? breaking(name, value.bind(target) as (...args: unknown[]) => unknown) : value
      },
    })

  return {
    around: (storage) => {
      const relational = around(storage.relational, ['first', 'all', 'upTo', 'scan'])
      const series = around(storage.series, Object.keys(empty))
      const transacting = around(storage, ['transact'])
      const parts: Partial<Storage> = { relational, series }
      return new Proxy(transacting, {
        get: (target, name) => Reflect.get(parts, name) ?? Reflect.get(target, name),
      })
    },
    begin(requested) {
      breakage = requested
      calls = []
      hit = Promise.withResolvers()
      released = Promise.withResolvers()
    },
    end() {
      breakage = null
      released.resolve()
      return calls
    },
    get hanging() {
      return hit.promise
    },
    goOn: () => released.resolve(),
  }
}
