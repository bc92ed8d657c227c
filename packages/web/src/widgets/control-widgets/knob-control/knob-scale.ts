/** Scale of a knob: from a pointer or key to a value. */

export interface KnobScale {
  readonly min: number
  readonly max: number
  readonly decimals: number
}

/** The bounds in order, and as many decimals as the range needs unless the widget sets them. */
export function knobScale(minValue: number, maxValue: number, decimals: number | null): KnobScale {
  const min = Math.min(minValue, maxValue)
  // A range without width could not be turned.
  const max = maxValue === minValue ? min + 1 : Math.max(minValue, maxValue)
  const range = max - min
  return { min, max, decimals: decimals ?? (range >= 50 ? 0 : range >= 5 ? 1 : 2) }
}

export const shareOf = ({ min, max }: KnobScale, value: number): number =>
  Math.min(1, Math.max(0, (value - min) / (max - min)))

/** The nearest value that the knob can have. */
export function snapped({ min, max, decimals }: KnobScale, value: number): number {
  return Number(Math.min(max, Math.max(min, value)).toFixed(decimals))
}

/** The arc begins at the lower left and has 270°. */
const arcStart = 135
const arcDegrees = 270

/** Value at a point, relative to the center; the gap at the bottom belongs to the nearer end. */
export function valueAt(scale: KnobScale, dx: number, dy: number): number {
  const degrees = ((Math.atan2(dy, dx) * 180) / Math.PI - arcStart + 720) % 360
  const share = degrees <= arcDegrees ? degrees / arcDegrees : degrees < arcDegrees + (360 - arcDegrees) / 2 ? 1 : 0
  return snapped(scale, scale.min + share * (scale.max - scale.min))
}

/** Value after a key; null: the key doesn't turn the knob. */
export function valueAfterKey(scale: KnobScale, value: number, key: string): number | null {
  const { min, max, decimals } = scale
  const step = Math.max((max - min) / 100, 10 ** -decimals)
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return snapped(scale, value + step)
    case 'ArrowLeft':
    case 'ArrowDown':
      return snapped(scale, value - step)
    case 'PageUp':
      return snapped(scale, value + step * 10)
    case 'PageDown':
      return snapped(scale, value - step * 10)
    case 'Home':
      return min
    case 'End':
      return max
    default:
      return null
  }
}
