/** Waits of tests: for a condition, with a bound, so that a promise that is not kept fails by name instead of hanging. */

/** Two looks are this far apart: other work goes on in between. */
const lookMs = 2

/**
 * Waits until the condition holds; fails with what was waited for, which is the text of the condition unless `what`
 * says it.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what = String(condition),
  atMostMs = 60_000,
): Promise<void> {
  const end = performance.now() + atMostMs
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${atMostMs / 1000} s in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}
