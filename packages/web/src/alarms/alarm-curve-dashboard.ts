/** Chart of one key around the time an alarm was raised: keys, time range and limits. Pure. */

import type { Alarm } from '@sonde/model/alarms/alarm'
import type { AlarmCause, CauseComparison } from '@sonde/model/alarms/alarm-cause'
import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { HistoryType, RealtimeType, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { type ValueKind, valueDashboard, valueWidgetId } from '../telemetry/value-dashboard.ts'
import { severityColors } from '../ui/theme/severity-colors.ts'

const minuteMs = 60_000
/** Time shown before the alarm was raised; longer if its rule has a duration. */
const beforeMs = 45 * minuteMs
const afterMs = 15 * minuteMs
/** An active alarm raised within this time is followed live. */
const followedMs = 6 * 60 * minuteMs
/** Realtime windows are multiples of this. */
const roundMs = 5 * minuteMs
/** Maximum range shown as raw data points: averages would hide the value that raised the alarm. */
const rawMs = 3 * 60 * minuteMs
const rawPointsMax = 10_000
/** Maximum number of averages; more would be less than a pixel each. */
const averagesMax = 600

export type CurveAlarm = Pick<Alarm, 'originator' | 'severity' | 'status' | 'startTs' | 'clearTs'>

/** Time at which the alarm reached its current severity. */
const raisedAt = (alarm: CurveAlarm, cause: AlarmCause | null): number => cause?.ts || alarm.startTs

/**
 * Time window from before the alarm was raised until it was cleared or some time after; an active alarm is followed
 * live.
 */
export function curveWindow(board: TimeWindow, alarm: CurveAlarm, cause: AlarmCause | null, nowMs: number): TimeWindow {
  const raised = raisedAt(alarm, cause)
  const startMs = raised - Math.max(beforeMs, 2 * (cause?.durationMs ?? 0))
  const isFollowed = alarm.status.startsWith('ACTIVE') && raised <= nowMs && nowMs - raised < followedMs
  const wantedEnd = Math.max(raised, Math.min(alarm.clearTs, raised + followedMs)) + afterMs
  const endMs = isFollowed ? nowMs : Math.max(raised + 1, Math.min(wantedEnd, nowMs))
  const interval = Math.max(1000, Math.ceil((endMs - startMs) / averagesMax / 1000) * 1000)
  return {
    ...board,
    ...(endMs - startMs <= rawMs && { aggregation: { type: 'NONE', limit: rawPointsMax } }),
    selectedTab: isFollowed ? WindowTab.REALTIME : WindowTab.HISTORY,
    realtime: {
      ...board.realtime,
      realtimeType: RealtimeType.LAST_INTERVAL,
      timewindowMs: Math.ceil((nowMs - startMs) / roundMs) * roundMs,
      interval,
    },
    history: {
      ...board.history,
      historyType: HistoryType.FIXED,
      fixedTimewindow: { startTimeMs: startMs, endTimeMs: endMs },
      interval,
    },
  }
}

/** Side of the limit on which the alarm is raised. */
function shadedSide({ operation }: CauseComparison): 'above' | 'below' | null {
  if (operation === 'GREATER' || operation === 'GREATER_OR_EQUAL') return 'above'
  if (operation === 'LESS' || operation === 'LESS_OR_EQUAL') return 'below'
  return null
}

export interface CurveTexts {
  readonly raised: string
  readonly cleared: string
}

/** `texts`: labels of the times. */
export function alarmCurveDashboard(
  alarm: CurveAlarm,
  cause: AlarmCause | null,
  key: string,
  kind: ValueKind,
  texts: CurveTexts,
  nowMs: number,
): DashboardConfiguration {
  const board = valueDashboard(alarm.originator, key, kind, nowMs)
  const widget = board.widgets[valueWidgetId]
  const timewindow = curveWindow(board.timewindow, alarm, cause, nowMs)
  if (!widget || kind === 'text') return { ...board, timewindow }
  const color = severityColors[alarm.severity]
  const thresholds = (cause?.comparisons ?? []).flatMap((one) => {
    const side = shadedSide(one)
    return one.key === key && one.keyType === 'TIME_SERIES' && typeof one.limit === 'number' && side
      ? [{ thresholdValueSource: 'predefinedValue', thresholdValue: one.limit, color, shadedSide: side }]
      : []
  })
  const moments = [
    { ts: raisedAt(alarm, cause), label: texts.raised, color },
    ...(alarm.clearTs > 0 ? [{ ts: alarm.clearTs, label: texts.cleared, color: 'var(--sd-cleared)' }] : []),
  ]
  const datasources = widget.config.datasources.map((source) => ({
    ...source,
    dataKeys: source.dataKeys.map((one) => ({ ...one, settings: { ...one.settings, thresholds } })),
  }))
  return {
    ...board,
    timewindow,
    widgets: {
      ...board.widgets,
      [valueWidgetId]: {
        ...widget,
        config: { ...widget.config, settings: { ...widget.config.settings, moments }, datasources },
      },
    },
  }
}
