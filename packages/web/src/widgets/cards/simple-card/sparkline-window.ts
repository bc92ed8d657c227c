/** Time window of a card's sparkline. */

import { boundInterval } from '@sonde/model/time-windows/intervals'
import { RealtimeType, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'

/** Points of a sparkline: about one per 2 px. */
const sparklinePoints = 60

/** Realtime window over the last `ms` milliseconds, with averages. */
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
