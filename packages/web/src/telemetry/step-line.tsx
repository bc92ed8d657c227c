/** Step line of a boolean over the last 24 h, in the place of a sparkline. */

import './sparkline.css'
import { type BooleanPoint, dayMs } from './use-step-lines.ts'

const width = 96
const height = 24
const padding = 3

/** Path in px coordinates; undefined without points. Each value holds until the next one, the last one until the end. */
export function stepPath(
  points: readonly BooleanPoint[],
  startTs: number,
): { path: string; x: number; y: number } | undefined {
  const xOf = (ts: number) => padding + Math.min(1, Math.max(0, (ts - startTs) / dayMs)) * (width - 2 * padding)
  const yOf = (isOn: boolean) => (isOn ? padding : height - padding)
  const [first] = points
  if (!first) return undefined
  let path = `M${xOf(first.ts).toFixed(1)} ${yOf(first.isOn)}`
  let isOn = first.isOn
  for (const point of points) {
    if (point.isOn === isOn) continue
    isOn = point.isOn
    path += `H${xOf(point.ts).toFixed(1)}V${yOf(isOn)}`
  }
  const x = width - padding
  return { path: `${path}H${x}`, x, y: yOf(isOn) }
}

interface StepLineProps {
  readonly points: readonly BooleanPoint[]
  readonly startTs: number
  readonly label: string
}

export function StepLine({ points, startTs, label }: StepLineProps) {
  const line = stepPath(points, startTs)
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
