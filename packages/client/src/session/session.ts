/**
 * Session: the signed-in user, the tokens and their expiration.
 *
 * At most one refresh runs at a time, across all tabs; other callers that need a token wait for it. A refresh that the
 * server rejects ends the session. If the server isn't reached, the session stays and the next call retries. A refresh
 * token can be used only once, and the server repeats its response only for some seconds, so a lost response is
 * requested again at once.
 */

import { ApiError, SessionError } from '../rest/api-error.ts'
import { type HttpDeps, httpCall } from '../rest/http-call.ts'
import type { ClientClock, SessionLock, TokenStorage } from './session-parts.ts'
import { type AuthUser, authUserOf, createTokenStore, type TokenPair, tokenStorageKeys } from './tokens.ts'

export type SessionListener = (user: AuthUser | null) => void

export interface SessionDeps extends HttpDeps {
  readonly storage: TokenStorage
  readonly clock: ClientClock
  /** Prevents tabs from using the same refresh token; absent if the storage isn't shared. */
  readonly lock?: SessionLock
  readonly wait?: (ms: number) => Promise<void>
  /** Called when the session ended without a sign-out by the user: remember the URL, show the sign-in page. */
  readonly onForcedLogout?: (error: SessionError) => void
}

export interface Session {
  /** Signed-in user; the same object until it changes. */
  readonly user: AuthUser | null
  /** Called after sign-in, sign-out and a change of user, in this tab or another. Returns the unsubscribe function. */
  onChange(listener: SessionListener): () => void
  /** Throws `ApiError`: code 10 for wrong credentials, 15 for an expired password (`body.resetToken`). */
  login(username: string, password: string): Promise<AuthUser>
  /** Signs in as a visitor of public dashboards. */
  loginPublic(publicId: string): Promise<AuthUser>
  /** Signs in as a visitor with the key of a share link. */
  loginShareLink(key: string): Promise<AuthUser>
  /** Adopts tokens from another source: the URL, "log in as", or an activation. */
  loginWithTokens(tokens: { token: string; refreshToken?: string | null }, fresh?: boolean): AuthUser
  /** Ends the session on the server if it can be reached, and clears the tokens in any case. */
  logout(): Promise<void>
  /** Valid access token, refreshed if needed; null if no user is signed in. Throws `SessionError`, `ApiError`. */
  accessToken(): Promise<string | null>
  /** Expiration of the access token by the local clock, epoch ms; null if no user is signed in. */
  accessTokenEndsMs(): number | null
  /** Returns a new access token in place of one that the server rejected or that expires soon. */
  refresh(rejected: string): Promise<string>
  /** Time that the server's clock is ahead of the local one, ms; requested once, 0 if unavailable. */
  clockOffsetMs(): Promise<number>
  /** Sets the clock offset from a server time that was requested at `sentAtMs`. */
  learnServerTime(serverMs: number, sentAtMs: number): void
  /** Current time by the server's clock, as far as its offset is known, epoch ms. */
  serverNowMs(): number
  /** Reports that another tab changed this key of the storage (null: all keys). */
  storageChanged(key: string | null): void
}

/** Delay before a refresh with a lost response is sent again, ms; the server repeats the response for 10 s. */
const refreshAgainMs = 1000

const platformWait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function createSession(deps: SessionDeps): Session {
  const { baseUrl, fetch, storage, clock, onForcedLogout } = deps
  const alone: SessionLock = deps.lock ?? ((work) => work())
  const wait = deps.wait ?? platformWait
  const http: HttpDeps = { baseUrl, fetch }
  const shelf = createTokenStore(storage, clock)
  const listeners = new Set<SessionListener>()
  let user = storedUser()
  let refreshing: Promise<string> | undefined
  let offset: Promise<number> | undefined
  let offsetMs: number | null = null

  function storedUser(): AuthUser | null {
    const token = shelf.any('access')
    return (token && (shelf.valid('access') ?? shelf.valid('refresh')) && authUserOf(token)) || null
  }

  function become(next: AuthUser | null) {
    if (sameUser(user, next)) return
    user = next
    for (const listener of [...listeners]) listener(user)
  }

  function end(error: SessionError) {
    shelf.clear()
    become(null)
    onForcedLogout?.(error)
  }

  function adopt({ token, refreshToken }: { token: string; refreshToken?: string | null }, fresh: boolean): AuthUser {
    const next = authUserOf(token)
    const issued = { fresh, offsetMs }
    if (!next || !shelf.keep('access', token, issued)) {
      throw new ApiError({ status: 401, message: 'The token isn’t valid.', method: 'POST', path: '/api/auth/token' })
    }
    if (refreshToken) shelf.keep('refresh', refreshToken, issued)
    become(next)
    return next
  }

  async function signIn(path: string, body: unknown): Promise<AuthUser> {
    return adopt(await httpCall<TokenPair>(http, { method: 'POST', path, body }), true)
  }

  /** `stale`: the token that was rejected or expires soon; another tab may have stored a newer one. */
  function refreshOnce(stale: string | undefined): Promise<string> {
    refreshing ??= alone(() => exchange(stale)).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function exchange(stale: string | undefined): Promise<string> {
    const stored = shelf.valid('access')
    if (stored && stored !== stale) {
      become(authUserOf(stored) ?? null)
      return stored
    }
    const refreshToken = shelf.valid('refresh')
    if (!refreshToken) {
      const error = new SessionError('refreshTokenExpired')
      end(error)
      throw error
    }
    try {
      const tokens = await askForTokens(refreshToken)
      // The user signed out during the refresh: the new tokens must not restore the session.
      if (shelf.any('refresh') === undefined) throw new SessionError('refreshTokenFailed')
      adopt(tokens, true)
      return tokens.token
    } catch (cause) {
      if (cause instanceof SessionError) throw cause
      if (cause instanceof ApiError && (cause.isUnreachable || cause.status >= 500 || cause.status === 429)) throw cause
      const error = new SessionError('refreshTokenFailed', { cause })
      end(error)
      throw error
    }
  }

  async function askForTokens(refreshToken: string): Promise<TokenPair> {
    const ask = () => httpCall<TokenPair>(http, { method: 'POST', path: '/api/auth/token', body: { refreshToken } })
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ApiError) || !mayBeLost(error)) throw error
      await wait(refreshAgainMs)
      return ask()
    }
  }

  async function accessToken(): Promise<string | null> {
    const token = shelf.valid('access')
    if (token) return token
    if (!user && shelf.any('access') === undefined) return null
    return refreshOnce(undefined)
  }

  async function askOffset(): Promise<number> {
    const token = await accessToken()
    const sentAt = clock.nowMs()
    const serverTime = await httpCall<number>(http, { method: 'GET', path: '/api/dashboard/serverTime', token })
    const receivedAt = clock.nowMs()
    return serverTime - (sentAt + receivedAt) / 2
  }

  return {
    get user() {
      return user
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    login: (username, password) => signIn('/api/auth/login', { username, password }),
    loginPublic: (publicId) => signIn('/api/auth/login/public', { publicId }),
    loginShareLink: (key) => signIn('/api/v2/noauth/share-link', { key }),
    loginWithTokens: (tokens, fresh = false) => {
      shelf.clear()
      return adopt(tokens, fresh)
    },
    async logout() {
      const access = shelf.valid('access')
      const refreshToken = shelf.valid('refresh')
      shelf.clear()
      become(null)
      try {
        const token = access ?? (refreshToken && (await askForTokens(refreshToken)).token)
        if (token) await httpCall<void>(http, { method: 'POST', path: '/api/auth/logout', token })
      } catch (error) {
        // The local tokens are cleared; the session on the server expires later.
        if (!(error instanceof ApiError)) throw error
      }
    },
    accessToken,
    accessTokenEndsMs: () => shelf.endsMs('access'),
    refresh: refreshOnce,
    clockOffsetMs() {
      offset ??= askOffset()
        .catch(askOffset)
        .then(
          (ms) => {
            offsetMs = ms
            return ms
          },
          () => {
            // The next caller requests the offset again.
            offset = undefined
            return 0
          },
        )
      return offset
    },
    learnServerTime(serverMs, sentAtMs) {
      offsetMs = serverMs - (sentAtMs + clock.nowMs()) / 2
      offset = Promise.resolve(offsetMs)
    },
    serverNowMs: () => clock.nowMs() + (offsetMs ?? 0),
    storageChanged(key) {
      if (key === null || tokenStorageKeys.includes(key)) become(storedUser())
    },
  }
}

/** Whether the server may have processed the request: there was no response, or only one of a proxy. */
const mayBeLost = (error: ApiError): boolean => error.isUnreachable || error.status === 502 || error.status === 504

const sameUser = (a: AuthUser | null, b: AuthUser | null): boolean =>
  a === b || (a !== null && b !== null && a.userId === b.userId && a.sub === b.sub && a.authority === b.authority)
