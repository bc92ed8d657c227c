/** Statistics of the data points in the chart of a key: a row per series. */

import { columnStatistics } from '@sonde/model/dashboards/series-column'
import type { ReactNode } from 'react'
import { useDashboard, useWidgetView } from '../dashboards/dashboard-context.tsx'
import { tokenColor } from '../dashboards/series-colors.ts'
import { displayOf, displayOfAverage, numberText } from '../dashboards/value-display.ts'
import type { SeriesView } from '../dashboards/widget-view.ts'
import { type Exploration, type ExploreSeries, idOf } from '../explore/explore-state.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { intervalWords } from '../time-windows/time-window-words.ts'
import type { Format } from '../ui/format/format.ts'
import { useFormat } from '../ui/format/use-format.ts'
import { useMinuteText } from '../ui/format/use-minute-text.ts'
import { medianSpacingOf, timesOf } from './statistic-times.ts'
import { countedRange, countOf, type Statistic, statisticsOf, valueWidgetId } from './value-dashboard.ts'

interface ValueStatisticsProps {
  readonly series: Exploration
  readonly nameOf: (one: ExploreSeries) => string | null
}

export function ValueStatistics({ series, nameOf }: ValueStatisticsProps) {
  const t = useText()
  const { configuration } = useDashboard()
  const views = useWidgetView(valueWidgetId).series
  const widget = configuration.widgets[valueWidgetId]
  const [first] = views
  if (!first || !widget) return null
  const rows = series.map((one) => ({ one, view: views.find(({ id }) => id === idOf(one)) }))
  const hasNumbers = rows.some(({ view }) => view && numbersOf(view) !== null)
  const names = hasNumbers ? statisticsOf(first.derived.agg) : []
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="sd-value-statistics" aria-label={t('explore.statistics')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('explore.series')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {t(`widgets.${name}`)}
              </th>
            ))}
            <th scope="col">{t('telemetry.points')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ one, view }) => (
            <tr key={idOf(one)}>
              <th scope="row" title={nameOf(one) ?? undefined}>
                <i style={{ background: tokenColor(one.color) }} aria-hidden />
                {nameOf(one)}
              </th>
              <Cells view={view} names={names} config={widget.config} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Null: no numbers, or only those of booleans. */
function numbersOf({ column, range, derived }: SeriesView) {
  const { startMs, endMs } = countedRange(range, derived.agg, derived.interval)
  return column.isBoolean ? null : columnStatistics(column, startMs, endMs)
}

interface CellsProps {
  readonly view: SeriesView | undefined
  readonly names: readonly Statistic[]
  readonly config: Parameters<typeof displayOf>[1]
}

function Cells({ view, names, config }: CellsProps) {
  const t = useText()
  const format = useFormat()
  const numbers = view && numbersOf(view)
  const range = view && countedRange(view.range, view.derived.agg, view.derived.interval)
  const times = view && range && timesOf(view.column, range)
  const spacing = view && range ? medianSpacingOf(view.column, range) : null
  const noteOf = (name: Statistic): ReactNode => {
    if (!view || !times) return null
    if (name === 'min') return <TimeOf ts={times.minTs} />
    if (name === 'max') return <TimeOf ts={times.maxTs} />
    if (name === 'last') return <LastNote view={view} lastTs={times.lastTs} />
    return t('telemetry.overSpan', { span: spanText(view, format) })
  }
  return (
    <>
      {names.map((name) => (
        <td key={name} data-strong={name === 'last' || undefined}>
          {view && numbers
            ? numberText(
                numbers.figures[name],
                (name === 'avg' ? displayOfAverage : displayOf)(view.dataKey, config, view.decimalsSeen),
                format,
              )
            : '–'}
          <small>{numbers && noteOf(name)}</small>
        </td>
      ))}
      <td>
        {view && range ? format.number(countOf(view.column, range)) : '–'}
        <small>{spacing !== null && t('telemetry.everySpan', { span: format.span(spacing) })}</small>
      </td>
    </>
  )
}

const hourMs = 3_600_000

/** Length of the time window, hours up to two days: `24 h`, `1.5 h`, `7 d`. */
function spanText({ derived, range }: SeriesView, format: Format): string {
  // The range on the axis begins with an interval, which may be before the window.
  const isMoving = derived.kind === 'realtime' && derived.fixedUntilMs === null
  const ms = isMoving ? derived.windowMs : range.endMs - range.startMs
  if (ms < hourMs) return format.span(ms)
  const [count, unit] = ms < 48 * hourMs ? [ms / hourMs, 'h'] : [ms / (24 * hourMs), 'd']
  return format.number(count, { decimals: 1, unit })
}

function TimeOf({ ts }: { readonly ts: number }) {
  const format = useFormat()
  return <span title={format.dateTime(ts)}>{useMinuteText()(ts, useNow())}</span>
}

interface LastNoteProps {
  readonly view: SeriesView
  /** Epoch ms of the last point. */
  readonly lastTs: number
}

/** Age of the last value. A last point that stands for an interval says so: it differs from the value above. */
function LastNote({ view, lastTs }: LastNoteProps) {
  const t = useText()
  const format = useFormat()
  const nowMs = useNow()
  const { agg, interval } = view.derived
  return (
    <span title={format.dateTime(lastTs)}>
      {agg === 'NONE' ? format.when(lastTs, nowMs) : intervalWords(agg, interval, t)}
    </span>
  )
}
