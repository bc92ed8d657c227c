/**
 * Text of users is often written for white cards: in the dark color scheme it would be light text on a light
 * background. Gives such texts a color that can be read, unless their author chose one.
 */

type Rgb = readonly [number, number, number]

/** Least contrast of large text (WCAG 2.2, 1.4.3). */
const contrastMin = 3
/** Bounds the work per change. */
const elementsMax = 1000

const onLight = 'rgba(0, 0, 0, 0.87)'
const onDark = '#fff'

export function makeReadable(box: HTMLElement, host: HTMLElement): void {
  const behind = backgroundBehind(host)
  if (behind) adjust(box, host, behind)
  for (const element of [...box.querySelectorAll('*')].slice(0, elementsMax)) {
    const own = opaque(getComputedStyle(element).backgroundColor)
    if (own && element instanceof HTMLElement && element.parentElement) adjust(element, element.parentElement, own)
  }
}

function adjust(element: HTMLElement, parent: Element, background: Rgb): void {
  const { color } = getComputedStyle(element)
  const text = opaque(color)
  if (!text || color !== getComputedStyle(parent).color || contrast(text, background) >= contrastMin) return
  element.style.color = contrast([0, 0, 0], background) > contrast([255, 255, 255], background) ? onLight : onDark
  // Links are underlined, too.
  element.style.setProperty('--user-link', 'currentcolor')
}

function backgroundBehind(element: HTMLElement): Rgb | null {
  for (let one: Element | null = element; one; one = one.parentElement) {
    const found = opaque(getComputedStyle(one).backgroundColor)
    if (found) return found
  }
  return null
}

const computed = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/

/** Null: mostly transparent, or in a color space that isn't compared. */
function opaque(color: string): Rgb | null {
  const [, red, green, blue, alpha = '1'] = computed.exec(color) ?? []
  return blue === undefined || Number(alpha) < 0.5 ? null : [Number(red), Number(green), Number(blue)]
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
