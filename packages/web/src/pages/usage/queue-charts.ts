/** Builds a dashboard configuration with charts of rule engine queues. */

import type { DashboardConfiguration } from '@sonde/model/dashboards/dashboard-configuration'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import type { QueueStatisticsKey } from '@sonde/model/queues/queue-statistics'
import type { MessageKey } from '../../locale/messages.ts'
import type { Translate } from '../../locale/texts.ts'
import type { Queue } from './use-queues.ts'

/** Statistics that are drawn. */
type DrawnKey = Exclude<QueueStatisticsKey, 'totalMsgs' | 'successfulIterations' | 'failedIterations'>

interface QueueChart {
  readonly id: string
  readonly title: MessageKey
  readonly keys: readonly DrawnKey[]
}

export const queueCharts: readonly QueueChart[] = [
  { id: 'messages', title: 'usage.queueMessages', keys: ['successfulMsgs', 'failedMsgs', 'tmpFailed'] },
  { id: 'timeouts', title: 'usage.queueTimeouts', keys: ['timeoutMsgs', 'tmpTimeout'] },
]

const hourMs = 3_600_000
/** Maximum number of points per line: one per minute for a week. */
const pointsMax = 10_080

export const queueChartId = (queue: Queue, chart: QueueChart): string => `${queue.id.id} ${chart.id}`

/** Line charts of the last hour, with a point for each minute that had messages. */
export function queueDashboard(queues: readonly Queue[], t: Translate, nowMs: number): DashboardConfiguration {
  const widgets = queues.flatMap((queue) =>
    queueCharts.map((chart) => [
      queueChartId(queue, chart),
      {
        bundleAlias: 'charts',
        typeAlias: 'basic_timeseries',
        type: 'timeseries',
        config: {
          title: t(chart.title),
          decimals: 0,
          legendConfig: { showAvg: false, showMax: true, showTotal: true },
          // Counts of messages start at zero.
          settings: { yaxis: { min: 0 } },
          datasources: [
            {
              type: 'entity',
              entityType: queue.id.entityType,
              entityId: queue.id.id,
              name: queue.queue,
              dataKeys: chart.keys.map((key) => ({
                name: key,
                type: 'timeseries',
                label: t(`usage.${key}`),
                settings: { isNumber: true },
              })),
            },
          ],
        },
      },
    ]),
  )
  return normalizeConfiguration(
    {
      widgets: Object.fromEntries(widgets),
      timewindow: {
        realtime: { timewindowMs: hourMs, interval: 60_000 },
        aggregation: { type: 'NONE', limit: pointsMax },
      },
    },
    { nowMs, newId: () => 'default' },
  )
}
