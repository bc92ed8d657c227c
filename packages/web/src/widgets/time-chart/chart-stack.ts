/** Stacked lines: each series is added to the sum of the series before it, at the chart's common times. */

import { alignedValues, type ChartSeries } from './chart-series.ts'

export interface StackLayer {
  /** Values of the drawn line: the series' own values plus the layers below. */
  readonly values: readonly (number | null | undefined)[]
  /** ID of the layer below; null: zero. */
  readonly below: string | null
}

export type Stack = ReadonlyMap<string, StackLayer>

/** Layers by series ID, one stack per axis. Hidden, stepped, compared and excluded series are not stacked. */
export function stackOf(series: readonly ChartSeries[], times: Float64Array): Stack {
  const stack = new Map<string, StackLayer>()
  const sums = new Map<number, { totals: Float64Array; top: string | null }>()
  for (const one of series) {
    if (one.isHidden || one.isStepped || one.comparedMs !== null || !one.settings.isStacked) continue
    const axis = sums.get(one.axis) ?? { totals: new Float64Array(times.length), top: null }
    sums.set(one.axis, axis)
    const values = filledBetween(alignedValues(one, times), times).map((value, index) => {
      if (typeof value !== 'number') return value
      const top = (axis.totals[index] as number) + value
      axis.totals[index] = top
      return top
    })
    stack.set(one.id, { values, below: axis.top })
    axis.top = one.id
  }
  return stack
}

/** Interpolates between two points of a series, at times where only other series have points. Gaps stay null. */
export function filledBetween(
  values: readonly (number | null | undefined)[],
  times: Float64Array,
): (number | null | undefined)[] {
  const filled = [...values]
  let before = -1
  for (let i = 0; i < filled.length; i++) {
    const value = filled[i]
    if (value === undefined) continue
    if (value === null) {
      before = -1
      continue
    }
    if (before >= 0 && i - before > 1) {
      const from = filled[before] as number
      const start = times[before] as number
      const slope = (value - from) / ((times[i] as number) - start)
      for (let j = before + 1; j < i; j++) filled[j] = from + slope * ((times[j] as number) - start)
    }
    before = i
  }
  return filled
}

/** Extent of the layers on an axis within [startMs, endMs], including zero; null if there are no layers. */
export function stackExtent(
  stack: Stack,
  series: readonly ChartSeries[],
  times: Float64Array,
  startMs: number,
  endMs: number,
): { low: number; high: number } | null {
  let low = 0
  let high = 0
  let isEmpty = true
  for (const { id } of series) {
    const layer = stack.get(id)
    if (!layer) continue
    isEmpty = false
    for (const [index, value] of layer.values.entries()) {
      const ts = times[index] as number
      if (typeof value !== 'number' || ts < startMs || ts > endMs) continue
      if (value < low) low = value
      if (value > high) high = value
    }
  }
  return isEmpty ? null : { low, high }
}
