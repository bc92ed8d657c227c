/** Ties the session to the pages: signing out and a forced logout leave them, other users see nothing of the last one. */

import type { AuthUser } from '@sonde/client'
import { pickLanguage } from '../locale/messages.ts'
import { rememberUrl } from '../session/remembered-url.ts'
import type { AppRouter } from './router.tsx'
import type { Services } from './services.ts'

export function watchSession(services: Services, router: AppRouter): void {
  const { client, account, queries, texts } = services
  let isForced = false
  services.onForcedLogout = () => {
    isForced = true
    rememberUrl(router.state.location.href)
    leave()
  }

  function leave() {
    queries.clear()
    void router.navigate({ to: '/login', replace: isForced })
    isForced = false
  }

  let before: AuthUser | null = client.session.user
  client.session.onChange((user) => {
    const previous = before
    before = user
    if (previous && (!user || user.userId !== previous.userId)) queries.clear()
    if (previous && !user && !isForced) leave()
  })

  account.state.subscribe(() => {
    const state = account.state.get()
    if (state.kind !== 'signedIn') return
    const wanted = state.user?.additionalInfo?.lang
    void texts.use(pickLanguage([typeof wanted === 'string' ? wanted : null, ...navigator.languages]))
  })

  window.addEventListener('storage', (event) => client.session.storageChanged(event.key))
  window.addEventListener('online', () => client.live.networkChanged(true))
  window.addEventListener('offline', () => client.live.networkChanged(false))
}
