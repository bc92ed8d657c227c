/** Ties the session to the pages: signing out and a forced logout leave them, other users see nothing of the last one. */

import type { AuthUser } from '@sonde/client'
import { offeredLanguages, pickLocale, rememberedLanguage } from '../locale/locales.ts'
import { rememberUrl } from '../session/remembered-url.ts'
import type { AppRouter } from './router.tsx'
import type { Services } from './services.ts'

export function watchSession(services: Services, router: AppRouter): void {
  const { client, account, queries, texts, toasts } = services
  let isForced = false
  services.onForcedLogout = () => {
    isForced = true
    rememberUrl(router.state.location.href)
  }

  async function leave() {
    await router.navigate({ to: '/login', replace: isForced })
    isForced = false
    // Not before: what is on screen would be asked for again, by nobody.
    queries.clear()
  }

  let before: AuthUser | null = client.session.user
  client.session.onChange((user) => {
    const previous = before
    before = user
    // A forced logout is told right after the change; then the address is remembered.
    if (previous && !user) queueMicrotask(() => void leave())
    else if (previous && user?.userId !== previous.userId) queries.clear()
    // What was said to the one before is of no use to who signed in now.
    if (user && user.userId !== previous?.userId) toasts.clear()
  })

  account.state.subscribe(() => {
    const state = account.state.get()
    if (state.kind !== 'signedIn') return
    const own = state.user?.additionalInfo?.lang
    const chosen = [typeof own === 'string' ? own : null, rememberedLanguage()]
    void texts.use(pickLocale({ chosen, browser: navigator.languages }, offeredLanguages()))
  })

  window.addEventListener('storage', (event) => client.session.storageChanged(event.key))
  window.addEventListener('online', () => client.live.networkChanged(true))
  window.addEventListener('offline', () => client.live.networkChanged(false))
}
