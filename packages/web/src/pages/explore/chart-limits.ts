/** Limits of the alarm rules that the charts draw. Pure. */

import { alarmSeverities } from '@sonde/model/alarms/alarm-kinds'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { chartId } from '../../explore/explore-dashboard.ts'
import { type Exploration, type ExploreSeries, idOf } from '../../explore/explore-state.ts'
import { thresholdsOf } from '../../telemetry/value-dashboard.ts'
import type { KnownLimit } from '../../telemetry/value-state.ts'
import { severityColors } from '../../ui/theme/severity-colors.ts'

/** Limits by the id of the series that draws them. */
export type ChartLimits = Readonly<Record<string, readonly KnownLimit[]>>

/**
 * Limits of the visible series, each value once per chart with its highest severity. A chart with several units or axes
 * has none, because it wouldn't be clear what they limit.
 */
export function limitsOfCharts(
  series: Exploration,
  limitsOf: (one: ExploreSeries) => readonly KnownLimit[],
  unitOf: (one: ExploreSeries) => string,
): ChartLimits {
  const drawn: Record<string, readonly KnownLimit[]> = {}
  const shown = series.filter(({ isHidden }) => !isHidden)
  for (const own of Map.groupBy(shown, ({ chart }) => chart).values()) {
    if (!isAlike(own, unitOf)) continue
    const all = own
      .flatMap((one) => limitsOf(one).map((limit) => ({ id: idOf(one), limit })))
      .sort((a, b) => alarmSeverities.indexOf(a.limit.severity) - alarmSeverities.indexOf(b.limit.severity))
    const values = new Set<number>()
    for (const { id, limit } of all) {
      if (values.has(limit.value)) continue
      values.add(limit.value)
      drawn[id] = [...(drawn[id] ?? []), limit]
    }
  }
  return drawn
}

function isAlike(own: Exploration, unitOf: (one: ExploreSeries) => string): boolean {
  const [first] = own
  if (!first || own.some(({ axis }) => axis !== first.axis)) return false
  const unit = unitOf(first)
  return own.every((one) => one.key === first.key || (unit !== '' && unitOf(one) === unit))
}

/** Adds the limits to the series of a chart's widget. */
export function withLimits(widget: DashboardWidget, series: Exploration, limits: ChartLimits): DashboardWidget {
  const own = series.filter(({ chart }) => chartId(chart) === widget.id)
  if (!own.some((one) => limits[idOf(one)])) return widget
  const { config } = widget
  const datasources = config.datasources.map((source, at) => {
    const one = own[at]
    const found = one ? (limits[idOf(one)] ?? []) : []
    const thresholds = thresholdsOf(
      found.map(({ severity, side, value }) => ({ value, side, color: severityColors[severity], label: '' })),
    )
    return {
      ...source,
      dataKeys: source.dataKeys.map((key) => ({ ...key, settings: { ...key.settings, thresholds } })),
    }
  })
  return { ...widget, config: { ...config, datasources } }
}
