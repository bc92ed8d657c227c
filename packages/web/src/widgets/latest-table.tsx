/** Table of latest values: entity, key, value, time of the update. */

import type { WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import { displayOf, type LatestView, valueText } from '../dashboards/widget-api.ts'
import { useNow } from '../live/use-now.ts'
import { useText } from '../locale/use-text.tsx'
import { useFormat } from '../ui/format/use-format.ts'

export interface LatestTableProps {
  readonly latest: readonly LatestView[]
  readonly config: WidgetConfig
  readonly zone: string
}

export function LatestTable({ latest, config, zone }: LatestTableProps) {
  const t = useText()
  const format = useFormat(zone)
  const nowMs = useNow()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
    <div className="widget-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('widgets.name')}</th>
            <th scope="col">{t('widgets.key')}</th>
            <th scope="col" className="sd-num">
              {t('widgets.value')}
            </th>
            <th scope="col" className="sd-num">
              {t('widgets.updated')}
            </th>
          </tr>
        </thead>
        <tbody>
          {latest.map((one) => (
            <tr key={one.id}>
              <td>{one.entity.name}</td>
              <td>{one.label}</td>
              <td className="sd-num">
                {valueText(one.text, displayOf(one.dataKey, config, one.decimalsSeen), format, t)}
              </td>
              <td className="sd-num" title={one.ts > 0 ? format.dateTime(one.ts) : undefined}>
                {one.ts > 0 ? format.when(one.ts, nowMs) : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
