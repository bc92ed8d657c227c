/** A number that moves to its new value. */

import { useEffect, useRef, useState } from 'react'

const prefersStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * The value on its way to `target`. It jumps for the first value, without a value, and if the user prefers reduced
 * motion. `durationMs` 0: always.
 */
export function useAnimated(target: number | null, durationMs: number, isLinear: boolean): number | null {
  const [shown, setShown] = useState(target)
  const latest = useRef(target)

  useEffect(() => {
    const from = latest.current
    const show = (value: number | null) => {
      latest.current = value
      setShown(value)
    }
    if (from === target) return
    if (from === null || target === null || durationMs <= 0 || prefersStill()) {
      show(target)
      return
    }
    let startMs: number | null = null
    let frame = requestAnimationFrame(function step(nowMs) {
      startMs ??= nowMs
      const share = Math.min(1, (nowMs - startMs) / durationMs)
      show(from + (target - from) * (isLinear ? share : 1 - (1 - share) ** 3))
      if (share < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target, durationMs, isLinear])

  return shown
}
