/** Rate limit for the updates of a session, with sliding counts per period. */

import type { UpdateRate } from './socket-limits.ts'

/** Slots per period: the count slides in steps of a tenth of it. */
const slots = 10

export function createUpdateRate(rates: readonly UpdateRate[]) {
  const windows = rates
    .filter(({ updates }) => updates > 0)
    .map(({ updates, periodMs }) => ({
      updates,
      slotMs: periodMs / slots,
      counts: new Array<number>(slots).fill(0),
      slot: 0,
      total: 0,
    }))

  function advance(window: (typeof windows)[number], nowMs: number) {
    const slot = Math.floor(nowMs / window.slotMs)
    const passed = Math.min(slots, slot - window.slot)
    for (let i = 1; i <= passed; i++) {
      const at = (slot - passed + i) % slots
      window.total -= window.counts[at] as number
      window.counts[at] = 0
    }
    if (slot > window.slot) window.slot = slot
  }

  return {
    /** Counts an update. */
    note(nowMs: number) {
      for (const window of windows) {
        advance(window, nowMs)
        window.counts[window.slot % slots] = (window.counts[window.slot % slots] as number) + 1
        window.total++
      }
    },
    /** Returns the ms to wait until one more is allowed; 0: now. */
    waitMs(nowMs: number): number {
      let wait = 0
      for (const window of windows) {
        advance(window, nowMs)
        if (window.total < window.updates) continue
        wait = Math.max(wait, (window.slot + 1) * window.slotMs - nowMs)
      }
      return wait
    },
  }
}
