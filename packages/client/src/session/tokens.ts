/** Tokens of the client: claims, expiration and storage. */

import type { ClientClock, TokenStorage } from './session-parts.ts'

/** Minimum remaining time of a valid token, ms. */
export const validityMarginMs = 2000

/** User data from a token's claims. */
export interface AuthUser {
  readonly userId: string
  /** Email address; for public visitors the public id, with a share link the link's id. */
  readonly sub: string
  readonly scopes: readonly string[]
  /** First scope; ANONYMOUS if there is none. */
  readonly authority: 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER' | 'REFRESH_TOKEN' | 'ANONYMOUS'
  readonly isPublic: boolean
  readonly tenantId: string | null
  readonly customerId: string | null
}

export interface TokenPair {
  readonly token: string
  readonly refreshToken: string
}

type Claims = Readonly<Record<string, unknown>>

/** Claims of a JWT, without verification; undefined if the text isn't a JWT. */
export function claimsOf(token: string): Claims | undefined {
  const payload = token.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'))
    const claims: unknown = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0))))
    return typeof claims === 'object' && claims !== null ? (claims as Claims) : undefined
  } catch {
    return undefined
  }
}

const textOr = <T>(value: unknown, otherwise: T): string | T => (typeof value === 'string' ? value : otherwise)

export function authUserOf(token: string): AuthUser | undefined {
  const claims = claimsOf(token)
  if (!claims) return undefined
  const scopes = Array.isArray(claims.scopes) ? claims.scopes.filter((scope) => typeof scope === 'string') : []
  return {
    userId: textOr(claims.userId, ''),
    sub: textOr(claims.sub, ''),
    scopes,
    authority: (scopes[0] ?? 'ANONYMOUS') as AuthUser['authority'],
    isPublic: claims.isPublic === true,
    tenantId: textOr(claims.tenantId, null),
    customerId: textOr(claims.customerId, null),
  }
}

interface StoredToken {
  readonly token: string
  /** Epoch ms by the local clock. */
  readonly expiresAt: number
}

const names = {
  access: { token: 'jwt_token', expiration: 'jwt_token_expiration' },
  refresh: { token: 'refresh_token', expiration: 'refresh_token_expiration' },
} as const
export type TokenKind = keyof typeof names

/** Storage keys of the tokens, for storage listeners. */
export const tokenStorageKeys: readonly string[] = Object.values(names).flatMap((n) => [n.token, n.expiration])

export function createTokenStore(storage: TokenStorage, clock: ClientClock) {
  /** Read from the storage each time, because another tab may have changed it. */
  function read(kind: TokenKind): StoredToken | undefined {
    const token = storage.get(names[kind].token)
    const expiresAt = Number(storage.get(names[kind].expiration))
    return token && Number.isFinite(expiresAt) ? { token, expiresAt } : undefined
  }

  /**
   * Stores a token. Returns false without storing it if its issue and expiration times are missing or not in order. A
   * fresh token is valid for its full duration from now, regardless of clock differences. For another token, the
   * expiration time is corrected by the clock offset.
   */
  function keep(kind: TokenKind, token: string, issued: { fresh: boolean; offsetMs: number | null }): boolean {
    const { iat, exp } = claimsOf(token) ?? {}
    if (typeof iat !== 'number' || typeof exp !== 'number' || exp <= iat) return false
    const spanEnd = clock.nowMs() + (exp - iat) * 1000
    const expiresAt = issued.fresh || issued.offsetMs === null ? spanEnd : exp * 1000 - issued.offsetMs
    storage.set(names[kind].token, token)
    storage.set(names[kind].expiration, String(expiresAt))
    return true
  }

  /** Stored token, if it is still valid. */
  function valid(kind: TokenKind): string | undefined {
    const retained = read(kind)
    return retained && retained.expiresAt - clock.nowMs() > validityMarginMs ? retained.token : undefined
  }

  function clear(): void {
    for (const kind of Object.values(names)) {
      storage.remove(kind.token)
      storage.remove(kind.expiration)
    }
  }

  return {
    keep,
    valid,
    clear,
    any: (kind: TokenKind) => read(kind)?.token,
    endsMs: (kind: TokenKind) => read(kind)?.expiresAt ?? null,
  }
}
