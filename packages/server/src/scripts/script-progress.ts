/**
 * Progress of a thread as seen by the pool's watch: the current call, since when it's running, and the request to
 * yield.
 */

import { progressCall, progressSlots, progressYield } from './script-protocol.ts'

/** Progress value of a batch whose first call hasn't started. */
export const notBegun = -1

export interface ThreadProgress {
  /** Memory shared with the thread. */
  readonly slots: Int32Array
  /** The last observed call and the time of its first observation (monotonic ms). */
  seenAt: number
  seenSince: number
}

export function createProgress(): ThreadProgress {
  const slots = new Int32Array(new SharedArrayBuffer(progressSlots * Int32Array.BYTES_PER_ELEMENT))
  return { slots, seenAt: notBegun, seenSince: 0 }
}

/** Resets the progress when a thread without batches gets one. */
export function beginProgress(progress: ThreadProgress, now: number) {
  progress.seenAt = notBegun
  progress.seenSince = now
  Atomics.store(progress.slots, progressCall, notBegun)
}

/** How long the thread has been running its current call, ms. */
export function lookAt(progress: ThreadProgress, now: number): number {
  const at = Atomics.load(progress.slots, progressCall)
  if (at !== progress.seenAt) {
    progress.seenAt = at
    progress.seenSince = now
  }
  return now - progress.seenSince
}

/** True: the thread returns calls that haven't started. */
export function setYield({ slots }: ThreadProgress, isYielding: boolean) {
  Atomics.store(slots, progressYield, isYielding ? 1 : 0)
}
