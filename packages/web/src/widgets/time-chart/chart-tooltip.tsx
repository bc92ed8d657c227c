/** Tooltip with the values of all series at the crosshair, on the side with more space. */

import '../../ui/chart-tooltip/chart-tooltip.css'
import { addFigures, type Figure } from '@sonde/model/dashboards/figures'
import { numberText } from '../../dashboards/widget-api.ts'
import type { Translate } from '../../locale/texts.ts'
import { useText } from '../../locale/use-text.tsx'
import type { Format } from '../../ui/format/format.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { LineMark } from './chart-legend.tsx'
import { type ChartModel, isLayer } from './chart-model.ts'
import { type ChartSeries, figureNear } from './chart-series.ts'

export interface ChartTooltipProps {
  readonly model: ChartModel
  readonly ms: number
  /** Position of the crosshair, and width of the chart, in px. */
  readonly left: number
  readonly width: number
  readonly zone: string
  readonly toleranceMs: number
  /** Shows cumulative sums for the layers of a stack. */
  readonly sums: boolean
  readonly hidesZeros: boolean
  /** ID of the only series to show; null: all. */
  readonly only: string | null
  /** Text of a value. */
  readonly textOf: (series: ChartSeries, value: Figure) => string
}

const gapPx = 12

export function ChartTooltip(props: ChartTooltipProps) {
  const { model, ms, left, width, zone, toleranceMs, sums, hidesZeros, only, textOf } = props
  const format = useFormat(zone)
  const t = useText()
  const isRight = left < width / 2
  let sum: Figure = 0
  const rows = shownSeries(model).flatMap((series) => {
    const own = figureNear(series, ms, toleranceMs)
    const isPart = isLayer(model, series)
    if (isPart) sum = addFigures(sum, own ?? 0)
    if ((hidesZeros && own === 0) || (only !== null && series.id !== only)) return []
    return [{ series, value: sums && isPart && own !== null ? sum : own }]
  })
  const layers = rows.filter(({ series }) => isLayer(model, series))
  const [firstLayer] = layers
  const earlier = rows.find(({ series }) => series.comparedMs !== null)?.series
  return (
    <div
      className="chart-tooltip"
      style={isRight ? { left: left + gapPx } : { right: width - left + gapPx }}
      aria-hidden
    >
      <div className="sd-text-2">{format.dateTime(ms)}</div>
      <table>
        <tbody>
          {rows.flatMap(({ series, value }) => [
            series === earlier && (
              <tr key="earlier">
                <td colSpan={2} className="sd-text-2">
                  {format.dateTime(ms - (series.comparedMs ?? 0))}
                </td>
              </tr>
            ),
            <tr key={series.id}>
              <td>
                <LineMark color={series.color} dash={series.dash} />
                {series.label}
              </td>
              <td>{value === null ? t('widgets.noData') : textOf(series, value)}</td>
            </tr>,
          ])}
          {firstLayer && layers.length > 1 && !sums && (
            <tr>
              <td>{t('widgets.total')}</td>
              <td>{numberText(sum, firstLayer.series.display, format)}</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Text of a drawn value: the word of a state, or the number. */
export function stateText(model: ChartModel, series: ChartSeries, value: Figure, format: Format, t: Translate): string {
  const { words, isBoolean } = model.axes[series.axis] ?? { words: null, isBoolean: false }
  if (words) return words[Number(value)] ?? '–'
  if (model.kind === 'state' && isBoolean) return value === 1 ? t('ui.yes') : t('ui.no')
  return numberText(value, series.display, format)
}

export const shownSeries = (model: ChartModel): readonly ChartSeries[] =>
  model.series.filter(({ isHidden, settings }) => !isHidden && !settings.removeFromLegend)
