/** Colors as CSS text and as hue, saturation, value and opacity, which a picker changes. */

export interface Hsva {
  /** Degrees, 0 to 360. */
  readonly h: number
  /** Saturation, value and opacity: 0 to 1. */
  readonly s: number
  readonly v: number
  readonly a: number
}

interface Rgba {
  /** 0 to 255. */
  readonly r: number
  readonly g: number
  readonly b: number
  /** 0 to 1. */
  readonly a: number
}

const channel = (text: string): number => (text.endsWith('%') ? (Number.parseFloat(text) / 100) * 255 : Number(text))
const share = (text: string | undefined): number =>
  text === undefined ? 1 : text.endsWith('%') ? Number.parseFloat(text) / 100 : Number(text)
const clamp = (value: number, max: number): number => Math.max(0, Math.min(value, max))

/**
 * Parses `#rgb`, `#rrggbb`, both with an optional alpha part, `rgb(…)`, `rgba(…)`, `hsl(…)`, `hsla(…)`. Null for any
 * other text.
 */
export function readColor(text: string): Hsva | null {
  const written = text.trim().toLowerCase()
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(written)?.[1]
  if (hex) {
    const wide = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
    const part = (at: number) => Number.parseInt(wide.slice(at, at + 2) || 'ff', 16)
    return hsvaOf({ r: part(0), g: part(2), b: part(4), a: part(6) / 255 })
  }
  const match = /^(rgb|hsl)a?\(\s*([^)]*)\)$/.exec(written)
  if (!match) return null
  const parts = (match[2] ?? '').split(/[\s,/]+/).filter((part) => part !== '')
  if (parts.length < 3 || parts.length > 4) return null
  const [first = '', second = '', third = '', fourth] = parts
  const a = clamp(share(fourth), 1)
  if (match[1] === 'rgb') {
    const [r, g, b] = [first, second, third].map((part) => clamp(channel(part), 255))
    return r === undefined || g === undefined || b === undefined || [r, g, b, a].some(Number.isNaN)
      ? null
      : hsvaOf({ r, g, b, a })
  }
  const [h, s, l] = [Number.parseFloat(first), share(second), share(third)]
  if ([h, s, l, a].some(Number.isNaN) || !second.endsWith('%') || !third.endsWith('%')) return null
  const v = l + s * Math.min(l, 1 - l)
  return { h: ((h % 360) + 360) % 360, s: v === 0 ? 0 : 2 * (1 - l / v), v, a }
}

function hsvaOf({ r, g, b, a }: Rgba): Hsva {
  const max = Math.max(r, g, b)
  const range = max - Math.min(r, g, b)
  const turn = range === 0 ? 0 : max === r ? (g - b) / range + 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4
  return { h: (turn * 60) % 360, s: max === 0 ? 0 : range / max, v: max / 255, a }
}

function rgbaOf({ h, s, v, a }: Hsva): Rgba {
  const part = (n: number) => {
    const k = (n + h / 60) % 6
    return Math.round(255 * (v - v * s * Math.max(0, Math.min(k, 4 - k, 1))))
  }
  return { r: part(5), g: part(3), b: part(1), a }
}

/** Returns `#rrggbb`, or `rgba(r, g, b, a)` when not opaque. */
export function writeColor(color: Hsva): string {
  const { r, g, b, a } = rgbaOf(color)
  if (a >= 1) return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
  return `rgba(${r}, ${g}, ${b}, ${Math.round(a * 100) / 100})`
}

/** Colors of the palette, ordered by hue. */
export const palette: readonly string[] = [
  '#f44336',
  '#e91e63',
  '#9c27b0',
  '#673ab7',
  '#3f51b5',
  '#2196f3',
  '#03a9f4',
  '#00bcd4',
  '#009688',
  '#4caf50',
  '#8bc34a',
  '#cddc39',
  '#ffeb3b',
  '#ffc107',
  '#ff9800',
  '#ff5722',
  '#795548',
  '#607d8b',
  '#000000',
  '#ffffff',
]
