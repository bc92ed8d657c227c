/** Handles requests of the mobile app that embeds the page: switch the user, open a dashboard. */

import type { TokenPair } from '@sonde/client'
import { isFromOutside, wrapperMessage } from '../session/mobile-bridge.ts'
import { failureText } from '../ui/states/failure-text.ts'
import type { AppRouter } from './router.tsx'
import type { Services } from './services.ts'

export function watchWrapper({ client, account, toasts }: Services, router: AppRouter): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (!isFromOutside(event)) return
    const message = wrapperMessage(event.data)
    if (message?.kind === 'reloadUser') signIn(message.tokens)
    if (message?.kind === 'openDashboard') void open(message.wish.dashboardId, message.wish.search)
  })

  /** Invalid tokens leave the page signed out; the app chooses the next user. */
  function signIn(tokens: TokenPair): void {
    try {
      client.session.loginWithTokens(tokens)
    } catch (error) {
      toasts.show({ kind: 'error', text: failureText(error) })
    }
  }

  async function open(dashboardId: string, search: Readonly<Record<string, string>>): Promise<void> {
    // Waits for a user switch that was requested just before.
    await account.ready()
    const to = '/dashboard/$dashboardId' as const
    const isSame = router.state.location.pathname === `/dashboard/${dashboardId}`
    // Navigating to the current URL would have no effect.
    const again = isSame ? { reload: String(Date.now()) } : {}
    await router.navigate({ to, params: { dashboardId }, search: { ...search, ...again }, replace: true })
  }
}
