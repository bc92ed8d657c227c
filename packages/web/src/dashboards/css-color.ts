/** Checks colors in dashboard settings and resolves theme tokens for canvas drawing. */

const token = /^var\(\s*(--sd-[a-z0-9-]+)\s*\)$/

/** The trimmed text if it is a valid color or a theme token, else null. */
export function cssColor(text: string | null | undefined): string | null {
  const trimmed = text?.trim()
  if (!trimmed) return null
  if (token.test(trimmed)) return trimmed
  if (typeof CSS === 'undefined' || !CSS.supports)
    return /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]+\))$/i.test(trimmed) ? trimmed : null
  return CSS.supports('color', trimmed) ? trimmed : null
}

/** Default colors that dashboard editors always write. They count as not set, since they are wrong in dark mode. */
const plain = new Set(['#fff', '#ffffff', 'rgb(255,255,255)', 'rgba(255,255,255,1)', 'rgba(0,0,0,0.87)'])

/** Color that a user chose for a widget; undefined: the theme's color. */
export function chosenColor(text: string | null): string | undefined {
  const checked = cssColor(text)
  return checked && !plain.has(checked.toLowerCase().replaceAll(' ', '')) ? checked : undefined
}

/** Default colors of texts and grids that ThingsBoard's editor always writes; unreadable in dark mode. */
const plainInk = new Set(['#545454', 'rgb(84,84,84)', '#dddddd', '#ddd', '#666', '#666666', '#000', '#000000', 'black'])

/** Color that a user chose for texts and lines; null: the theme's color. */
export function inkColor(text: string | null): string | null {
  const chosen = chosenColor(text)
  return chosen && !plainInk.has(chosen.toLowerCase().replaceAll(' ', '')) ? chosen : null
}

/** Color for a canvas, which can't use CSS variables: resolves a token to its value at `element`. */
export function paintColor(color: string, element: Element): string {
  const name = token.exec(color)?.[1]
  return name ? getComputedStyle(element).getPropertyValue(name).trim() || 'currentColor' : color
}
