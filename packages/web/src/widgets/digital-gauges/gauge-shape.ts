/** Geometry of round gauges. Angles in radians, clockwise from the right. */

export interface ArcShape {
  readonly cx: number
  readonly cy: number
  readonly radius: number
  readonly start: number
  readonly end: number
  readonly thickness: number
}

const arcStart = Math.PI * 0.75
const arcEnd = Math.PI * 2.25
/** Space for the outer band next to the track, px. */
const bandPx = 9

/** Largest arc of 270° that fits into the box with its outer band. */
export function arcShape(width: number, height: number, widthScale: number): ArcShape {
  const thickness = Math.max(4, Math.min(width, height) * 0.06 * widthScale)
  const outer = thickness / 2 + bandPx
  // The height of a 270° arc is (1 + sin 45°) times its radius.
  const radius = Math.max(10, Math.min(width / 2 - outer, (height - outer * 2) / (1 + Math.SQRT1_2)))
  const used = radius * (1 + Math.SQRT1_2) + outer * 2
  return {
    cx: width / 2,
    cy: (height - used) / 2 + outer + radius,
    radius,
    start: arcStart,
    end: arcEnd,
    thickness,
  }
}

export function donutShape(width: number, height: number, widthScale: number): ArcShape {
  const thickness = Math.max(4, Math.min(width, height) * 0.09 * widthScale)
  const radius = Math.max(10, Math.min(width, height) / 2 - thickness / 2 - bandPx)
  return { cx: width / 2, cy: height / 2, radius, start: -Math.PI / 2, end: Math.PI * 1.4999, thickness }
}

export const angleAt = ({ start, end }: ArcShape, share: number): number =>
  start + Math.min(1, Math.max(0, share)) * (end - start)

export function pointAt({ cx, cy }: ArcShape, radius: number, angle: number): readonly [number, number] {
  return [round(cx + radius * Math.cos(angle)), round(cy + radius * Math.sin(angle))]
}

/** SVG path along the circle from one angle to another. */
export function arcPath(shape: ArcShape, radius: number, from: number, to: number): string {
  const [x1, y1] = pointAt(shape, radius, from)
  const [x2, y2] = pointAt(shape, radius, to)
  return `M${x1} ${y1}A${round(radius)} ${round(radius)} 0 ${to - from > Math.PI ? 1 : 0} 1 ${x2} ${y2}`
}

const round = (value: number): number => Math.round(value * 100) / 100
