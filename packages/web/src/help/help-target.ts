/** Where a link within a help page leads. */

import { documentation, isHelpPage } from './help-pages.ts'

export type HelpTarget =
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'site'; readonly href: string }
  /** Of a file that is not served, or nothing that a browser should follow. */
  | { readonly kind: 'none' }

const chapters: ReadonlySet<string> = new Set(documentation)

/** `from`: the page that holds the link; links are relative to it, as they are between files. */
export function helpTarget(from: string, href: string): HelpTarget {
  if (/^https?:\/\//.test(href)) return { kind: 'site', href }
  if (/^[a-z][\w+.-]*:|^\/\//i.test(href)) return { kind: 'none' }
  const { pathname } = new URL(href, `http://help/${from}`)
  const page = decodeURIComponent(pathname).slice(1).replace(/\.md$/, '')
  if (href.startsWith('#')) return { kind: 'page', page: from }
  return isHelpPage(page) || chapters.has(page) ? { kind: 'page', page } : { kind: 'none' }
}
