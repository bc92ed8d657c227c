/** What all series hold at the crosshair, on the emptier side of it. */

import { numberText } from '../../dashboards/value-display.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { LineMark } from './chart-legend.tsx'
import { type ChartModel, type ChartSeries, valueNear } from './chart-model.ts'

export interface ChartTooltipProps {
  readonly model: ChartModel
  readonly ms: number
  /** Px of the crosshair, and of the chart. */
  readonly left: number
  readonly width: number
  readonly zone: string
  readonly toleranceMs: number
}

const gapPx = 12

export function ChartTooltip({ model, ms, left, width, zone, toleranceMs }: ChartTooltipProps) {
  const format = useFormat(zone)
  const t = useText()
  const isRight = left < width / 2
  return (
    <div
      className="chart-tooltip"
      style={isRight ? { left: left + gapPx } : { right: width - left + gapPx }}
      aria-hidden
    >
      <div className="sd-text-2">{format.dateTime(ms)}</div>
      <table>
        <tbody>
          {shownSeries(model).map((series) => {
            const value = valueNear(series, ms, toleranceMs)
            return (
              <tr key={series.id}>
                <td>
                  <LineMark color={series.color} dash={series.dash} />
                  {series.label}
                </td>
                <td>{value === null ? t('widgets.noData') : numberText(value, series.display, format)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

export const shownSeries = (model: ChartModel): readonly ChartSeries[] =>
  model.series.filter(({ isHidden, settings }) => !isHidden && settings.isInLegend)
