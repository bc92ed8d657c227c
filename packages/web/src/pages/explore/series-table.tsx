/** Table with the statistics of all series and their values at the crosshair. */

import { subtractFigures } from '@sonde/model/dashboards/figures'
import { figureAt } from '@sonde/model/dashboards/series-column'
import type { Crosshair } from '../../dashboards/crosshair.ts'
import { tokenColor } from '../../dashboards/series-colors.ts'
import { numberText } from '../../dashboards/value-display.ts'
import { type Exploration, type ExploreSeries, idOf } from '../../explore/explore-state.ts'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { useObservable } from '../../ui/observable.ts'
import { failureText } from '../../ui/states/failure-text.ts'
import { Skeleton } from '../../ui/states/states.tsx'
import { useSeriesNames } from './series-names.ts'
import { useReading, valueAt } from './series-reading.ts'

interface SeriesTableProps {
  readonly series: Exploration
  readonly at: Crosshair['at']
  readonly zone: string
}

export function SeriesTable({ series, at, zone }: SeriesTableProps) {
  const t = useText()
  const format = useFormat(zone)
  const ms = useObservable(at)?.ms ?? null
  const nowMs = useNow()
  /** Without the date if it is today. */
  const timeOf = (time: number) =>
    format.date(time, nowMs) === format.date(nowMs, nowMs) ? format.clock(time) : format.dateTime(time)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <section className="sd-card sd-explore-table" aria-label={t('explore.statistics')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('explore.series')}</th>
            <th scope="col" data-at={ms !== null || undefined}>
              {ms === null ? t('explore.atCrosshair') : t('explore.atTime', { time: timeOf(ms) })}
            </th>
            {(['min', 'avg', 'max', 'last'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`widgets.${name}`)}
              </th>
            ))}
            <th scope="col">{t('explore.change')}</th>
            <th scope="col">{t('telemetry.points')}</th>
          </tr>
        </thead>
        <tbody>
          {series.map((one) => (
            <Row key={idOf(one)} one={one} ms={ms} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ one, ms }: { readonly one: ExploreSeries; readonly ms: number | null }) {
  const t = useText()
  const format = useFormat()
  const reading = useReading(one)
  const names = useSeriesNames()
  const head = (
    <th scope="row" title={reading.kind === 'loading' ? undefined : names.full(one, reading)}>
      <i style={{ background: tokenColor(one.color) }} aria-hidden />
      {reading.kind === 'loading' ? <Skeleton width={120} /> : names.full(one, reading)}{' '}
      <span className="sd-text-3">{names.unit(one, reading)}</span>
    </th>
  )
  if (reading.kind !== 'ready' || !reading.statistics) {
    return (
      <tr data-off={one.isHidden || undefined}>
        {head}
        <td colSpan={7} className="sd-text-3">
          {reading.kind === 'failed'
            ? failureText(reading.error)
            : reading.kind === 'withheld'
              ? t('explore.withheldText')
              : reading.kind === 'ready' && t('explore.noData')}
        </td>
      </tr>
    )
  }
  const { statistics, display, averageDisplay, column } = reading
  // The name is followed by the unit.
  const plain = { ...display, units: '' }
  const first = column.values.findIndex((value) => !Number.isNaN(value))
  const change = subtractFigures(statistics.figures.last, figureAt(column, first))
  const value = ms === null ? null : valueAt(reading, ms)
  return (
    <tr data-off={one.isHidden || undefined}>
      {head}
      <td data-at={ms !== null || undefined}>
        {ms === null ? '–' : value === null ? t('widgets.noData') : numberText(value, display, format)}
      </td>
      <td>{numberText(statistics.figures.min, plain, format)}</td>
      <td>{numberText(statistics.figures.avg, { ...averageDisplay, units: '' }, format)}</td>
      <td>{numberText(statistics.figures.max, plain, format)}</td>
      <td>{numberText(statistics.figures.last, plain, format)}</td>
      <td>
        {Number(change) > 0 && '+'}
        {numberText(change, plain, format)}
      </td>
      <td>{format.number(statistics.count)}</td>
    </tr>
  )
}
