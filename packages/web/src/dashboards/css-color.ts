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

/** For a canvas, which knows no variables: the token's value where `element` stands. */
export function paintColor(color: string, element: Element): string {
  const name = token.exec(color)?.[1]
  return name ? getComputedStyle(element).getPropertyValue(name).trim() || 'currentColor' : color
}
