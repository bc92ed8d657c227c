/** Spreads many small pieces of work over frames, so that each frame stays short. */

/** Work per frame, ms. */
const shareMs = 6

const waiting = new Set<() => void>()
let spentMs = 0
let isScheduled = false

/** Runs now if this frame has time left, otherwise in one of the next frames. Returns a function that prevents it. */
export function whenFree(run: () => void): () => void {
  if (waiting.size === 0 && spentMs < shareMs) spend(run)
  else waiting.add(run)
  schedule()
  return () => void waiting.delete(run)
}

function spend(run: () => void) {
  const before = performance.now()
  run()
  spentMs += performance.now() - before
}

function schedule() {
  if (isScheduled) return
  isScheduled = true
  requestAnimationFrame(() => {
    isScheduled = false
    spentMs = 0
    for (const run of waiting) {
      if (spentMs >= shareMs) break
      waiting.delete(run)
      spend(run)
    }
    if (waiting.size > 0) schedule()
  })
}
