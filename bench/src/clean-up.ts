/** Replacement for the test context in benchmarks: registered clean-up functions run in any case. */

import type { CleanUp } from '../../e2e/platform/start-platform.ts'

export async function withCleanUp<T>(run: (t: CleanUp) => Promise<T>): Promise<T> {
  const steps: (() => unknown)[] = []
  try {
    return await run({ after: (step) => void steps.push(step) })
  } finally {
    for (const step of steps.reverse()) await step()
  }
}
