/** Sparkline: a small line without axes, drawn as one path. */

import './sparkline.css'

const width = 96
const height = 24
const padding = 3

/** Path in px coordinates; undefined with fewer than two values. `low`: value at the bottom. */
export function sparklinePath(
  values: readonly number[],
  low = Math.min(...values),
): { path: string; x: number; y: number } | undefined {
  if (values.length < 2) return undefined
  const high = Math.max(...values)
  const spread = high - low
  const stepX = (width - 2 * padding) / (values.length - 1)
  let path = ''
  let x = 0
  let y = 0
  for (const [at, value] of values.entries()) {
    x = padding + at * stepX
    y = spread === 0 ? height / 2 : height - padding - ((value - low) / spread) * (height - 2 * padding)
    path += `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
  }
  return { path, x, y }
}

interface SparklineProps {
  readonly values: readonly number[]
  readonly label: string
  /** Starts at zero, for counts: small changes stay small. */
  readonly isFromZero?: boolean
}

export function Sparkline({ values, label, isFromZero = false }: SparklineProps) {
  const line = sparklinePath(values, isFromZero ? 0 : undefined)
  if (!line) return null
  return (
    <svg
      className="sd-sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <path d={line.path} />
      <circle cx={line.x} cy={line.y} r="2.2" />
    </svg>
  )
}
