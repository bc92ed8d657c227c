/** Checks whether a user may open a route; runs before the page loads. */

import { ApiError } from '@sonde/client'
import { shareLinkIdOf } from '@sonde/model/dashboards/share-link-key'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import type { SignedIn } from '../session/account.ts'
import { isInMobileApp, navigateInWrapper } from '../session/mobile-bridge.ts'
import { lastPublicDashboard, rememberPublicDashboard, rememberUrl } from '../session/return-url.ts'
import { placeInstead } from '../session/start-page.ts'
import type { Services } from './services.ts'

export type Authority = SignedIn['auth']['authority']

interface GuardInput {
  readonly context: Services
  readonly location: ParsedLocation
}

/** Admits signed-in users; redirects others to the sign-in page and remembers the requested URL. */
export async function requireAccount({ context, location }: GuardInput): Promise<{ signedIn: SignedIn }> {
  const { publicId, share } = location.search as Record<string, unknown>
  let account = await context.account.ready()

  if (typeof share === 'string' && share) {
    const isOther = account.kind === 'anonymous' || (account.auth.isPublic && account.auth.sub !== shareLinkIdOf(share))
    if (isOther) account = await enterByShareLink(context, share)
  } else if (typeof publicId === 'string' && publicId) {
    const isOther = account.kind === 'anonymous' || (account.auth.isPublic && account.auth.sub !== publicId)
    if (isOther) {
      try {
        await context.client.session.loginPublic(publicId)
      } catch (error) {
        // 401: no public entity has this id. Other errors are shown by the page, with a retry.
        if (!(error instanceof ApiError) || error.status !== 401) throw error
        context.toasts.show({ kind: 'error', text: error.message })
        rememberUrl(location.href)
        throw redirect({ to: '/login' })
      }
      account = await context.account.ready()
    }
  } else if (account.kind === 'signedIn' && account.auth.isPublic && !location.pathname.startsWith('/dashboard/')) {
    await context.client.session.logout()
    account = await context.account.ready()
  }

  if (account.kind === 'anonymous') {
    rememberUrl(location.href)
    throw redirect({ to: '/login' })
  }
  // Waits for the texts of the user's language.
  await context.texts.settled()
  if (isInMobileApp() && !location.pathname.startsWith('/dashboard')) return leaveToWrapper(context, location)
  const instead = placeInstead(account, location.pathname, lastPublicDashboard())
  if (instead) {
    // The URL of a public visitor keeps `publicId`, so that it can be shared.
    const search = account.auth.isPublic ? { publicId: account.auth.sub } : {}
    throw redirect({ ...instead, search, replace: true })
  }
  if (account.auth.isPublic) {
    const dashboardId = location.pathname.split('/')[2]
    if (dashboardId) rememberPublicDashboard(dashboardId)
  }
  return { signedIn: account }
}

/** Signs in as a visitor with a share link. Users with an account keep theirs. */
async function enterByShareLink({ client, account }: Services, key: string) {
  try {
    await client.session.loginShareLink(key)
  } catch (error) {
    // Other errors are shown by the page, with a retry.
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    throw redirect({ to: '/login/shareEnded', replace: true })
  }
  return account.ready()
}

/** The mobile app opens the page itself; this page keeps its content, or stays empty if it has none yet. */
function leaveToWrapper(context: Services, { pathname, search }: ParsedLocation): Promise<never> {
  navigateInWrapper(pathname, search as Record<string, unknown>)
  const href = context.shownHref()
  if (href) throw redirect({ href, replace: true })
  return new Promise(() => {})
}

/** Redirects users without the required authority and shows the reason in a dialog. */
export function requireAuthority(context: Services & { signedIn: SignedIn }, authorities: readonly Authority[]): void {
  if (authorities.includes(context.signedIn.auth.authority)) return
  context.forbidden.set(true)
  throw redirect({ to: '/home' })
}
