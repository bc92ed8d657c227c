/** Tooltip with the values of all series at the crosshair, on the side with more space. */

import '../../../ui/chart-tooltip/chart-tooltip.css'
import { addFigures, type Figure } from '@sonde/model/dashboards/figures'
import { numberText } from '../../../dashboards/widget-api.ts'
import { useText } from '../../../locale/use-text.tsx'
import { useFormat } from '../../../ui/format/use-format.ts'
import { LineMark } from './chart-legend.tsx'
import type { ChartModel } from './chart-model.ts'
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
}

const gapPx = 12

export function ChartTooltip({ model, ms, left, width, zone, toleranceMs, sums, hidesZeros }: ChartTooltipProps) {
  const format = useFormat(zone)
  const t = useText()
  const isRight = left < width / 2
  let sum: Figure = 0
  const rows = shownSeries(model).flatMap((series) => {
    const own = figureNear(series, ms, toleranceMs)
    if (hidesZeros && own === 0) return []
    const isLayer = model.stack.has(series.id)
    if (isLayer) sum = addFigures(sum, own ?? 0)
    return [{ series, value: sums && isLayer && own !== null ? sum : own }]
  })
  const layers = rows.filter(({ series }) => model.stack.has(series.id))
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
              <td>{value === null ? t('widgets.noData') : numberText(value, series.display, format)}</td>
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

export const shownSeries = (model: ChartModel): readonly ChartSeries[] =>
  model.series.filter(({ isHidden, settings }) => !isHidden && !settings.removeFromLegend)
