/** Test clock: time passes only when a test says so, independent of the machine's speed. */

import assert from 'node:assert/strict'

const realNow = performance.now

export interface TestClock {
  /** Current time, ms. */
  readonly nowMs: number
  spend(ms: number): void
}

/**
 * Replaces `performance.now` with a clock that only `spend` advances, until the test ends. All tests of a process
 * share `performance.now`, so only one clock can be active: a test takes it once.
 */
export function takeClock(t: { after(fn: () => void): void }): TestClock {
  assert.equal(performance.now, realNow, 'The clock is taken. A test takes it once.')
  let nowMs = 1_000_000
  performance.now = () => nowMs
  t.after(() => {
    performance.now = realNow
  })
  return {
    get nowMs() {
      return nowMs
    },
    spend(ms) {
      nowMs += ms
    },
  }
}
