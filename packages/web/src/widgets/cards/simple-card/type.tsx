/** Widget type `cards.simple_card`: one value with its unit, its trend or age, and a sparkline. */

import './simple-card.css'
import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { parseNumber } from '@sonde/model/dashboards/series-column'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { readSimpleCard } from '@sonde/model/widgets/cards/simple-card'
import { ArrowDownRight, ArrowRight, ArrowUpRight, Timer } from 'lucide-react'
import type { CSSProperties } from 'react'
import {
  chosenColor,
  type DataRequest,
  displayOf,
  isOld,
  numberText,
  shortDuration,
  usualRequests,
  valueParts,
  type WidgetProps,
  widgetType,
} from '../../../dashboards/widget-api.ts'
import { useNow } from '../../../live/use-now.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useFormat } from '../../../ui/format/use-format.ts'
import { LatestTable } from '../../latest-table.tsx'
import { Sparkline } from './sparkline.tsx'
import { sparklineWindow } from './sparkline-window.ts'
import { type Trend, trendOf } from './trend.ts'

const icons = { up: ArrowUpRight, down: ArrowDownRight, steady: ArrowRight }

function SimpleCard({ widget, view, isStale, isTable, zone }: WidgetProps) {
  const t = useText()
  const format = useFormat(zone)
  const nowMs = useNow()
  const { values: settings } = readSimpleCard(widget.config.settings)
  const [latest] = view.latest
  if (isTable) return <LatestTable latest={view.latest} config={widget.config} zone={zone} />
  if (!latest) return null

  const display = displayOf(latest.dataKey, widget.config, latest.decimalsSeen)
  const { value, units } = valueParts(latest.text, display, format, t)
  const sparkline = view.series.find(({ role }) => role === 'sparkline')
  const number = parseNumber(latest.text)
  const trend = sparkline && number !== null ? trendOf(sparkline.column, number) : null
  const isPale = latest.text !== '' && (isStale || isOld(latest, nowMs))

  return (
    <div className="card-figure" data-position={settings.labelPosition}>
      <div className="card-label sd-ellipsis" title={latest.label}>
        {latest.label}
      </div>
      <div className="card-row">
        <div
          className="card-value"
          data-pale={isPale || undefined}
          style={{ '--card-chars': value.length + units.length / 2 } as CSSProperties}
          title={latest.ts > 0 ? format.dateTime(latest.ts) : undefined}
        >
          {value}
          {units && <small>{units}</small>}
        </div>
        {sparkline && (
          <Sparkline
            column={sparkline.column}
            range={sparkline.range}
            intervalMs={sparkline.derived.interval}
            width={56}
            height={28}
            color={chosenColor(latest.dataKey.color) ?? undefined}
          />
        )}
      </div>
      <div className="card-context">
        {isPale ? (
          <span className="card-age">
            <Timer size={14} strokeWidth={2} aria-hidden />
            {t('ui.lastValue', { when: format.when(latest.ts, nowMs) })}
          </span>
        ) : (
          trend && <TrendLine trend={trend} text={trendText(trend)} />
        )}
      </div>
    </div>
  )

  function trendText({ kind, change }: Trend): string {
    const interval = shortDuration(settings.sparklineMs)
    if (kind === 'steady') return t('widgets.trendSteady', { interval })
    const amount = numberText(Math.abs(change), display, format)
    return t(kind === 'up' ? 'widgets.trendUp' : 'widgets.trendDown', { change: amount, interval })
  }
}

function TrendLine({ trend, text }: { trend: Trend; text: string }) {
  const Icon = icons[trend.kind]
  return (
    <>
      <Icon size={14} strokeWidth={2} aria-hidden />
      <span className="sd-ellipsis">{text}</span>
    </>
  )
}

/** Requests the latest value and the series for the sparkline. */
function requests(widget: DashboardWidget, window: TimeWindow): DataRequest[] {
  const { sparkline, sparklineMs } = readSimpleCard(widget.config.settings).values
  return usualRequests(widget, window, true).flatMap((request): DataRequest[] => {
    const { keyIndices, datasource } = request
    const series = keyIndices.filter((index) => datasource.dataKeys[index]?.type === 'timeseries').slice(0, 1)
    if (!sparkline || request.mode.kind !== 'latest' || series.length === 0) return [request]
    const mode = { kind: 'series', window: sparklineWindow(window, sparklineMs), isStateData: false } as const
    return [request, { ...request, role: 'sparkline', mode, keyIndices: series }]
  })
}

export default widgetType(SimpleCard, {
  requests,
  settings: ({ config }) => readSimpleCard(config.settings),
  isFigure: true,
})
