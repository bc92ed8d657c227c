/**
 * Waits for a condition in tests, with a timeout, so that a condition that never holds fails by name instead of
 * hanging.
 */

/** Polling interval, ms. Other work runs in between. */
const lookMs = 2

/** Waits until the condition holds. On timeout, the error names `what`, by default the source text of the condition. */
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
