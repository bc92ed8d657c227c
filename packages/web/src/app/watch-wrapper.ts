/** Does what the app around the page asks for: another user, another dashboard (dashboards.md §10). */

import type { TokenPair } from '@sonde/client'
import { wrapperMessage } from '../session/wrapper-bridge.ts'
import { failureText } from '../ui/states/failure-text.ts'
import type { AppRouter } from './router.tsx'
import type { Services } from './services.ts'

export function watchWrapper({ client, account, toasts }: Services, router: AppRouter): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = wrapperMessage(event.data)
    if (message?.kind === 'reloadUser') signIn(message.tokens)
    if (message?.kind === 'openDashboard') void open(message.wish.dashboardId, message.wish.search)
  })

  /** Tokens that are none leave nobody signed in: the app is the one to send others. */
  function signIn(tokens: TokenPair): void {
    try {
      client.session.loginWithTokens(tokens)
    } catch (error) {
      toasts.show({ kind: 'error', text: failureText(error) })
    }
  }

  async function open(dashboardId: string, search: Readonly<Record<string, string>>): Promise<void> {
    // A user who was sent just before is loaded first.
    await account.ready()
    const to = '/dashboard/$dashboardId' as const
    const isSame = router.state.location.pathname === `/dashboard/${dashboardId}`
    // The same address would change nothing.
    const again = isSame ? { reload: String(Date.now()) } : {}
    await router.navigate({ to, params: { dashboardId }, search: { ...search, ...again }, replace: true })
  }
}
