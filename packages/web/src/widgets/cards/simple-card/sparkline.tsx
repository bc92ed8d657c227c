/** Small line chart of recent values, without axes, with a dot at the last value. */

import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import { findGaps } from '@sonde/model/dashboards/series-gaps'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'

export interface SparklineProps {
  readonly column: SeriesColumn
  readonly range: TimeRange
  readonly intervalMs: number
  readonly width: number
  readonly height: number
  readonly color?: string
}

const edge = 3

export function Sparkline({ column, range, intervalMs, width, height, color = 'var(--sd-chart-1)' }: SparklineProps) {
  const { path, end } = sparklinePath(column, range, intervalMs, width, height)
  if (!end) return null
  return (
    <svg className="sparkline" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path d={path} fill="none" style={{ stroke: color }} strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={end[0]} cy={end[1]} r={2.2} style={{ fill: color }} />
    </svg>
  )
}

export function sparklinePath(
  { ts, values }: SeriesColumn,
  { startMs, endMs }: TimeRange,
  intervalMs: number,
  width: number,
  height: number,
): { path: string; end: readonly [number, number] | null } {
  let low = Infinity
  let high = -Infinity
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) return { path: '', end: null }
  const span = high - low
  const x = (at: number) => edge + ((at - startMs) / (endMs - startMs)) * (width - 2 * edge)
  // Constant values are drawn in the middle.
  const y = (value: number) => (span === 0 ? height / 2 : height - edge - ((value - low) / span) * (height - 2 * edge))
  const breaks = new Set(findGaps(ts, intervalMs).map(({ after }) => after))
  let path = ''
  let isDown = false
  let end: readonly [number, number] | null = null
  for (let i = 0; i < ts.length; i++) {
    const value = values[i] as number
    if (Number.isNaN(value)) {
      isDown = false
      continue
    }
    end = [round(x(ts[i] as number)), round(y(value))]
    path += `${isDown ? 'L' : 'M'}${end[0]} ${end[1]}`
    isDown = !breaks.has(i)
  }
  return { path, end }
}

const round = (value: number): number => Math.round(value * 10) / 10
