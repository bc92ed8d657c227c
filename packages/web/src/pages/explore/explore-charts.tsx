/** Charts of an exploration, one below the other, with a shared crosshair and tooltip. */

import '../../ui/chart-tooltip/chart-tooltip.css'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { Crosshair, CrosshairAt } from '../../dashboards/crosshair.ts'
import { tokenColor } from '../../dashboards/series-colors.ts'
import { numberText } from '../../dashboards/value-display.ts'
import { chartId } from '../../explore/explore-dashboard.ts'
import { chartCount, type Exploration, type ExploreSeries, idOf } from '../../explore/explore-state.ts'
import { useText } from '../../locale/use-text.tsx'
import { limitText } from '../../telemetry/value-marks.tsx'
import type { KnownLimit } from '../../telemetry/value-state.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { useObservable } from '../../ui/observable.ts'
import { AlarmLane } from './alarm-lane.tsx'
import { useChartHead } from './chart-heads.ts'
import type { ChartLimits } from './chart-limits.ts'
import { useSeriesNames } from './series-names.ts'
import { useReading, valueAt } from './series-reading.ts'

interface ExploreChartsProps {
  readonly series: Exploration
  readonly limits: ChartLimits
  readonly at: Crosshair['at']
  readonly zone: string
  readonly drawChart: (id: string) => ReactNode
}

export function ExploreCharts({ series, limits, at, zone, drawChart }: ExploreChartsProps) {
  const t = useText()
  const box = useRef<HTMLElement>(null)
  return (
    <section ref={box} className="sd-card sd-explore-charts" aria-label={t('explore.charts')}>
      {Array.from({ length: chartCount(series) }, (_, chart) => {
        const own = series.filter((one) => one.chart === chart)
        return (
          <div key={chartId(chart)} className="sd-explore-chart">
            <Legend own={own} chart={chart} limits={limits} />
            <div className="sd-explore-plot">{drawChart(chartId(chart))}</div>
          </div>
        )
      })}
      <AlarmLane series={series} zone={zone} />
      <Tooltip series={series} at={at} zone={zone} box={box} />
    </section>
  )
}

interface LegendProps extends Pick<ExploreChartsProps, 'limits'> {
  readonly own: Exploration
  readonly chart: number
}

function Legend({ own, chart, limits }: LegendProps) {
  const { title, legend } = useChartHead(own, chart)
  return (
    <div className="sd-explore-legend">
      <h2>{title}</h2>
      {own.map((one, at) => (
        <span key={idOf(one)} data-off={one.isHidden || undefined}>
          <i style={{ background: tokenColor(one.color) }} aria-hidden />
          {legend[at]}
        </span>
      ))}
      {own.map((one) =>
        limits[idOf(one)]?.map((limit) => <LimitText key={`${limit.value}`} one={one} limit={limit} />),
      )}
    </div>
  )
}

/** Limit for screen readers; the chart draws it. */
function LimitText({ one, limit }: { readonly one: ExploreSeries; readonly limit: KnownLimit }) {
  const t = useText()
  const format = useFormat()
  const unit = useSeriesNames().unit(one, useReading(one))
  const value = format.number(limit.value, { unit })
  return <span className="sd-hidden-text">{`${limitText(limit.severity, limit.side, t)} ${value}`}</span>
}

interface TooltipProps extends Pick<ExploreChartsProps, 'series' | 'at' | 'zone'> {
  readonly box: React.RefObject<HTMLElement | null>
}

function Tooltip({ at, ...rest }: TooltipProps) {
  const shown = useObservable(at)
  return shown && <TooltipAt {...rest} shown={shown} />
}

const gapPx = 14

/** Tooltip on the side of the crosshair with more space. */
function TooltipAt({ series, zone, box, shown }: Omit<TooltipProps, 'at'> & { readonly shown: CrosshairAt }) {
  const format = useFormat(zone)
  const [place, setPlace] = useState({ left: 0, width: 0 })
  useLayoutEffect(() => {
    const rect = box.current?.getBoundingClientRect()
    if (rect) setPlace({ left: shown.clientX - rect.left, width: rect.width })
  }, [box, shown])
  const isRight = place.left < place.width / 2
  return (
    <div
      className="chart-tooltip sd-explore-tooltip"
      style={isRight ? { left: place.left + gapPx } : { right: place.width - place.left + gapPx }}
      aria-hidden
    >
      <div className="sd-text-2">{format.dateTime(shown.ms)}</div>
      <table>
        <tbody>
          {series
            .filter(({ isHidden }) => !isHidden)
            .map((one) => (
              <TooltipRow key={idOf(one)} one={one} ms={shown.ms} />
            ))}
        </tbody>
      </table>
    </div>
  )
}

function TooltipRow({ one, ms }: { readonly one: ExploreSeries; readonly ms: number }) {
  const t = useText()
  const format = useFormat()
  const names = useSeriesNames()
  const reading = useReading(one)
  if (reading.kind !== 'ready') return null
  const value = valueAt(reading, ms)
  return (
    <tr>
      <td>
        <i style={{ background: tokenColor(one.color) }} />
        {names.full(one, reading)}
      </td>
      <td>{value === null ? t('widgets.noData') : numberText(value, reading.display, format)}</td>
    </tr>
  )
}
