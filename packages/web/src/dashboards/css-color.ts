/** Colours of dashboards: what people wrote, checked, and as pixels need it. */

const token = /^var\(\s*(--sd-[a-z0-9-]+)\s*\)$/

/** The text when it is a colour or one of the theme's tokens, else null. */
export function cssColor(text: string | null | undefined): string | null {
  const trimmed = text?.trim()
  if (!trimmed) return null
  if (token.test(trimmed)) return trimmed
  if (typeof CSS === 'undefined' || !CSS.supports)
    return /^(#[0-9a-f]{3,8}|rgba?\([\d\s.,%/]+\))$/i.test(trimmed) ? trimmed : null
  return CSS.supports('color', trimmed) ? trimmed : null
}

/** The wire's own defaults, which every editor writes: not a choice, and wrong in the dark. */
const plain = new Set(['#fff', '#ffffff', 'rgb(255,255,255)', 'rgba(255,255,255,1)', 'rgba(0,0,0,0.87)'])

/** What somebody chose for a widget; undefined: what the theme says. */
export function chosenColor(text: string | null): string | undefined {
  const checked = cssColor(text)
  return checked && !plain.has(checked.toLowerCase().replaceAll(' ', '')) ? checked : undefined
}

/** For a canvas, which knows no variables: the token's value where `element` stands. */
export function paintColor(color: string, element: Element): string {
  const name = token.exec(color)?.[1]
  return name ? getComputedStyle(element).getPropertyValue(name).trim() || 'currentColor' : color
}
