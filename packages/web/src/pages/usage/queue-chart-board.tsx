/** Live charts of queues, with time window, zoom, table and states like the charts of dashboards. */

import { useMemo } from 'react'
import { useChartBoard } from '../../charts/use-chart-board.tsx'
import { DashboardContext } from '../../dashboards/dashboard-context.tsx'
import { useText } from '../../locale/use-text.tsx'
import { TimeWindowTrigger } from '../../time-windows/time-window-trigger.tsx'
import { useWindowContext } from '../../time-windows/window-context.ts'
import { queueChartId, queueCharts, queueDashboard } from './queue-charts.ts'
import type { Queue } from './use-queues.ts'

/** `queues` must be referentially stable: a new array reopens the charts. */
export function QueueChartBoard({ queues }: { readonly queues: readonly Queue[] }) {
  const t = useText()
  const windowContext = useWindowContext()
  const configuration = useMemo(() => queueDashboard(queues, t, windowContext().nowMs), [queues, t, windowContext])
  const { open, window, setWindow, frame } = useChartBoard(configuration)
  const { widgets } = configuration
  const hasServices = new Set(queues.map(({ serviceId }) => serviceId)).size > 1

  return (
    <DashboardContext value={open}>
      <div className="sd-usage-window">
        <TimeWindowTrigger value={window} onChange={setWindow} />
      </div>
      {queues.map((queue) => {
        const title = hasServices
          ? t('usage.queueOf', { queue: queue.queue, service: queue.serviceId })
          : t('usage.queue', { queue: queue.queue })
        return (
          <section key={queue.id.id} className="sd-usage-queue" aria-label={title}>
            <h2>{title}</h2>
            <div className="sd-usage-charts">
              {queueCharts.map((chart) => {
                const widget = widgets[queueChartId(queue, chart)]
                return (
                  open &&
                  widget && (
                    <div key={widget.id} className="sd-usage-queue-chart">
                      {frame(widget)}
                    </div>
                  )
                )
              })}
            </div>
          </section>
        )
      })}
    </DashboardContext>
  )
}
