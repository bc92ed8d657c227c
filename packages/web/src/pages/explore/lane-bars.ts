/** Places alarms as bars on a time axis, in as few rows as possible. Pure. */

import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { isWithin, type ValueAlarm } from '../../telemetry/use-value-alarms.ts'

/** Maximum number of rows; alarms that fit in none of them are counted only. */
export const laneRowsMax = 3
/** Minimum width in px of what can be clicked. */
export const lanePartPx = 24
/** Minimum width in px of a bar. */
const barPx = 4

export interface LaneBar {
  readonly alarm: ValueAlarm
  readonly row: number
  /** Place in px of what can be clicked. */
  readonly leftPx: number
  readonly widthPx: number
  /** Place in px of the bar, from `leftPx`. */
  readonly barLeftPx: number
  readonly barWidthPx: number
  /** The alarm was raised within the range. */
  readonly hasStart: boolean
}

export interface AlarmLane {
  readonly bars: readonly LaneBar[]
  readonly rows: number
  /** Alarms in the range without a bar. */
  readonly hidden: number
}

export function alarmLane(alarms: readonly ValueAlarm[], range: TimeRange, widthPx: number): AlarmLane {
  const { startMs, endMs } = range
  const xOf = (ms: number) => Math.max(0, Math.min(1, (ms - startMs) / (endMs - startMs))) * widthPx
  const ends: number[] = []
  const bars: LaneBar[] = []
  const shown = alarms.filter((alarm) => isWithin(alarm, range)).sort((a, b) => a.startTs - b.startTs)
  for (const alarm of shown) {
    const from = xOf(alarm.startTs)
    const to = alarm.status.startsWith('ACTIVE') ? widthPx : xOf(alarm.clearTs)
    const barWidthPx = Math.max(to - from, barPx)
    const partPx = Math.max(barWidthPx, lanePartPx)
    // Short bars are in the middle of their part, as far as the edges allow.
    const leftPx = Math.max(0, Math.min(from - (partPx - barWidthPx) / 2, widthPx - partPx))
    const free = ends.findIndex((end) => end <= leftPx)
    const row = free >= 0 ? free : ends.length
    if (row >= laneRowsMax) continue
    ends[row] = leftPx + partPx
    const barLeftPx = Math.min(from - leftPx, partPx - barWidthPx)
    bars.push({ alarm, row, leftPx, widthPx: partPx, barLeftPx, barWidthPx, hasStart: alarm.startTs >= startMs })
  }
  return { bars, rows: ends.length, hidden: shown.length - bars.length }
}
