/** Contrast of colors by WCAG 2.1, for texts on backgrounds that users chose. */

export interface Rgb {
  readonly red: number
  readonly green: number
  readonly blue: number
  /** 0: transparent, 1: opaque. */
  readonly alpha: number
}

/** Minimum contrast of a text. */
export const readableContrast = 4.5

const white: Rgb = { red: 255, green: 255, blue: 255, alpha: 1 }
const black: Rgb = { red: 0, green: 0, blue: 0, alpha: 1 }

/** Parses `#rgb`, `#rrggbb`, with alpha too, and `rgb()` or `rgba()`; null for any other form. */
export function parseColor(text: string): Rgb | null {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(text.trim())?.[1]
  if (hex) {
    const long = hex.length <= 4 ? [...hex].map((digit) => digit + digit).join('') : hex
    if (long.length !== 6 && long.length !== 8) return null
    const [red = 0, green = 0, blue = 0, alpha = 255] = (long.match(/../g) ?? []).map((pair) =>
      Number.parseInt(pair, 16),
    )
    return { red, green, blue, alpha: alpha / 255 }
  }
  const numbers = /^rgba?\(([^)]+)\)$/i
    .exec(text.trim())?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean)
  if (!numbers || numbers.length < 3) return null
  const [red, green, blue, alpha] = numbers.map((one) =>
    one.endsWith('%') ? Number.parseFloat(one) / 100 : Number(one),
  )
  const channel = (value: number | undefined, at: number) =>
    Math.min(255, Math.max(0, (value ?? 0) * (numbers[at]?.endsWith('%') ? 255 : 1)))
  const color = { red: channel(red, 0), green: channel(green, 1), blue: channel(blue, 2), alpha: alpha ?? 1 }
  return Object.values(color).some(Number.isNaN) ? null : color
}

/** `top` over an opaque color, in whole steps as on the screen. */
const over = (top: Rgb, bottom: Rgb): Rgb => ({
  red: Math.round(top.red * top.alpha + bottom.red * (1 - top.alpha)),
  green: Math.round(top.green * top.alpha + bottom.green * (1 - top.alpha)),
  blue: Math.round(top.blue * top.alpha + bottom.blue * (1 - top.alpha)),
  alpha: 1,
})

function luminance({ red, green, blue }: Rgb): number {
  const [r, g, b] = [red, green, blue].map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of a text on an opaque background, 1 to 21. */
export function contrastOf(ink: Rgb, background: Rgb): number {
  const [low, high] = [luminance(over(ink, background)), luminance(background)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (high + 0.05) / (low + 0.05)
}

/** Whether light texts are easier to read on a background than dark ones. */
export const isDark = (background: Rgb): boolean => contrastOf(white, background) > contrastOf(black, background)

const hexOf = ({ red, green, blue }: Rgb): string =>
  `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/**
 * The color itself if it can be read on the background, else the nearest mix with white or black that can. Unchanged if
 * one of the colors can't be parsed.
 */
export function readableInk(ink: string, background: string): string {
  const own = parseColor(ink)
  const behind = parseColor(background)
  if (!own || !behind) return ink
  const opaque = over(behind, white)
  if (contrastOf(own, opaque) >= readableContrast) return ink
  const goal = isDark(opaque) ? white : black
  for (let share = 0.1; share < 1; share += 0.1) {
    const mixed = over({ ...goal, alpha: share }, over(own, opaque))
    if (contrastOf(mixed, opaque) >= readableContrast) return hexOf(mixed)
  }
  return hexOf(goal)
}

/** Text colors of a background, strong to soft; all of them can be read on it. */
export interface Inks {
  readonly isDark: boolean
  readonly text: string
  readonly text2: string
  readonly text3: string
}

const darkInk: Rgb = { red: 20, green: 26, blue: 36, alpha: 1 }
const shares = { text2: 0.8, text3: 0.65 }

/** Text colors for a background. `chosen`: the user's text color, which stays as it is. null: the background can't be parsed. */
export function inksOn(background: string, chosen?: string): Inks | null {
  const behind = parseColor(background)
  if (!behind || behind.alpha === 0) return null
  const opaque = over(behind, white)
  const own = chosen === undefined ? null : parseColor(chosen)
  const ink = own ?? (isDark(opaque) ? white : darkInk)
  return {
    isDark: isDark(opaque),
    text: chosen ?? readableInk(hexOf(ink), hexOf(opaque)),
    text2: softInk(ink, opaque, shares.text2),
    text3: softInk(ink, opaque, shares.text3),
  }
}

/** A text color at a share of its strength, but not weaker than what can be read on the background. */
function softInk(ink: Rgb, background: Rgb, share: number): string {
  for (let part = share; part < 1; part += 0.05) {
    const mixed = over({ ...ink, alpha: part * ink.alpha }, background)
    if (contrastOf(mixed, background) >= readableContrast) return hexOf(mixed)
  }
  return readableInk(hexOf(over(ink, background)), hexOf(background))
}
