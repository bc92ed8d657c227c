/**
 * Connects the session to the pages: sign-out and forced logout navigate to the sign-in page, and a new user sees no
 * data of the previous one.
 */

import type { AuthUser } from '@sonde/client'
import { offeredLanguages, pickLocale, rememberedLanguage } from '../locale/locales.ts'
import { isShareAddress, rememberUrl } from '../session/return-url.ts'
import type { AppRouter } from './router.tsx'
import type { Services } from './services.ts'

/** Ms that the notice of a newer version is shown. */
const updateNoticeMs = 20_000

export function watchSession(services: Services, router: AppRouter): void {
  const { client, account, queries, texts, toasts } = services
  let isForced = false
  services.shownHref = () => router.state.resolvedLocation?.href ?? null
  services.onForcedLogout = () => {
    isForced = true
    rememberUrl(router.state.location.href)
  }

  async function leave() {
    const isShared = isForced && isShareAddress(router.state.location.href)
    await router.navigate({ to: isShared ? '/login/shareEnded' : '/login', replace: isForced })
    isForced = false
    // After the navigation: mounted queries would be reloaded without a session.
    queries.clear()
  }

  let before: AuthUser | null = client.session.user
  client.session.onChange((user) => {
    const previous = before
    before = user
    // `onForcedLogout` is called right after this change; the microtask runs after it has remembered the URL.
    if (previous && !user) queueMicrotask(() => void leave())
    else if (previous && user?.userId !== previous.userId) queries.clear()
    // Toasts of the previous user don't concern the new one.
    if (user && user.userId !== previous?.userId) {
      toasts.clear()
      hasSignedIn = true
    }
  })

  let hasSignedIn = false
  /** Informs system administrators about a newer version after they sign in. */
  async function announceUpdate() {
    const { createAdminSettingsCalls } = await import('@sonde/client/admin-settings/admin-settings-calls')
    const quiet = { ignoreErrors: true, ignoreLoading: true }
    const update = await createAdminSettingsCalls(client.rest)
      .updates(quiet)
      .catch(() => null)
    if (update?.updateAvailable) toasts.show({ kind: 'info', text: update.message, durationMs: updateNoticeMs })
  }

  account.state.subscribe(() => {
    const state = account.state.get()
    if (state.kind !== 'signedIn') return
    if (hasSignedIn && state.auth.authority === 'SYS_ADMIN') void announceUpdate()
    hasSignedIn = false
    const own = state.user?.additionalInfo?.lang
    const chosen = [typeof own === 'string' ? own : null, rememberedLanguage()]
    void texts.use(pickLocale({ chosen, browser: navigator.languages }, offeredLanguages()))
  })

  window.addEventListener('storage', (event) => client.session.storageChanged(event.key))
  window.addEventListener('online', () => client.live.networkChanged(true))
  window.addEventListener('offline', () => client.live.networkChanged(false))
}
