/** A guard for tests that records the exceptions it catches. */

import { type Guard, guardWith } from './guard.ts'

export interface TestGuard extends Guard {
  /** Caught exceptions as `part: message`. */
  readonly caught: readonly string[]
}

export function createTestGuard(): TestGuard {
  const caught: string[] = []
  const note = (part: string, error: unknown) => void caught.push(`${part}: ${(error as Error).message}`)
  return { ...guardWith(note, (error) => note('store', error)), caught }
}
