/** Tokens of the API: HS512 JWTs, an access token and a refresh token for the same user. */

import type { TokenClaims, TokenMaker, TokenPair } from '@sonde/model/auth/auth'
import { createSigner, createVerifier } from 'fast-jwt'
import { newId } from '../ids.ts'

export const accessTokenSeconds = 9_000
export const refreshTokenSeconds = 604_800
export const refreshScope = 'REFRESH_TOKEN'
const issuer = 'sonde'
/** Maximum cached tokens whose signature was verified. */
const verifiedMax = 10_000
/** Maximum length of a token; longer texts are rejected without verification. */
const tokenLengthMax = 4_096

/** User that a pair of tokens is issued for. */
export interface Bearer {
  readonly sub: string
  readonly userId: string
  readonly authority: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly isPublic: boolean
  readonly tenantId: string
  readonly customerId: string
  /** Share link of a visitor. */
  readonly shareLinkId?: string
}

/** Session of the tokens, ID of its refresh token, and acting administrators. */
interface SessionClaims {
  readonly sessionId: string
  readonly refreshId: string
  readonly makers: readonly TokenMaker[]
}

export interface Tokens {
  /** Visitors have no session: no data is stored about them. */
  issue(bearer: Bearer, issued: { readonly issuedMs: number } & Partial<SessionClaims>): TokenPair
  /** Claims of a token that this server signed, expired or not; undefined for any other text. */
  read(token: string): TokenClaims | undefined
}

export function createTokens(key: Buffer): Tokens {
  const sign = createSigner({ key, algorithm: 'HS512' })
  const verify = createVerifier({ key, algorithms: ['HS512'], allowedIss: issuer, ignoreExpiration: true })
  const verified = new Map<string, TokenClaims>()

  const issue: Tokens['issue'] = (bearer, { issuedMs, sessionId, refreshId, makers = [] }) => {
    const iat = Math.floor(issuedMs / 1000)
    const both = {
      sub: bearer.sub,
      userId: bearer.userId,
      isPublic: bearer.isPublic,
      ...(bearer.shareLinkId === undefined ? {} : { shareLinkId: bearer.shareLinkId }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(makers.length === 0 ? {} : { makers }),
      iss: issuer,
      iat,
      issuedMs,
    }
    const token = sign({
      ...both,
      scopes: [bearer.authority],
      firstName: bearer.firstName,
      lastName: bearer.lastName,
      enabled: true,
      tenantId: bearer.tenantId,
      customerId: bearer.customerId,
      exp: iat + accessTokenSeconds,
    })
    const refreshToken = sign({
      ...both,
      scopes: [refreshScope],
      ...(bearer.isPublic ? { customerId: bearer.customerId } : {}),
      exp: iat + refreshTokenSeconds,
      jti: refreshId ?? newId(issuedMs),
    })
    return { token, refreshToken }
  }

  function read(token: string): TokenClaims | undefined {
    const existing = verified.get(token)
    if (existing) return existing
    if (token.length > tokenLengthMax) return undefined
    let claims: TokenClaims
    try {
      claims = verify(token) as TokenClaims
    } catch {
      // Any error means that this server didn't issue the token.
      return undefined
    }
    if (verified.size >= verifiedMax) verified.delete(verified.keys().next().value as string)
    verified.set(token, claims)
    return claims
  }

  return { issue, read }
}
