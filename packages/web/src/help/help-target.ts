/** Resolves the target of a link in a help page. */

import { documentation, isHelpPage } from './help-pages.ts'

export type HelpTarget =
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'site'; readonly href: string }
  /** File that isn't served, or a URL that must not be followed. */
  | { readonly kind: 'none' }

const chapters: ReadonlySet<string> = new Set(documentation)

/** `from`: page that contains the link; links are relative to it, like links between files. */
export function helpTarget(from: string, href: string): HelpTarget {
  if (/^https?:\/\//.test(href)) return { kind: 'site', href }
  if (/^[a-z][\w+.-]*:|^\/\//i.test(href)) return { kind: 'none' }
  const { pathname } = new URL(href, `http://help/${from}`)
  const page = decodeURIComponent(pathname).slice(1).replace(/\.md$/, '')
  if (href.startsWith('#')) return { kind: 'page', page: from }
  return isHelpPage(page) || chapters.has(page) ? { kind: 'page', page } : { kind: 'none' }
}
