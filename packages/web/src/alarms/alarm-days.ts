/** Alarms of one type and originator per day, and the worst severity of each day. Pure. */

import type { AlarmHistogram } from '@sonde/model/alarms/alarm-histogram'
import { type AlarmSeverity, alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import type { TableRange } from '../entity-pages/tab-table/table-window.ts'

export const daysShown = 30
const dayMs = 86_400_000

/** The last 30 days until the end of today. */
export function daysRange(nowMs: number): TableRange {
  const endOfToday = new Date(nowMs).setHours(24, 0, 0, 0)
  return { startTime: endOfToday - daysShown * dayMs, endTime: endOfToday - 1 }
}

export interface AlarmDay {
  /** Start of the day, epoch ms. */
  readonly startTime: number
  readonly count: number
  /** Undefined: no alarm. */
  readonly worst: AlarmSeverity | undefined
}

/** One entry per day, oldest first. */
export function alarmDays({ counts, intervalMs }: AlarmHistogram, { startTime }: TableRange): readonly AlarmDay[] {
  return Array.from({ length: daysShown }, (_, at) => {
    const from = startTime + at * intervalMs
    const here = counts.filter(({ ts }) => ts === from)
    return {
      startTime: from,
      count: here.reduce((sum, { count }) => sum + count, 0),
      worst: alarmSeverities.find((severity) => here.some((one) => one.severity === severity)),
    }
  })
}
