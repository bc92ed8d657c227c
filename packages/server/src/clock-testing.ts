/** A clock for tests in which work takes the time that it says, whatever else the machine does. */

import assert from 'node:assert/strict'

const realNow = performance.now

export interface TestClock {
  /** Milliseconds. */
  readonly nowMs: number
  spend(ms: number): void
}

/**
 * Stands still in the place of `performance.now` until it is told what was spent, or the test is over. All tests of a
 * process share that function: of two clocks at a time the first would stay behind, so a test has one.
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
