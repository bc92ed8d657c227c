/** What the watch of the pool sees of a thread: which call it is at, since when, and that its turn is over. */

import { progressCall, progressSlots, progressYield } from './script-protocol.ts'

/** Progress of a batch whose first call has not begun. */
export const notBegun = -1

export interface ThreadProgress {
  /** Shared with the thread. */
  readonly slots: Int32Array
  /** The call that was seen last, and since when (monotonic ms). */
  seenAt: number
  seenSince: number
}

export function createProgress(): ThreadProgress {
  const slots = new Int32Array(new SharedArrayBuffer(progressSlots * Int32Array.BYTES_PER_ELEMENT))
  return { slots, seenAt: notBegun, seenSince: 0 }
}

/** A thread without batches gets one. */
export function beginProgress(progress: ThreadProgress, now: number) {
  progress.seenAt = notBegun
  progress.seenSince = now
  Atomics.store(progress.slots, progressCall, notBegun)
}

/** For how long the thread has been at its call, ms. */
export function lookAt(progress: ThreadProgress, now: number): number {
  const at = Atomics.load(progress.slots, progressCall)
  if (at !== progress.seenAt) {
    progress.seenAt = at
    progress.seenSince = now
  }
  return now - progress.seenSince
}

/** With true the thread gives back what it has not begun. */
export function setYield({ slots }: ThreadProgress, isYielding: boolean) {
  Atomics.store(slots, progressYield, isYielding ? 1 : 0)
}
