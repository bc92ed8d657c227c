/** Symbols along a line on the screen: arrows in its direction, or dashes. */

export interface LineSymbols {
  readonly kind: 'arrowHead' | 'dash'
  /** Pixels. */
  readonly size: number
  /** CSS color; null: that of the line. */
  readonly color: string | null
  /** From the start, from the end, and from symbol to symbol. */
  readonly offset: Distance
  readonly endOffset: Distance
  readonly repeat: Distance
}

/** Pixels, or a share of the line's length. */
export type Distance = { readonly px: number } | { readonly share: number }

interface Dot {
  readonly x: number
  readonly y: number
}

/** Maximum number of symbols of a line. */
export const symbolsMax = 500

/** Distance such as `20px`, `5%` or `20`. */
export function distanceOf(text: string, otherwise: Distance): Distance {
  const number = Number.parseFloat(text)
  if (!Number.isFinite(number) || number < 0) return otherwise
  return text.trim().endsWith('%') ? { share: number / 100 } : { px: number }
}

/** Strokes of the symbols on a line of pixels. */
export function symbolStrokes(line: readonly Dot[], { kind, size, ...distances }: LineSymbols): Dot[][] {
  const lengths = line
    .slice(1)
    .map((to, index) => Math.hypot(to.x - (line[index]?.x ?? 0), to.y - (line[index]?.y ?? 0)))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const pixels = (distance: Distance) => ('px' in distance ? distance.px : distance.share * total)
  const end = total - pixels(distances.endOffset)
  const start = pixels(distances.offset)
  // Denser than its symbols are large, a line would only get thicker.
  const repeat = Math.max(pixels(distances.repeat), size / 2, 1, (end - start) / symbolsMax)
  const strokes: Dot[][] = []
  let passed = 0
  let next = start
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [line[index], line[index + 1]]
    if (!from || !to || length === 0) continue
    const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length]
    for (; next <= passed + length && next <= end; next += repeat) {
      const [x, y] = [from.x + ux * (next - passed), from.y + uy * (next - passed)]
      strokes.push(kind === 'dash' ? dashAt(x, y, ux, uy, size) : arrowAt(x, y, ux, uy, size))
    }
    passed += length
  }
  return strokes
}

const dashAt = (x: number, y: number, ux: number, uy: number, size: number): Dot[] => [
  { x: x - (ux * size) / 2, y: y - (uy * size) / 2 },
  { x: x + (ux * size) / 2, y: y + (uy * size) / 2 },
]

/** Its tip is on the line, its sides are 30 degrees from it. */
function arrowAt(x: number, y: number, ux: number, uy: number, size: number): Dot[] {
  const [along, across] = [size * Math.cos(Math.PI / 6), size * Math.sin(Math.PI / 6)]
  return [
    { x: x - ux * along - uy * across, y: y - uy * along + ux * across },
    { x, y },
    { x: x - ux * along + uy * across, y: y - uy * along - ux * across },
  ]
}
