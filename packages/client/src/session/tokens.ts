/** Tokens as the client keeps them: what they say, how long they last, where they are stored. */

import type { ClientClock, TokenStorage } from './session-parts.ts'

/** A token counts as valid while more than this is left. */
export const validityMarginMs = 2000

/** What a token says of its user. */
export interface AuthUser {
  readonly userId: string
  /** The e-mail address; of public visitors the public id. */
  readonly sub: string
  readonly scopes: readonly string[]
  /** The first scope; ANONYMOUS without any. */
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

/** The claims of a JWT, unverified; undefined when it is none. */
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
  /** Epoch ms of this machine's clock. */
  readonly expiresAt: number
}

const names = {
  access: { token: 'jwt_token', expiration: 'jwt_token_expiration' },
  refresh: { token: 'refresh_token', expiration: 'refresh_token_expiration' },
} as const
export type TokenKind = keyof typeof names

/** Keys in the storage, for those who listen to its changes. */
export const tokenStorageKeys: readonly string[] = Object.values(names).flatMap((n) => [n.token, n.expiration])

export function createTokenStore(storage: TokenStorage, clock: ClientClock) {
  /** Another tab may have written: read again each time. */
  function read(kind: TokenKind): StoredToken | undefined {
    const token = storage.get(names[kind].token)
    const expiresAt = Number(storage.get(names[kind].expiration))
    return token && Number.isFinite(expiresAt) ? { token, expiresAt } : undefined
  }

  /**
   * Keeps a token. False, and nothing kept, unless it says when it was issued and when it ends, in that order. A fresh
   * token lasts its whole span from now, whatever the two clocks say; of another the end is taken, moved by the offset.
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

  /** The token while it is valid. */
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
