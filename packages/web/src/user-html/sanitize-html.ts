/**
 * Turns HTML of users into nodes without scripts, event attributes, forms, frames, and addresses of other hosts except
 * in links.
 */

import DOMPurify, { type Config } from 'dompurify'
import { extractInlineCode, styleAttribute } from './inline-code.ts'
import { sanitizeCss } from './sanitize-css.ts'

export interface SafeHtml {
  readonly content: DocumentFragment
  /** Content of the `<style>` elements. */
  readonly css: string
}

const config = {
  RETURN_DOM_FRAGMENT: true,
  ADD_TAGS: ['mat-icon'],
  ADD_ATTR: ['target', 'svgicon'],
  FORBID_TAGS: ['form', 'template', 'style'],
  // What they open is drawn above the whole page.
  FORBID_ATTR: ['popover', 'popovertarget', 'popovertargetaction', 'command', 'commandfor', 'nonce', 'autoplay'],
  // IDs are those of a shadow root, where they can't replace properties of the document.
  SANITIZE_DOM: false,
} satisfies Config

/** Attributes that load something. */
const loading = ['src', 'poster', 'background']
/** Attributes of SVG that contain CSS values. */
const cssAttributes = ['fill', 'stroke', 'filter', 'mask', 'clip-path', 'marker-start', 'marker-mid', 'marker-end']

export function sanitizeHtml(html: string): SafeHtml {
  const extracted = extractInlineCode(html)
  const content = DOMPurify.sanitize(extracted.html, config)
  for (const element of content.querySelectorAll<HTMLElement | SVGElement>('*')) cleanElement(element)
  return { content, css: cleanCss(extracted.css) }
}

export const cleanCss = (css: string): string => sanitizeCss(css, isOwnFile)

function cleanElement(element: HTMLElement | SVGElement): void {
  const style = element.getAttribute(styleAttribute)
  element.removeAttribute(styleAttribute)
  if (style !== null) element.style.cssText = cleanCss(style)
  for (const name of loading) {
    const url = element.getAttribute(name)
    if (url !== null && !isOwnFile(url)) element.removeAttribute(name)
  }
  // A list of addresses; those with a host or scheme aren't told apart.
  if (/[:\\]|\/\//.test(element.getAttribute('srcset') ?? '')) element.removeAttribute('srcset')
  for (const name of cssAttributes) {
    const value = element.getAttribute(name)
    if (value !== null) element.setAttribute(name, cleanCss(value))
  }
  if (/^(a|area)$/i.test(element.localName)) cleanLink(element)
  else {
    for (const name of ['href', 'xlink:href']) {
      const url = element.getAttribute(name)
      if (url !== null && !isOwnFile(url)) element.removeAttribute(name)
    }
  }
}

/** A link opens in the page or in a new tab, never in a frame of the page. */
function cleanLink(link: Element): void {
  const target = link.getAttribute('target')?.trim().toLowerCase()
  link.removeAttribute('target')
  link.removeAttribute('rel')
  if (target !== '_blank') return
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', 'noopener noreferrer')
}

/** Whether the page may load the address: from its own server, or as part of the address. */
export function isOwnFile(url: string): boolean {
  if (/^\s*data:(image|font)\//i.test(url)) return true
  return URL.parse(url, document.baseURI)?.origin === location.origin && !/^\s*blob:/i.test(url)
}
