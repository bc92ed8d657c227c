/** Table view of a map: one row per entity. */

import type { WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import { displayOf, valueText } from '../../dashboards/widget-api.ts'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import type { ItemKeys, MapItem } from './map-data.ts'
import { valueNamed } from './map-data.ts'

interface MapTableProps {
  readonly items: readonly MapItem[]
  readonly keys: ItemKeys
  readonly titles: readonly [first: string, second: string]
  readonly config: WidgetConfig
  readonly zone: string
}

/** Six decimals of a degree are a tenth of a meter. */
const coordinateDecimals = 6

export function MapTable({ items, keys, titles, config, zone }: MapTableProps) {
  const t = useText()
  const format = useFormat(zone)
  const nowMs = useNow()
  const own = new Set<unknown>(Object.values(keys))
  const columns = [...new Set(items.flatMap(({ values }) => values.map(({ label }) => label)))].filter(
    (label) => !own.has(label),
  )
  const coordinate = (value: number | undefined) =>
    value === undefined ? '–' : format.number(value, { decimals: coordinateDecimals })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <div className="widget-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('widgets.name')}</th>
            {[...titles, ...columns, t('widgets.updated')].map((title) => (
              <th key={title} scope="col" className="sd-num">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, entity, position, values, ts }) => (
            <tr key={id}>
              <td>{entity.name}</td>
              <td className="sd-num">{coordinate(position?.[0])}</td>
              <td className="sd-num">{coordinate(position?.[1])}</td>
              {columns.map((label) => {
                const value = valueNamed(values, label)
                return (
                  <td key={label} className="sd-num">
                    {value &&
                      valueText(value.text, displayOf(value.view.dataKey, config, value.view.decimalsSeen), format, t)}
                  </td>
                )
              })}
              <td className="sd-num" title={ts > 0 ? format.dateTime(ts) : undefined}>
                {ts > 0 ? format.when(ts, nowMs) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
