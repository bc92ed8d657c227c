/** The charts of queues: live, with the window, zoom, table and states that charts of dashboards have. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { DashboardContext } from '../../dashboards/dashboard-context.tsx'
import { useOpenDashboard } from '../../dashboards/use-open-dashboard.ts'
import { requestsOf, useWidgetTypes } from '../../dashboards/use-widget-types.ts'
import { WidgetFrame } from '../../dashboards/widget-frame.tsx'
import { initialWindows, isZoomed, withoutZoom, withWindow, withZoom } from '../../dashboards/window-store.ts'
import { useText } from '../../locale/use-text.tsx'
import { TimeWindowTrigger } from '../../time-windows/time-window-trigger.tsx'
import { browserZone, useWindowContext } from '../../time-windows/window-context.ts'
import { widgetTypes } from '../../widgets/widget-registry.ts'
import { queueChartId, queueCharts, queueDashboard } from './queue-charts.ts'
import type { Queue } from './use-queues.ts'

const noParams = {}

/** `queues`: keep it stable; a new array reopens the charts. */
export function QueueChartBoard({ queues }: { readonly queues: readonly Queue[] }) {
  const t = useText()
  const windowContext = useWindowContext()
  const configuration = useMemo(() => queueDashboard(queues, t, windowContext().nowMs), [queues, t, windowContext])
  const open = useOpenDashboard(configuration, noParams)
  const [windows, setWindows] = useState(() => initialWindows(configuration))
  const window = windows.dashboard
  const { widgets } = configuration
  const charts = useMemo(() => Object.values(widgets), [widgets])
  const types = useWidgetTypes(widgetTypes, charts)

  useEffect(() => {
    const requests = requestsOf(types, charts, () => window)
    if (open && requests) open.data.setRequests(requests)
  }, [open, types, charts, window])

  const setWindow = useCallback(
    (_: string, next: TimeWindow) => setWindows((before) => withWindow(before, null, next)),
    [],
  )
  const zoom = useCallback(
    (id: string, range: TimeRange | null) => {
      const widget = widgets[id]
      if (!widget) return
      setWindows((before) =>
        range ? withZoom(before, widget, before.dashboard, range, browserZone()) : withoutZoom(before, widget),
      )
    },
    [widgets],
  )

  const frame = (widget: DashboardWidget) => (
    <div key={widget.id} className="sd-usage-queue-chart">
      <WidgetFrame
        widget={widget}
        type={types.of(widget)}
        onReload={types.reload}
        window={window}
        isZoomed={isZoomed(windows, widget)}
        onWindow={setWindow}
        onZoom={zoom}
      />
    </div>
  )
  const hasServices = new Set(queues.map(({ serviceId }) => serviceId)).size > 1

  return (
    <DashboardContext value={open}>
      <div className="sd-usage-window">
        <TimeWindowTrigger value={window} onChange={(next) => setWindows((before) => withWindow(before, null, next))} />
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
                return open && widget && frame(widget)
              })}
            </div>
          </section>
        )
      })}
    </DashboardContext>
  )
}
