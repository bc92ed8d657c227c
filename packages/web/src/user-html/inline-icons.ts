/** Icons that users write by name into their HTML: `<mat-icon>home</mat-icon>`, `<i class="mdi mdi-pump">`. */

import type { IconShape } from '../ui/icon-picker/icon-shape.ts'
import { knownShape, loadShape } from '../ui/icon-picker/icon-shapes.ts'

const nameAttribute = 'data-icon'
const selector =
  'mat-icon, i.mdi, span.mdi, [class^="material-icons"], [class*=" material-icons"], [class*="material-symbols"]'

/** Replaces the names by icons, as far as their shapes are loaded. */
export function takeIcons(content: DocumentFragment): void {
  for (const element of content.querySelectorAll(selector)) {
    const name = nameOf(element)
    if (name === '') continue
    element.setAttribute(nameAttribute, name)
    if (!element.hasAttribute('aria-label')) element.setAttribute('aria-hidden', 'true')
    element.replaceChildren()
    draw(element, knownShape(name))
  }
}

/** Draws icons whose shapes must be loaded. A name without an icon shows nothing. */
export async function loadIcons(root: ShadowRoot): Promise<void> {
  const waiting = [...root.querySelectorAll(`[${nameAttribute}]:empty`)]
  await Promise.allSettled(
    waiting.map(async (element) => {
      const name = element.getAttribute(nameAttribute) ?? ''
      const shape = await loadShape(name)
      const isSame = element.getAttribute(nameAttribute) === name && element.childElementCount === 0
      if (isSame) draw(element, shape)
    }),
  )
}

function nameOf(element: Element): string {
  const ofClass = [...element.classList].find((name) => name.startsWith('mdi-'))
  if (element.classList.contains('mdi')) return ofClass ? `mdi:${ofClass.slice(4)}` : ''
  return element.getAttribute('svgicon')?.trim() || (element.textContent ?? '').trim()
}

const svg = 'http://www.w3.org/2000/svg'

function draw(element: Element, shape: IconShape | null | undefined): void {
  if (!shape) return
  const picture = document.createElementNS(svg, 'svg')
  picture.setAttribute('viewBox', '0 0 24 24')
  for (const { d, fillOpacity, fillRule } of typeof shape === 'string' ? [{ d: shape } as const] : shape) {
    const path = document.createElementNS(svg, 'path')
    path.setAttribute('d', d)
    if (fillOpacity !== undefined) path.setAttribute('fill-opacity', String(fillOpacity))
    if (fillRule) path.setAttribute('fill-rule', fillRule)
    picture.append(path)
  }
  element.append(picture)
}
