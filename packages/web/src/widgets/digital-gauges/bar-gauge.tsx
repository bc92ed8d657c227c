/** Gauge as a horizontal or vertical bar. */

import { dashArray, glowFilter } from './gauge-settings.ts'
import type { GaugeProps } from './round-gauge.tsx'

export function BarGauge({ settings, share, color, value, unit, scaleText, isPale, width, height }: GaugeProps) {
  const isLying = settings.gaugeType === 'horizontalBar'
  const long = isLying ? width : Math.max(20, height - 12)
  const thickness = Math.max(
    6,
    Math.min(28, (isLying ? height * 0.24 : width * 0.26) * (settings.gaugeWidthScale / 0.75)),
  )
  const filled = share === null ? 0 : Math.min(1, Math.max(0, share))
  const shareOf = (at: number) => (at - settings.minValue) / (settings.maxValue - settings.minValue)
  const round = settings.roundedLineCap ? thickness / 2 : 2
  /** Rectangle along the bar. `from`, `to`: shares of the scale; `offset`: px from the bar's side. */
  const piece = (from: number, to: number, offset: number, size: number) =>
    isLying
      ? { x: from * long, y: barTop + offset, width: Math.max(0, (to - from) * long), height: size }
      : { x: barLeft + offset, y: 6 + (1 - to) * long, width: size, height: Math.max(0, (to - from) * long) }
  const { texts, markLook } = settings
  const valueSize = Math.max(14, Math.min(32, isLying ? height * 0.26 : width * 0.2) * texts.value.scale)
  const scaleStyle = { ...texts.scale.style, fontSize: 11 * texts.scale.scale }
  const used = (settings.showValue ? valueSize + 10 : 6) + thickness + (settings.showMinMax ? 24 : 8)
  const top = isLying ? Math.max(0, (height - used) / 2) : 0
  const barTop = isLying ? top + (settings.showValue ? valueSize + 10 : 6) : 0
  const barLeft = isLying ? 0 : 4
  const isSegmented = settings.dashThickness > 0
  const segments = dashArray(settings.dashThickness)
  const glow = glowFilter(settings.neonGlowBrightness, color, thickness)
  /** Middle line of the bar from its start to a share of it. */
  const lineTo = (share: number) =>
    isLying
      ? `M0 ${barTop + thickness / 2}h${share * long}`
      : `M${barLeft + thickness / 2} ${6 + long}v${-share * long}`
  const textX = barLeft + thickness + 18

  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {isSegmented ? (
        <>
          <path
            d={lineTo(1)}
            className="gauge-track"
            strokeWidth={thickness}
            strokeDasharray={segments}
            style={settings.trackColor ? { stroke: settings.trackColor } : undefined}
          />
          <path
            d={lineTo(filled)}
            className="gauge-value"
            data-pale={isPale || undefined}
            strokeWidth={thickness}
            strokeDasharray={segments}
            style={{ stroke: color, filter: glow }}
          />
        </>
      ) : (
        <>
          <rect
            {...piece(0, 1, 0, thickness)}
            rx={round}
            className="gauge-track-fill"
            style={settings.trackColor ? { fill: settings.trackColor } : undefined}
          />
          <rect
            {...piece(0, filled, 0, thickness)}
            rx={Math.min(round, (filled * long) / 2)}
            className="gauge-value"
            data-pale={isPale || undefined}
            style={{ fill: color, filter: glow }}
          />
        </>
      )}
      {settings.bands.map((band) => (
        <rect
          key={`${band.from} ${band.to}`}
          {...piece(shareOf(band.from) + 0.003, shareOf(band.to) - 0.003, thickness + 4, 3)}
          style={{ fill: band.color }}
        />
      ))}
      {settings.marks.map((mark) => {
        const at = shareOf(mark)
        return (
          <rect
            key={mark}
            {...piece(at - markLook.width / 2 / long, at + markLook.width / 2 / long, -3, thickness + 10)}
            className="gauge-mark-fill"
            style={markLook.color ? { fill: markLook.color } : undefined}
          />
        )
      })}
      {settings.showValue && (
        <text
          x={isLying ? 0 : textX}
          y={isLying ? top + valueSize : 6 + long / 2}
          className="gauge-number"
          data-pale={isPale || undefined}
          fontSize={valueSize}
          style={{ ...texts.value.style, ...(isPale && { fill: undefined }), textAnchor: 'start' }}
        >
          {value}
          <tspan className="gauge-unit" dx={4} style={{ ...texts.label.style, fontSize: 12 * texts.label.scale }}>
            {unit}
          </tspan>
        </text>
      )}
      {settings.showMinMax && (
        <>
          <text
            x={isLying ? 0 : textX}
            y={isLying ? barTop + thickness + 22 : 6 + long}
            className="gauge-scale"
            style={scaleStyle}
          >
            {scaleText(settings.minValue)}
          </text>
          <text
            x={isLying ? width : textX}
            y={isLying ? barTop + thickness + 22 : 16}
            className="gauge-scale"
            style={scaleStyle}
            textAnchor={isLying ? 'end' : 'start'}
          >
            {scaleText(settings.maxValue)}
          </text>
        </>
      )}
    </svg>
  )
}
