/** Legend: a table with statistics, or chips on narrow widgets. A click isolates a series, Ctrl-click toggles it. */

import type { ColumnStatistics } from '@sonde/model/dashboards/series-column'
import type { LegendSettings } from '@sonde/model/widgets/charts/time-charts'
import { type MouseEvent, useCallback, useRef, useState } from 'react'
import { numberText } from '../../dashboards/widget-api.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import type { ChartSeries } from './chart-series.ts'

export interface ChartLegendProps {
  readonly series: readonly ChartSeries[]
  readonly settings: LegendSettings
  /** Text of the last value of a series whose values aren't numbers; null: the numbers are shown. */
  readonly wordOf: (series: ChartSeries) => string | null
  readonly isTable: boolean
  /** `isToggle`: shows or hides this series; else shows only this series, or all if it already is the only one. */
  readonly onPick: (id: string, isToggle: boolean) => void
}

export function ChartLegend({ series, settings, wordOf, isTable, onPick }: ChartLegendProps) {
  const listed = series.filter(({ settings: own }) => !own.removeFromLegend)
  const sorted = settings.sortDataKeys ? [...listed].sort((a, b) => a.label.localeCompare(b.label)) : listed
  return isTable ? (
    <LegendTable series={sorted} settings={settings} wordOf={wordOf} onPick={onPick} />
  ) : (
    <LegendChips series={sorted} wordOf={wordOf} onPick={onPick} />
  )
}

function LegendTable({ series, settings, wordOf, onPick }: Omit<ChartLegendProps, 'isTable'>) {
  const t = useText()
  const format = useFormat()
  const figures: readonly (readonly [string, keyof ColumnStatistics['figures']])[] = [
    ...(settings.showMin ? [[t('widgets.min'), 'min'] as const] : []),
    ...(settings.showMax ? [[t('widgets.max'), 'max'] as const] : []),
    ...(settings.showTotal ? [[t('widgets.total'), 'total'] as const] : []),
    settings.showAvg && !series.every((one) => wordOf(one) !== null)
      ? [t('widgets.avg'), 'avg']
      : [t('widgets.last'), 'last'],
  ]
  const units = new Set(series.map(({ display }) => display.units))
  const [unit] = units
  const corner = units.size === 1 && unit ? t('widgets.seriesIn', { unit }) : t('widgets.series')
  const { hasMore, watch, look } = useHasMore()

  function text(one: ChartSeries, name: keyof ColumnStatistics['figures'], isMain: boolean): string {
    const word = wordOf(one)
    if (word !== null) return isMain ? word : '–'
    if (!one.statistics) return '–'
    const display = name === 'avg' ? one.averageDisplay : one.display
    const shown = { ...display, units: units.size === 1 ? '' : one.display.units }
    return numberText(one.statistics.figures[name], shown, format)
  }

  return (
    <div ref={watch} className="chart-legend" data-more={hasMore || undefined} onScroll={look}>
      {settings.direction === 'row' ? (
        <table data-row>
          <thead>
            <tr>
              <th scope="col">{corner}</th>
              {series.map((one) => (
                <th key={one.id} scope="col" data-off={one.isHidden || undefined}>
                  <Entry series={one} onPick={onPick} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.map(([label, name], index) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {series.map((one) => {
                  const isMain = index === figures.length - 1
                  return (
                    <td key={one.id} data-main={isMain || undefined} data-off={one.isHidden || undefined}>
                      {text(one, name, isMain)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{corner}</th>
              {figures.map(([label]) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {series.map((one) => (
              <tr key={one.id} data-off={one.isHidden || undefined}>
                <td>
                  <Entry series={one} onPick={onPick} />
                </td>
                {figures.map(([label, name], index) => {
                  const isMain = index === figures.length - 1
                  return (
                    <td key={label} data-main={isMain || undefined}>
                      {text(one, name, isMain)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {series.length > 1 && <p>{t('widgets.legendHint')}</p>}
    </div>
  )
}

/** Detects whether the element can be scrolled further down. */
function useHasMore() {
  const element = useRef<HTMLDivElement>(null)
  const [hasMore, setHasMore] = useState(false)
  const look = useCallback(() => {
    const box = element.current
    if (box) setHasMore(box.scrollHeight - box.clientHeight - box.scrollTop > 1)
  }, [])
  const watch = useCallback(
    (box: HTMLDivElement | null) => {
      element.current = box
      if (!box) return
      const sizes = new ResizeObserver(look)
      sizes.observe(box)
      return () => sizes.disconnect()
    },
    [look],
  )
  return { hasMore, watch, look }
}

function LegendChips({ series, wordOf, onPick }: Pick<ChartLegendProps, 'series' | 'wordOf' | 'onPick'>) {
  const format = useFormat()
  return (
    <ul className="chart-chips">
      {series.map((one) => (
        <li key={one.id} data-off={one.isHidden || undefined}>
          <Entry series={one} onPick={onPick} />
          {(wordOf(one) !== null || one.statistics) && (
            <b className="sd-num">
              {wordOf(one) ?? (one.statistics && numberText(one.statistics.figures.last, one.display, format))}
            </b>
          )}
        </li>
      ))}
    </ul>
  )
}

function Entry({ series, onPick }: { series: ChartSeries; onPick: ChartLegendProps['onPick'] }) {
  const pick = (event: MouseEvent) => onPick(series.id, event.ctrlKey || event.metaKey)
  return (
    <button
      type="button"
      className="chart-legend-entry"
      aria-pressed={!series.isHidden}
      disabled={series.settings.disableDataHiding}
      onClick={pick}
      title={series.label}
    >
      <LineMark color={series.color} dash={series.dash} />
      <span className="sd-ellipsis">{series.label}</span>
    </button>
  )
}

/** Sample of a series' line. */
export function LineMark({ color, dash }: { color: string; dash: readonly number[] | null }) {
  return (
    <svg className="chart-mark" width={14} height={4} aria-hidden>
      <line
        x1={1}
        x2={13}
        y1={2}
        y2={2}
        style={{ stroke: color }}
        strokeWidth={3}
        strokeLinecap="round"
        strokeDasharray={dash ? '3 4' : undefined}
      />
    </svg>
  )
}
