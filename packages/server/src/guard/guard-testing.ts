/** A guard for tests that records the errors it caught. */

import type { Guard } from './guard.ts'
import type { GuardedPart, Work } from './work.ts'
import { currentWork } from './work.ts'

export interface TestGuard extends Guard {
  /** Caught errors as `part: message`. */
  readonly caught: readonly string[]
}

export function createTestGuard(): TestGuard {
  const caught: string[] = []
  const note = (part: GuardedPart | 'store', error: unknown) => void caught.push(`${part}: ${(error as Error).message}`)
  function uncaught(error: unknown, work: Work | undefined = currentWork()) {
    if (work) work.failed(error)
    else note('other', error)
  }
  return {
    caught,
    work: ({ part, end }) => ({
      part,
      failed(error) {
        note(part, error)
        try {
          end(error)
        } catch (second) {
          note(part, second)
        }
      },
    }),
    attempt(run, work) {
      try {
        run()
      } catch (error) {
        uncaught(error, work)
      }
    },
    uncaught,
    inDoubt: (error) => note('store', error),
  }
}
