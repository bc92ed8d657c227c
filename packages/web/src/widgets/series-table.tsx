/** Table of series: one row per time, newest first. Also the table view of charts. */

import type { SeriesColumn } from '@sonde/model/dashboards/series-column'
import { figureAt } from '@sonde/model/dashboards/series-column'
import { numberText, type ValueDisplay } from '../dashboards/widget-api.ts'
import { useText } from '../locale/use-text.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { unionOf } from './series-times.ts'

export interface TableSeries {
  readonly id: string
  readonly label: string
  readonly display: ValueDisplay
  readonly column: SeriesColumn
}

/** Maximum number of rows, for speed and readability. */
const rowsMax = 500

export function SeriesTable({ series, zone }: { series: readonly TableSeries[]; zone: string }) {
  const t = useText()
  const format = useFormat(zone)
  const times = unionOf(series.map(({ column }) => column.ts))
  const shown = Array.from(times.slice(-rowsMax)).reverse()
  const byTime = series.map(({ column }) => new Map(Array.from(column.ts, (ts, index) => [ts, index])))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <div className="widget-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('widgets.time')}</th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col" className="sd-num">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((ts) => (
            <tr key={ts}>
              <td>{format.dateTime(ts)}</td>
              {series.map(({ id, column, display }, index) => {
                const at = byTime[index]?.get(ts)
                const text = at === undefined ? undefined : column.texts?.[at]
                return (
                  <td key={id} className="sd-num">
                    {at === undefined ? '' : (text ?? numberText(figureAt(column, at), display, format))}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {times.length > rowsMax && (
        <p className="widget-table-note">{t('widgets.newestRows', { shown: rowsMax, total: times.length })}</p>
      )}
    </div>
  )
}
