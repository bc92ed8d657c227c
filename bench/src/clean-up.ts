/** What a test context does for tests, for benchmarks: what was started is stopped, whatever happens. */

import type { CleanUp } from '../../e2e/platform/start-platform.ts'

export async function withCleanUp<T>(run: (t: CleanUp) => Promise<T>): Promise<T> {
  const steps: (() => unknown)[] = []
  try {
    return await run({ after: (step) => void steps.push(step) })
  } finally {
    for (const step of steps.reverse()) await step()
  }
}
