/** Widget types `digital_gauges.*`: one value on its scale, as an arc, a ring or a bar. */

import './digital-gauge.css'
import { parseNumber } from '@sonde/model/dashboards/series-column'
import { gaugeReaders } from '@sonde/model/widgets/digital-gauges/digital-gauge'
import type { CSSProperties } from 'react'
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
import { useLocale, useText } from '../../locale/use-text.tsx'
import { patternedTime } from '../../ui/format/patterned-time.ts'
import { useFormat } from '../../ui/format/use-format.ts'
import { LatestTable } from '../latest-table.tsx'
import { BarGauge } from './bar-gauge.tsx'
import type { GaugeText } from './gauge-fonts.ts'
import { gaugeLimits, gaugeSettings, levelColor, readGaugeSettings } from './gauge-settings.ts'
import { RoundGauge } from './round-gauge.tsx'
import { useAnimated } from './use-animated.ts'

function DigitalGauge({ widget, view, isStale, isTable, zone }: WidgetProps) {
  const t = useText()
  const format = useFormat(zone)
  const nowMs = useNow()
  const { intl: locale } = useLocale()
  const [box, size] = useElementSize<HTMLDivElement>()
  const settings = gaugeSettings(widget, view.limits)
  const [latest] = view.latest
  const number = parseNumber(latest?.text ?? '')
  const target = number === null ? null : (number - settings.minValue) / (settings.maxValue - settings.minValue)
  const shown = useAnimated(target, settings.animationMs, settings.animationRule === 'linear')
  if (isTable) return <LatestTable latest={view.latest} config={widget.config} zone={zone} />
  if (!latest) return null

  const display = displayOf(latest.dataKey, widget.config, latest.decimalsSeen)
  const { value: digits, units } = valueParts(latest.text, display, format, t)
  const scaleText = (one: number) => format.number(one, { decimals: 2 })
  const label = settings.title || latest.label
  const hasUnitTitle = settings.showUnitTitle && settings.unitTitle !== ''
  const unit = hasUnitTitle ? settings.unitTitle : units
  const value = hasUnitTitle && units !== '' && units !== unit ? `${digits} ${units}` : digits
  const isPale = latest.text !== '' && (isStale || isOld(latest, nowMs))
  const parts = {
    settings,
    share: shown,
    color: levelColor(settings.levelColors, target ?? 0),
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
      {settings.showTitle && !widget.config.showTitle && (
        <div className="gauge-title sd-ellipsis" style={styleOf(settings.texts.title, 13)}>
          {label}
        </div>
      )}
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
      {note && (
        <div className="gauge-note" style={styleOf(settings.texts.label, 12)}>
          {note}
        </div>
      )}
    </div>
  )

  function noteOf(): string {
    if (isPale && latest) return t('ui.lastValue', { when: format.when(latest.ts, nowMs) })
    if (settings.showTimestamp && latest && latest.ts > 0) return timeText(latest.ts)
    const [limit] = settings.marks
    if (limit !== undefined)
      return t('widgets.limitNote', { value: format.number(limit, { unit: units || undefined }) })
    return ''
  }

  /** Time of the value, in the format of the settings. The one that ThingsBoard always writes counts as not set. */
  function timeText(ms: number): string {
    const pattern = settings.timestampFormat
    return pattern === '' || pattern === unsetTimeFormat
      ? format.dateTime(ms)
      : patternedTime(ms, pattern, zone, locale)
  }
}

const unsetTimeFormat = 'yyyy-MM-dd HH:mm:ss'

const styleOf = ({ style, scale }: GaugeText, px: number): CSSProperties => ({
  ...style,
  ...(scale !== 1 && { fontSize: px * scale, lineHeight: 1.4 }),
})

export default widgetType(DigitalGauge, {
  aliases: [...gaugeReaders.keys()],
  requests: (widget, window) => [...usualRequests(widget, window, true), ...limitRequests(widget, gaugeLimits(widget))],
  settings: readGaugeSettings,
})
