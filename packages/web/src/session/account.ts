/**
 * The account: anonymous, or a signed-in user with the data that pages need before they render.
 *
 * Follows the client's session; `ready()` waits while an account loads. Only a rejection by the server ends a session;
 * requests aborted by the network or by leaving the page are repeated.
 */

import { ApiError, type AuthUser, SessionError, type User } from '@sonde/client'
import type { CallOptions } from '@sonde/client/rest/rest'
import type { PageStart } from '@sonde/model/home/home'
import type { UserSetting } from '@sonde/model/users/user-settings'
import { createObservable, type Observable } from '../ui/observable.ts'
import type { Client } from './page-client.ts'

export interface SignedIn {
  readonly kind: 'signedIn'
  readonly auth: AuthUser
  /** Null for public visitors. */
  readonly user: User | null
  /** Home dashboard set for the tenant or customer, if any. */
  readonly homeDashboardId: string | null
  /** Whether the server supports edges. */
  readonly hasEdges: boolean
  /** Visitors read all of a public entity, not only what public dashboards show of it. */
  readonly visitorsReadAll: boolean
  /** Maximum points per series in one request. */
  readonly maxDatapoints: number
  /** Saved table layouts of the user, as stored on the server; parsed by the saved views module. */
  readonly tableLayouts: unknown
  /**
   * Minimum severity at which new alarms notify the user, as stored on the server; undefined if it couldn't be loaded.
   */
  readonly alarmNotices: UserSetting | undefined
  /** Dashboards that a user restricted to dashboards can open; null: all. */
  readonly allowedDashboardIds: readonly string[] | null
}

/** Error of the last attempt to load the account, and time of the next retry. */
export interface LoadFailure {
  readonly error: unknown
  /** Epoch ms. */
  readonly retryAt: number
}

export type AccountState =
  | { readonly kind: 'loading'; readonly failure?: LoadFailure }
  | { readonly kind: 'anonymous' }
  | SignedIn

/** Maximum points per series when the server's limit can't be loaded; below it, the lowest limit accepted. */
const maxDatapointsDefault = 500
const maxDatapointsMin = 8
const allowedDashboardsMax = 100
/** Ms before a failed load is retried: doubled each time, up to `retryMsMax`. */
const retryMs = 500
const retryMsMax = 10_000

export interface Account {
  readonly state: Observable<AccountState>
  /** Resolves with the state when loading is complete. */
  ready(): Promise<Exclude<AccountState, { kind: 'loading' }>>
  /** Retries a failed load immediately. */
  retry(): void
  /** Reloads after users edited their own profile; the current state stays until the response arrives. */
  reload(): Promise<void>
}

/** `onSessionEnd`: called with the error that ended the session. */
export function createAccount(
  client: Client,
  onSessionEnd: (error: unknown) => void,
  wait: (ms: number) => Promise<void> = waitFor,
): Account {
  const state = createObservable<AccountState>({ kind: 'loading' })
  let run = 0
  let endPause = (): void => {}

  async function load(): Promise<void> {
    const own = ++run
    const auth = client.session.user
    if (!auth) {
      state.set({ kind: 'anonymous' })
      return
    }
    state.set({ kind: 'loading' })
    for (let failures = 0; own === run; failures++) {
      try {
        const next = await loadSignedIn(client, auth)
        if (own === run) state.set(next)
        return
      } catch (error) {
        if (own !== run) return
        if (endsSession(error)) {
          onSessionEnd(error)
          state.set({ kind: 'anonymous' })
          void client.session.logout()
          return
        }
        const pauseMs = Math.min(retryMsMax, retryMs * 2 ** failures)
        state.set({ kind: 'loading', failure: { error, retryAt: Date.now() + pauseMs } })
        await Promise.race([wait(pauseMs), new Promise<void>((resolve) => (endPause = resolve))])
      }
    }
  }

  async function reload(): Promise<void> {
    const auth = client.session.user
    if (!auth || state.get().kind !== 'signedIn') return load()
    const own = ++run
    const next = await loadSignedIn(client, auth)
    if (own === run) state.set(next)
  }

  client.session.onChange(() => void load())
  void load()

  return {
    state,
    ready() {
      const now = state.get()
      if (now.kind !== 'loading') return Promise.resolve(now)
      return new Promise((resolve) => {
        const stop = state.subscribe(() => {
          const next = state.get()
          if (next.kind === 'loading') return
          stop()
          resolve(next)
        })
      })
    },
    retry: () => endPause(),
    reload,
  }
}

const waitFor = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Whether the server rejected the session; other errors may be temporary. */
const endsSession = (error: unknown): boolean =>
  error instanceof SessionError || (error instanceof ApiError && error.status === 401)

async function loadSignedIn(client: Client, auth: AuthUser): Promise<SignedIn> {
  // Repeated when the server is overloaded: no page works without an account.
  const quiet = { ignoreErrors: true, resendRequest: true }
  const isSystem = auth.authority === 'SYS_ADMIN'
  const [user, start] = await Promise.all([
    auth.isPublic ? null : client.auth.user(quiet),
    loadPageStart(client, quiet),
  ])
  const isOfTenant = !isSystem && !auth.isPublic
  const isHeld =
    auth.isPublic || (user !== null && !isSystem && user.additionalInfo?.defaultDashboardFullscreen === true)
  return {
    kind: 'signedIn',
    auth,
    user,
    homeDashboardId: (isOfTenant && start?.homeDashboardId) || null,
    hasEdges: isOfTenant && start?.edgesEnabled === true,
    // If unknown, assume the wider visibility, so that warnings are shown.
    visitorsReadAll: start?.visitorsReadAll !== false,
    tableLayouts: start?.settings.tableLayouts ?? null,
    alarmNotices: start?.settings.alarmNotices,
    maxDatapoints: Math.max(maxDatapointsMin, start?.maxDatapoints || maxDatapointsDefault),
    allowedDashboardIds: isHeld ? await allowedDashboards(client, auth) : null,
  }
}

/** Null if it can't be loaded: pages work without it. */
async function loadPageStart({ home, session }: Client, options: CallOptions): Promise<PageStart | null> {
  const sentAtMs = Date.now()
  try {
    const start = await home.pageStart(options)
    session.learnServerTime(start.serverTimeMs, sentAtMs)
    return start
  } catch {
    await session.clockOffsetMs()
    return null
  }
}

async function allowedDashboards(client: Client, auth: AuthUser): Promise<readonly string[]> {
  const link = { page: 0, pageSize: allowedDashboardsMax }
  const ofCustomer = auth.authority === 'CUSTOMER_USER' && auth.customerId ? { customerId: auth.customerId } : {}
  const page = await client.dashboards.list(link, ofCustomer, { ignoreErrors: true }).catch(() => null)
  return page?.data.map((dashboard) => dashboard.id.id) ?? []
}
