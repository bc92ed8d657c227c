/** Clicks in HTML of users: elements with actions, and links to pages of the client. */

const native = 'a[href], button, input, select, textarea, summary'

/** Makes elements with an action usable by keyboard and known as buttons to screen readers. */
export function markClickable(content: DocumentFragment, ids: ReadonlySet<string>): void {
  if (ids.size === 0) return
  // Several elements may have the same ID.
  for (const element of content.querySelectorAll('[id]')) {
    if (!ids.has(element.id) || element.matches(native)) continue
    element.setAttribute('role', 'button')
    if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '0')
  }
}

/** From the clicked element outwards, within the HTML. */
function elementsOf(event: Event): Element[] {
  const path = event.composedPath()
  const end = path.findIndex((one) => one instanceof ShadowRoot)
  return path.slice(0, end < 0 ? undefined : end).filter((one) => one instanceof Element)
}

/** The clicked element or its nearest ancestor whose ID is one of `ids`. */
export const clickableOf = (event: Event, ids: ReadonlySet<string>): Element | undefined =>
  elementsOf(event).find(({ id }) => ids.has(id))

const isLink = (element: Element): element is HTMLAnchorElement =>
  element instanceof HTMLAnchorElement && element.hasAttribute('href')

export const linkOf = (event: Event): HTMLAnchorElement | null => elementsOf(event).find(isLink) ?? null

/** Paths that the server answers. */
const serverPath = /^\/(api|oauth2|login\/oauth2|swagger-ui|v3)(\/|$)|\.\w+$/

/** Path of a link to a page of the client; null: the browser follows the link. */
export function appPath(link: HTMLAnchorElement, event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  if (link.target !== '' || link.hasAttribute('download')) return null
  const url = URL.parse(link.href)
  if (url?.origin !== location.origin || serverPath.test(url.pathname)) return null
  return `${url.pathname}${url.search}${url.hash}`
}

/**
 * Follows a link within the HTML of `host`: pages of the client open in it, and parts of the HTML are scrolled to.
 * Returns whether a link was clicked. `push`: opens a page of the client.
 */
export function followLink(event: MouseEvent, host: HTMLElement, push: (path: string) => void): boolean {
  const link = linkOf(event)
  const href = link?.getAttribute('href')
  if (!link || href === null || href === undefined || event.defaultPrevented) return false
  if (href.startsWith('#') || href === '') {
    // The address of the page isn't the user's to change.
    event.preventDefault()
    if (href.length > 1) host.shadowRoot?.getElementById(href.slice(1))?.scrollIntoView()
    return true
  }
  const path = appPath(link, event)
  if (path !== null) {
    event.preventDefault()
    push(path)
  }
  return true
}
