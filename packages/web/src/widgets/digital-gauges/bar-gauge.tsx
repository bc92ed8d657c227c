/** Gauge as a horizontal or vertical bar. */

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
  const round = settings.dashThickness > 0 || !settings.roundedLineCap ? 2 : thickness / 2
  /** Rectangle along the bar. `from`, `to`: shares of the scale; `offset`: px from the bar's side. */
  const piece = (from: number, to: number, offset: number, size: number) =>
    isLying
      ? { x: from * long, y: barTop + offset, width: Math.max(0, (to - from) * long), height: size }
      : { x: barLeft + offset, y: 6 + (1 - to) * long, width: size, height: Math.max(0, (to - from) * long) }
  const valueSize = Math.max(14, Math.min(32, isLying ? height * 0.26 : width * 0.2))
  const used = (settings.showValue ? valueSize + 10 : 6) + thickness + (settings.showMinMax ? 24 : 8)
  const top = isLying ? Math.max(0, (height - used) / 2) : 0
  const barTop = isLying ? top + (settings.showValue ? valueSize + 10 : 6) : 0
  const barLeft = isLying ? 0 : 4
  const textX = barLeft + thickness + 18

  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
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
        style={{ fill: color }}
      />
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
          <rect key={mark} {...piece(at - 1 / long, at + 1 / long, -3, thickness + 10)} className="gauge-mark-fill" />
        )
      })}
      {settings.showValue && (
        <text
          x={isLying ? 0 : textX}
          y={isLying ? top + valueSize : 6 + long / 2}
          className="gauge-number"
          data-pale={isPale || undefined}
          fontSize={valueSize}
          style={{ textAnchor: 'start' }}
        >
          {value}
          <tspan className="gauge-unit" dx={4}>
            {unit}
          </tspan>
        </text>
      )}
      {settings.showMinMax && (
        <>
          <text x={isLying ? 0 : textX} y={isLying ? barTop + thickness + 22 : 6 + long} className="gauge-scale">
            {scaleText(settings.minValue)}
          </text>
          <text
            x={isLying ? width : textX}
            y={isLying ? barTop + thickness + 22 : 16}
            className="gauge-scale"
            textAnchor={isLying ? 'end' : 'start'}
          >
            {scaleText(settings.maxValue)}
          </text>
        </>
      )}
    </svg>
  )
}
