/** Settings of `cards.simple_card`: the wire's `labelPosition`, and two of our own for the sparkline. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { flagOf, numberOf } from '@sonde/model/dashboards/json-parts'
import { boundInterval } from '@sonde/model/time-windows/intervals'
import { RealtimeType, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'

export interface CardSettings {
  readonly labelPosition: 'left' | 'top'
  /** `sparkline: false` leaves it out. */
  readonly hasSparkline: boolean
  /** `sparklineMs`: how far back it goes. */
  readonly sparklineMs: number
}

const hour = 3_600_000
/** Points of a sparkline: about one per 2 px. */
const sparklinePoints = 60

export function cardSettings({ config: { settings } }: DashboardWidget): CardSettings {
  const wanted = numberOf(settings.sparklineMs) ?? hour
  return {
    labelPosition: settings.labelPosition === 'left' ? 'left' : 'top',
    hasSparkline: flagOf(settings.sparkline, true),
    sparklineMs: Math.min(Math.max(wanted, 60_000), 31 * 24 * hour),
  }
}

/** The last so long, in averages. */
export function sparklineWindow(base: TimeWindow, ms: number): TimeWindow {
  return {
    ...base,
    selectedTab: WindowTab.REALTIME,
    realtime: {
      ...base.realtime,
      realtimeType: RealtimeType.LAST_INTERVAL,
      timewindowMs: ms,
      interval: boundInterval(Math.round(ms / sparklinePoints), ms),
    },
    aggregation: { ...base.aggregation, type: 'AVG' },
  }
}
