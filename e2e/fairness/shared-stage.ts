/** Setup shared by the tests of a file, because a server takes longer to start than most attacks last. */

import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { CleanUp } from '../platform/start-platform.ts'

/**
 * Runs the setup before the tests of the file and cleans up after them. Returns a function that gives a test access to
 * it.
 */
export function shareStage<Stage>(set: (t: CleanUp) => Promise<Stage>): (t: CleanUp) => Stage {
  const ends: (() => unknown)[] = []
  let hasPassed = true
  let stage: Stage | undefined
  before(async () => {
    stage = await set({
      name: 'all tests of the file',
      get passed() {
        return hasPassed
      },
      after: (end: () => unknown) => void ends.unshift(end),
    })
  })
  after(async () => {
    for (const end of ends) await end()
  })
  return (t) => {
    t.after(() => {
      if (t.passed === false) hasPassed = false
    })
    assert.ok(stage, 'The server has not started.')
    return stage
  }
}
