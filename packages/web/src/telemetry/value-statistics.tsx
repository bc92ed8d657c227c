/** Statistics of the data points in the chart of a key: a row per series. */

import { columnStatistics } from '@sonde/model/dashboards/series-column'
import { useDashboard, useWidgetView } from '../dashboards/dashboard-context.tsx'
import { tokenColor } from '../dashboards/series-colors.ts'
import { displayOf, displayOfAverage, numberText } from '../dashboards/value-display.ts'
import type { SeriesView } from '../dashboards/widget-view.ts'
import { type Exploration, type ExploreSeries, idOf } from '../explore/explore-state.ts'
import { useText } from '../locale/use-text.tsx'
import { useFormat } from '../ui/format/use-format.ts'
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
  const format = useFormat()
  const numbers = view && numbersOf(view)
  return (
    <>
      {names.map((name) => (
        <td key={name}>
          {view && numbers
            ? numberText(
                numbers.figures[name],
                (name === 'avg' ? displayOfAverage : displayOf)(view.dataKey, config, view.decimalsSeen),
                format,
              )
            : '–'}
        </td>
      ))}
      <td>
        {view
          ? format.number(countOf(view.column, countedRange(view.range, view.derived.agg, view.derived.interval)))
          : '–'}
      </td>
    </>
  )
}
