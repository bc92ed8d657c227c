/**
 * The session: who is signed in, with which tokens, for how long.
 *
 * At most one refresh runs at a time, over all tabs; callers that need a token meanwhile wait for it. A refresh that the
 * server refuses ends the session; one that did not reach the server does not: the next call tries again. A refresh token
 * is used once, and the server repeats its answer for some seconds only, so a lost answer is asked for again at once.
 */

import { ApiError, SessionError } from '../rest/api-error.ts'
import { type HttpDeps, httpCall } from '../rest/http-call.ts'
import type { ClientClock, SessionLock, TokenStorage } from './session-parts.ts'
import { type AuthUser, authUserOf, createTokenStore, type TokenPair, tokenStorageKeys } from './tokens.ts'

export type SessionListener = (user: AuthUser | null) => void

export interface SessionDeps extends HttpDeps {
  readonly storage: TokenStorage
  readonly clock: ClientClock
  /** Keeps tabs from using the same refresh token; absent where the storage is shared with nobody. */
  readonly lock?: SessionLock
  readonly wait?: (ms: number) => Promise<void>
  /** The session ended without the user's wish: remember the URL, show the sign-in page. */
  readonly onForcedLogout?: (error: SessionError) => void
}

export interface Session {
  /** Who is signed in; the same object until that changes. */
  readonly user: AuthUser | null
  /** Called after sign-in, sign-out and a change of user, also when another tab did it. Returns the way to stop. */
  onChange(listener: SessionListener): () => void
  /** Throws `ApiError`: code 10 for wrong credentials, 15 for an expired password (`body.resetToken`). */
  login(username: string, password: string): Promise<AuthUser>
  /** A visitor of public dashboards. */
  loginPublic(publicId: string): Promise<AuthUser>
  /** Tokens that came otherwise: by the address bar, by "log in as", by activation. */
  loginWithTokens(tokens: { token: string; refreshToken?: string | null }, fresh?: boolean): AuthUser
  /** Ends the session on the server when it can be reached, and forgets the tokens in any case. */
  logout(): Promise<void>
  /** A valid access token, refreshed when needed; null when nobody is signed in. Throws `SessionError`, `ApiError`. */
  accessToken(): Promise<string | null>
  /** When the access token ends by this machine's clock, epoch ms; null when nobody is signed in. */
  accessTokenEndsMs(): number | null
  /** Another access token than the one that the platform rejected, or that ends soon. */
  refresh(rejected: string): Promise<string>
  /** What the platform's clock is ahead of this one, in ms; asked once, 0 when it cannot be had. */
  clockOffsetMs(): Promise<number>
  /** The platform's clock, as an answer told it that was asked for at `sentAtMs`. */
  learnServerTime(serverMs: number, sentAtMs: number): void
  /** Now by the platform's clock as far as it is known, epoch ms. */
  serverNowMs(): number
  /** Another tab wrote this key of the storage (null: all of them). */
  storageChanged(key: string | null): void
}

/** Ms after which a refresh whose answer was lost is sent once more; the server repeats the answer for 10 s. */
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

  /** `stale` is the token that did not do; another tab may have stored a better one since. */
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
      // Signed out meanwhile: the new tokens must not bring the session back.
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
        // The tokens are gone from here; the server's session ends in time.
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
            // Asked again by the next who needs it.
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

/** The server may have done it: nothing came back, or only from a proxy before it. */
const mayBeLost = (error: ApiError): boolean => error.isUnreachable || error.status === 502 || error.status === 504

const sameUser = (a: AuthUser | null, b: AuthUser | null): boolean =>
  a === b || (a !== null && b !== null && a.userId === b.userId && a.sub === b.sub && a.authority === b.authority)
