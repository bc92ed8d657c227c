/** Gauge as an arc of 270° or a ring: track, value, outer band of ranges, ticks at limits. */

import { valueTicks } from '../../ui/ticks/value-ticks.ts'
import { dashArray, type GaugeSettings, glowFilter } from './gauge-settings.ts'
import { angleAt, arcPath, arcShape, donutShape, pointAt } from './gauge-shape.ts'

export interface GaugeProps {
  readonly settings: GaugeSettings
  /** Position on the scale: 0 is the minimum, 1 the maximum, also beyond; null without a value. */
  readonly share: number | null
  readonly color: string
  readonly value: string
  readonly unit: string
  readonly scaleText: (value: number) => string
  readonly isPale: boolean
  readonly width: number
  readonly height: number
}

/** Minimum radius in px for numbers along the whole scale; smaller gauges have them only at the ends. */
const numbersFromPx = 72
/** Minimum radius in px for numbers at the ends, which would cover the value of a smaller gauge. */
const endNumbersFromPx = 52
const bandGapRadians = 0.012

export function RoundGauge({ settings, share, color, value, unit, scaleText, isPale, width, height }: GaugeProps) {
  const isArc = settings.gaugeType === 'arc'
  const shape = isArc
    ? arcShape(width, height, settings.gaugeWidthScale)
    : donutShape(width, height, settings.gaugeWidthScale)
  const { cx, cy, radius, thickness } = shape
  const shareOf = (at: number) => (at - settings.minValue) / (settings.maxValue - settings.minValue)
  const end = share === null ? null : angleAt(shape, share)
  const cap = settings.roundedLineCap && isArc && settings.dashThickness === 0 ? 'round' : 'butt'
  const dash = dashArray(settings.dashThickness)
  const { texts, markLook } = settings
  const valueSize = Math.max(
    12,
    Math.min(radius * 0.36 * texts.value.scale, (radius * 2.1) / Math.max(3, value.length), 44 * texts.value.scale),
  )
  const markStyle = { ...(markLook.color && { stroke: markLook.color }), strokeWidth: markLook.width }
  const unitSize = 12 * texts.label.scale

  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      <path
        d={arcPath(shape, radius, shape.start, shape.end)}
        fill="none"
        className="gauge-track"
        style={settings.trackColor ? { stroke: settings.trackColor } : undefined}
        strokeWidth={thickness}
        strokeLinecap={cap}
        strokeDasharray={dash}
      />
      {settings.bands.map(({ from, to, color: band }) => (
        <path
          key={`${from} ${to}`}
          d={arcPath(
            shape,
            radius + thickness / 2 + 5,
            angleAt(shape, shareOf(from)) + bandGapRadians,
            angleAt(shape, shareOf(to)) - bandGapRadians,
          )}
          fill="none"
          style={{ stroke: band }}
          strokeWidth={3}
        />
      ))}
      {end !== null && end > shape.start && (
        <path
          d={arcPath(shape, radius, shape.start, end)}
          fill="none"
          className="gauge-value"
          data-pale={isPale || undefined}
          style={{ stroke: color, filter: glowFilter(settings.neonGlowBrightness, color, thickness) }}
          strokeWidth={thickness}
          strokeLinecap={cap}
          strokeDasharray={dash}
        />
      )}
      {isArc && settings.showMinMax && radius >= endNumbersFromPx && scaleNumbers()}
      {settings.marks.map((mark) => {
        const angle = angleAt(shape, shareOf(mark))
        const [x1, y1] = pointAt(shape, radius - thickness / 2 - 3, angle)
        const [x2, y2] = pointAt(shape, radius + thickness / 2 + 8, angle)
        return <line key={mark} x1={x1} y1={y1} x2={x2} y2={y2} className="gauge-mark" style={markStyle} />
      })}
      {settings.showValue && (
        <>
          <text
            x={cx}
            y={cy + valueSize * 0.3}
            className="gauge-number"
            data-pale={isPale || undefined}
            fontSize={valueSize}
            style={isPale ? { ...texts.value.style, fill: undefined } : texts.value.style}
          >
            {value}
          </text>
          <text
            x={cx}
            y={cy + valueSize * 0.3 + Math.max(unitSize + 2, valueSize * 0.6)}
            className="gauge-unit"
            style={{ ...texts.label.style, fontSize: unitSize }}
          >
            {unit}
          </text>
        </>
      )}
    </svg>
  )

  function scaleNumbers() {
    const inner = radius - thickness / 2 - 12
    const { ticks } = valueTicks(settings.minValue, settings.maxValue, 300, {
      min: settings.minValue,
      max: settings.maxValue,
      tickSize: null,
    })
    const shown =
      radius >= numbersFromPx
        ? [...new Set([settings.minValue, ...ticks, settings.maxValue])]
        : [settings.minValue, settings.maxValue]
    return shown.map((tick) => {
      const angle = angleAt(shape, shareOf(tick))
      const [x, y] = pointAt(shape, inner, angle)
      const side = Math.cos(angle)
      return (
        <text
          key={tick}
          x={x}
          y={y + 4}
          className="gauge-scale"
          style={{ ...texts.scale.style, fontSize: 11 * texts.scale.scale }}
          textAnchor={side < -0.3 ? 'start' : side > 0.3 ? 'end' : 'middle'}
        >
          {scaleText(tick)}
        </text>
      )
    })
  }
}
