/** Remembers the URL requested before sign-in, and the public dashboard that a visitor saw last. */

const urlKey = 'sonde.returnTo'
const publicKey = 'sonde.lastPublicDashboardId'

function read(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}

const ofTab = () => sessionStorage
const ofBrowser = () => localStorage

/** Home URLs aren't remembered: these users get their usual start page. */
const frontDoor = /^\/(home)?\/?$/

/** Accepts only paths of this site, never URLs of other origins. */
export function rememberUrl(href: string): void {
  if (frontDoor.test(href)) return
  if (href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/login')) write(ofTab, urlKey, href)
}

export function consumeReturnUrl(): string | null {
  const href = read(ofTab, urlKey)
  write(ofTab, urlKey, null)
  return href
}

/** Whether a visitor came to this address with a share link. */
export const isShareAddress = (href: string): boolean => new URL(href, 'http://x').searchParams.has('share')

export const lastPublicDashboard = (): string | null => read(ofBrowser, publicKey)
export const rememberPublicDashboard = (dashboardId: string): void => write(ofBrowser, publicKey, dashboardId)
