/** Bars of a chart: next to each other within their interval, or stacked. All of them start at zero. */

import type { Stretch } from '@sonde/model/time-windows/stretches'
import { bucketIn } from '@sonde/model/time-windows/stretches'
import type { ChartSeries } from './chart-series.ts'

/** `base`, `top`: values; a negative bar hangs from its base. */
export interface ChartBar {
  readonly series: number
  readonly fromMs: number
  readonly toMs: number
  readonly base: number
  readonly top: number
}

/** How bars of raw values lie at their times. */
export interface RawBars {
  readonly widthMs: number
  readonly alignment: 'left' | 'center' | 'right'
}

type BarSeries = Pick<ChartSeries, 'id' | 'column' | 'isHidden' | 'axis' | 'comparedMs' | 'agg' | 'stretches'> & {
  readonly settings: Pick<ChartSeries['settings'], 'isStacked'>
}

/** Share of an interval that is left empty on each side of its bars. */
const marginShare = 0.1

export function barsOf(series: readonly BarSeries[], raw: RawBars): ChartBar[] {
  const slots = [...new Set(series.flatMap((one) => (one.isHidden ? [] : [slotOf(one)])))]
  /** Heights so far of the stacks above and below zero, by slot and start of the bar. */
  const stacks = new Map<string, { above: number; below: number }>()
  return series.flatMap((one, index) => {
    if (one.isHidden) return []
    const { ts, values } = one.column
    const slot = slotOf(one)
    const at = slots.indexOf(slot)
    return Array.from(ts).flatMap((ms, point): ChartBar[] => {
      const value = values[point] as number
      if (Number.isNaN(value)) return []
      const space = spaceOf(one, ms, raw)
      const widthMs = (space.toMs - space.fromMs) / slots.length
      const fromMs = space.fromMs + at * widthMs
      let base = 0
      if (one.settings.isStacked && one.comparedMs === null) {
        const key = `${slot} ${fromMs}`
        const stack = stacks.get(key) ?? { above: 0, below: 0 }
        stacks.set(key, stack)
        base = value < 0 ? stack.below : stack.above
        if (value < 0) stack.below += value
        else stack.above += value
      }
      return [{ series: index, fromMs, toMs: fromMs + widthMs, base, top: base + value }]
    })
  })
}

/** Series of one slot are drawn on top of each other. */
const slotOf = ({ id, axis, comparedMs, settings }: BarSeries): string =>
  settings.isStacked && comparedMs === null ? `stack ${axis}` : id

/** Time range that the bars of all series have at a point. */
function spaceOf({ agg, stretches, comparedMs }: BarSeries, ms: number, raw: RawBars) {
  if (agg === 'NONE') {
    const before = raw.alignment === 'left' ? 0 : raw.alignment === 'right' ? raw.widthMs : raw.widthMs / 2
    return { fromMs: ms - before, toMs: ms - before + raw.widthMs }
  }
  const shift = comparedMs ?? 0
  const { start, interval } = bucketIn(stretches as readonly Stretch[], ms - shift)
  const rest = interval * marginShare
  return { fromMs: start + shift + rest, toMs: start + shift + interval - rest }
}

/** Extent of the bars of an axis within [startMs, endMs], including zero; null if there are none. */
export function barsExtent(
  bars: readonly ChartBar[],
  isOnAxis: (series: number) => boolean,
  startMs: number,
  endMs: number,
): { low: number; high: number } | null {
  let low = 0
  let high = 0
  let isEmpty = true
  for (const { series, fromMs, toMs, top } of bars) {
    if (!isOnAxis(series) || toMs < startMs || fromMs > endMs) continue
    isEmpty = false
    low = Math.min(low, top)
    high = Math.max(high, top)
  }
  return isEmpty ? null : { low, high }
}
