/** Draws HTML of users into the shadow root of an element, where its CSS applies to nothing else. */

import { baseStyle } from './base-style.ts'
import { markClickable } from './clicks.ts'
import { loadIcons, takeIcons } from './inline-icons.ts'
import { patchNodes } from './patch-nodes.ts'
import { makeReadable } from './readable-colors.ts'
import { cleanCss, sanitizeHtml } from './sanitize-html.ts'

export interface DrawnHtml {
  readonly html: string
  readonly css?: string
  readonly className?: string
  readonly clickableIds?: ReadonlySet<string>
}

const noIds: ReadonlySet<string> = new Set()
let base: CSSStyleSheet | undefined

/** Sanitizes and draws it; what is equal to the HTML before stays. */
export function drawHtml(host: HTMLElement, { html, css = '', className = '', clickableIds = noIds }: DrawnHtml): void {
  const { root, box } = shadowOf(host)
  base ??= sheetOf(baseStyle)
  const { content, css: inner } = sanitizeHtml(html)
  takeIcons(content)
  markClickable(content, clickableIds)
  box.className = `user-content ${className}`.trim()
  box.removeAttribute('style')
  patchNodes(box, content)
  root.adoptedStyleSheets = [base, ...[inner, cleanCss(css)].filter((one) => one !== '').map(sheetOf)]
  makeReadable(box, host)
  void loadIcons(root)
}

function shadowOf(host: HTMLElement): { root: ShadowRoot; box: HTMLElement } {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const box = root.firstElementChild
  if (box instanceof HTMLElement) return { root, box }
  const created = document.createElement('div')
  root.append(created)
  return { root, box: created }
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
