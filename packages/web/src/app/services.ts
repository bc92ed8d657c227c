/** Services shared by all pages, created once: client, account, texts, toasts, query cache. */

import { webLock, webStorage } from '@sonde/client'
import { QueryClient } from '@tanstack/react-query'
import type { TextStore } from '../locale/text-store.ts'
import { type Account, createAccount } from '../session/account.ts'
import { type Client, createPageClient } from '../session/page-client.ts'
import { reactionTo } from '../session/request-errors.ts'
import { isShareAddress } from '../session/return-url.ts'
import { createObservable, type Observable } from '../ui/observable.ts'
import { createToasts, type Toasts } from '../ui/toast/toasts.ts'

export interface Services {
  readonly client: Client
  readonly account: Account
  readonly texts: TextStore
  readonly toasts: Toasts
  readonly queries: QueryClient
  /** Number of requests in flight. */
  readonly loading: Observable<number>
  /** True while the dialog is open that reports a forbidden request or page. */
  readonly forbidden: Observable<boolean>
  /** Error of a failed sign-in with an external provider, while its dialog is open. */
  readonly loginError: Observable<string | null>
  /** Set by `watchSession`: URL of the rendered page; null before the first page. */
  shownHref: () => string | null
  /** Set by `watchSession`: called when the session ended without a sign-out by the user. */
  onForcedLogout: () => void
}

export function createServices(texts: TextStore): Services {
  const toasts = createToasts()
  const loading = createObservable(0)
  const forbidden = createObservable(false)
  const loginError = createObservable<string | null>(null)

  const client = createPageClient({
    baseUrl: location.origin,
    storage: webStorage(localStorage),
    lock: webLock(navigator.locks),
    onRequestStart: () => loading.set(loading.get() + 1),
    onRequestEnd: () => loading.set(loading.get() - 1),
    onRequestError: (error, request) => react(error, request.path),
    onForcedLogout(error) {
      services.onForcedLogout()
      // The page for ended links says why.
      if (isShareAddress(location.href)) return
      toasts.show({
        kind: 'error',
        text: texts.t(error.code === 'refreshTokenExpired' ? 'shell.sessionExpired' : 'shell.sessionFailed'),
      })
    },
  })

  function react(error: unknown, path: string) {
    const reaction = reactionTo(error, path, texts.t)
    if (reaction.kind === 'forbidden') forbidden.set(true)
    if (reaction.kind === 'toast') {
      const { text, delayMs } = reaction
      if (delayMs === undefined) toasts.show({ kind: 'error', text })
      else setTimeout(() => toasts.show({ kind: 'error', text }), delayMs)
    }
  }

  const services: Services = {
    client,
    account: createAccount(client, (error) => react(error, '/api/auth/user')),
    texts,
    toasts,
    queries: createQueries(),
    loading,
    forbidden,
    loginError,
    shownHref: () => null,
    onForcedLogout: () => {},
  }
  return services
}

const createQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5_000, retry: false, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  })
