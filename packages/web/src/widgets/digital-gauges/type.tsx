/** Widget types `digital_gauges.*`: one value on its scale, as an arc, a ring or a bar. */

import './digital-gauge.css'
import { parseNumber } from '@sonde/model/dashboards/series-column'
import { gaugeReaders } from '@sonde/model/widgets/digital-gauges/digital-gauge'
import {
  displayOf,
  isOld,
  limitRequests,
  useElementSize,
  usualRequests,
  valueParts,
  valueText,
  type WidgetProps,
  widgetType,
} from '../../dashboards/widget-api.ts'
import { useNow } from '../../live/use-now.ts'
import { useText } from '../../locale/use-text.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { LatestTable } from '../latest-table.tsx'
import { BarGauge } from './bar-gauge.tsx'
import { gaugeLimits, gaugeSettings, levelColor, readGaugeSettings } from './gauge-settings.ts'
import { RoundGauge } from './round-gauge.tsx'

function DigitalGauge({ widget, view, isStale, isTable, zone }: WidgetProps) {
  const t = useText()
  const format = useFormat(zone)
  const nowMs = useNow()
  const [box, size] = useElementSize<HTMLDivElement>()
  const settings = gaugeSettings(widget, view.limits)
  const [latest] = view.latest
  if (isTable) return <LatestTable latest={view.latest} config={widget.config} zone={zone} />
  if (!latest) return null

  const display = displayOf(latest.dataKey, widget.config, latest.decimalsSeen)
  const number = parseNumber(latest.text)
  const share = number === null ? 0 : (number - settings.minValue) / (settings.maxValue - settings.minValue)
  const { value, units } = valueParts(latest.text, display, format, t)
  const scaleText = (one: number) => format.number(one, { decimals: 2 })
  const label = settings.title || latest.label
  const unit = settings.showUnitTitle && settings.unitTitle ? settings.unitTitle : units
  const isPale = latest.text !== '' && (isStale || isOld(latest, nowMs))
  const parts = {
    settings,
    share: number === null ? null : share,
    color: levelColor(settings.levelColors, share),
    value,
    unit,
    scaleText,
    isPale,
    width: size.width,
    height: size.height,
  }
  const isBar = settings.gaugeType === 'horizontalBar' || settings.gaugeType === 'verticalBar'
  const note = noteOf()

  return (
    <div className="gauge">
      {settings.showTitle && !widget.config.showTitle && <div className="gauge-title sd-ellipsis">{label}</div>}
      <div
        ref={box}
        className="gauge-box"
        role="img"
        aria-label={t('widgets.gaugeOf', {
          label,
          value: valueText(latest.text, display, format, t),
          min: scaleText(settings.minValue),
          max: scaleText(settings.maxValue),
        })}
      >
        {size.width > 0 && (isBar ? <BarGauge {...parts} /> : <RoundGauge {...parts} />)}
      </div>
      {note && <div className="gauge-note">{note}</div>}
    </div>
  )

  function noteOf(): string {
    if (isPale && latest) return t('ui.lastValue', { when: format.when(latest.ts, nowMs) })
    const [limit] = settings.marks
    if (limit !== undefined)
      return t('widgets.limitNote', { value: format.number(limit, { unit: units || undefined }) })
    return settings.showTimestamp && latest && latest.ts > 0 ? format.dateTime(latest.ts) : ''
  }
}

export default widgetType(DigitalGauge, {
  aliases: [...gaugeReaders.keys()],
  requests: (widget, window) => [...usualRequests(widget, window, true), ...limitRequests(widget, gaugeLimits(widget))],
  settings: readGaugeSettings,
})
