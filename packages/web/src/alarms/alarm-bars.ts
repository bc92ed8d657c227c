/** Bars of an alarm histogram. Pure. */

import { type AlarmHistogram, histogramBarsMax } from '@sonde/model/alarms/alarm-histogram'
import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import type { TableRange } from '../entity-pages/tab-table/table-window.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const intervals = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 7, 30].map((days) => days * dayMs),
]
/** Maximum number of bars; more would be too narrow to distinguish. */
const barsWanted = 50

/** Number of bars for a range, such that each covers a round interval. */
export function histogramBars(rangeMs: number): number {
  const interval = intervals.find((ms) => rangeMs / ms <= barsWanted) ?? Number.POSITIVE_INFINITY
  const bars = Number.isFinite(interval) ? Math.round(rangeMs / interval) : histogramBarsMax
  return Math.min(histogramBarsMax, Math.max(1, bars))
}

export interface AlarmBar extends TableRange {
  readonly total: number
  /** Ordered from least to most severe: the most severe part is on top. */
  readonly parts: readonly { readonly severity: AlarmSeverity; readonly count: number }[]
}

const leastFirst = [...alarmSeverities].reverse()

/** All bars of the range, including empty ones. */
export function barsOf({ intervalMs, counts }: AlarmHistogram, { startTime, endTime }: TableRange): AlarmBar[] {
  const length = Math.min(histogramBarsMax, Math.ceil((endTime - startTime + 1) / intervalMs))
  return Array.from({ length }, (_, at) => {
    const from = startTime + at * intervalMs
    const here = counts.filter(({ ts }) => ts === from)
    const parts = leastFirst.flatMap((severity) => {
      const count = here.find((one) => one.severity === severity)?.count ?? 0
      return count > 0 ? [{ severity, count }] : []
    })
    const total = parts.reduce((sum, { count }) => sum + count, 0)
    return { startTime: from, endTime: Math.min(endTime, from + intervalMs - 1), total, parts }
  })
}

export function severityTotals({ counts }: AlarmHistogram): Readonly<Record<AlarmSeverity, number>> {
  const totals = { CRITICAL: 0, MAJOR: 0, MINOR: 0, WARNING: 0, INDETERMINATE: 0 }
  for (const { severity, count } of counts) totals[severity] += count
  return totals
}
