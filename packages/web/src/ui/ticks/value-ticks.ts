/** Round ticks for value axes and scales, in steps of 1, 2 or 5 times a power of ten. */

export interface ValueTicks {
  readonly ticks: readonly number[]
  readonly min: number
  readonly max: number
  readonly decimals: number
}

const ticksMin = 3
const ticksMax = 6
const tickSpacePx = 40

/** Axis that includes [low, high], with 3 to 6 ticks on `heightPx`. Fixed ends are kept unchanged. */
export function valueTicks(
  low: number,
  high: number,
  heightPx: number,
  fixed: { readonly min: number | null; readonly max: number | null; readonly tickSize: number | null } = {
    min: null,
    max: null,
    tickSize: null,
  },
): ValueTicks {
  let from = fixed.min ?? low
  let to = fixed.max ?? high
  if (!(from < to)) {
    // A single value gets a range around it.
    const room = Math.abs(from) > 0 ? Math.abs(from) * 0.1 : 1
    from = fixed.min ?? from - room
    to = Math.max(from + room, fixed.max ?? to + room)
  }
  const room = Math.floor(heightPx / tickSpacePx) + 1
  // Low charts get one tick more than their height allows, rather than only two.
  const most = heightPx < 2 * tickSpacePx ? ticksMin : Math.max(ticksMin + 1, Math.min(ticksMax, room))
  const step = fixed.tickSize && fixed.tickSize > 0 ? fixed.tickSize : stepFor(from, to, most, fixed)
  const min = fixed.min ?? Math.floor(from / step + 1e-9) * step
  const max = fixed.max ?? Math.ceil(to / step - 1e-9) * step
  const decimals = Math.max(0, Math.min(15, -Math.floor(Math.log10(step) + 1e-9)))
  const ticks: number[] = []
  for (let i = Math.ceil(min / step - 1e-9); i * step <= max + step * 1e-9 && ticks.length < 50; i++) {
    ticks.push(Number((i * step).toFixed(decimals)))
  }
  return { ticks, min, max, decimals }
}

/** Smallest round step for which at most `most` ticks cover the range. */
function stepFor(from: number, to: number, most: number, fixed: { min: number | null; max: number | null }): number {
  let step = roundStep((to - from) / most)
  for (;;) {
    const first = fixed.min === null ? Math.floor(from / step + 1e-9) : Math.ceil(from / step - 1e-9)
    const last = fixed.max === null ? Math.ceil(to / step - 1e-9) : Math.floor(to / step + 1e-9)
    if (last - first + 1 <= most) return step
    step = roundStep(step * 1.5)
  }
}

/** Smallest number of the form 1, 2 or 5 times a power of ten that is at least `least`. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}
