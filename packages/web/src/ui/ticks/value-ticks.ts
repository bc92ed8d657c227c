/** Round ticks of values, by 1, 2 and 5, for charts and scales. */

export interface ValueTicks {
  readonly ticks: readonly number[]
  readonly min: number
  readonly max: number
  readonly decimals: number
}

const ticksMin = 3
const ticksMax = 6
const tickSpacePx = 40

/** An axis that holds [low, high] with 3 to 6 ticks on `heightPx`. Given ends are kept as they are. */
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
    // One value alone stands in the middle of something.
    const room = Math.abs(from) > 0 ? Math.abs(from) * 0.1 : 1
    from = fixed.min ?? from - room
    to = Math.max(from + room, fixed.max ?? to + room)
  }
  const room = Math.floor(heightPx / tickSpacePx) + 1
  // A low chart has one tick more than would stand apart well, rather than two alone.
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

/** The smallest round step with which at most `most` ticks hold the range. */
function stepFor(from: number, to: number, most: number, fixed: { min: number | null; max: number | null }): number {
  let step = roundStep((to - from) / most)
  for (;;) {
    const first = fixed.min === null ? Math.floor(from / step + 1e-9) : Math.ceil(from / step - 1e-9)
    const last = fixed.max === null ? Math.ceil(to / step - 1e-9) : Math.floor(to / step + 1e-9)
    if (last - first + 1 <= most) return step
    step = roundStep(step * 1.5)
  }
}

/** 1, 2 or 5 times a power of ten, the smallest that is not less. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}
