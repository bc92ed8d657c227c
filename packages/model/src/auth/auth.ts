/** Signing in, activating and changing passwords, as the wire carries them. */

import Type, { type Static } from 'typebox'
import { email } from '../customers/contact.ts'

export const tokenPair = Type.Object({ token: Type.String(), refreshToken: Type.String() })
export type TokenPair = Static<typeof tokenPair>

export const loginRequest = Type.Object({ username: Type.String(), password: Type.String() })
export const publicLoginRequest = Type.Object({ publicId: Type.String() })
export const refreshRequest = Type.Object({ refreshToken: Type.String() })
export const changePasswordRequest = Type.Object({ currentPassword: Type.String(), newPassword: Type.String() })
export const activateRequest = Type.Object({ activateToken: Type.String(), password: Type.String() })
export const resetPasswordRequest = Type.Object({ resetToken: Type.String(), password: Type.String() })
export const resetByEmailRequest = Type.Object({ email: Type.String() })
/** Another email for the own account. */
export const changeEmailRequest = Type.Object({ email, password: Type.String() })
export const confirmEmailRequest = Type.Object({ token: Type.String() })

/** A session with which another one was opened. */
export interface TokenMaker {
  readonly userId: string
  readonly sessionId: string
}

/** What an access token says of its bearer. */
export interface TokenClaims {
  /** The e-mail address; of visitors of public dashboards the customer's id. */
  readonly sub: string
  readonly userId: string
  /** One authority, or `REFRESH_TOKEN`. */
  readonly scopes: readonly string[]
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly enabled?: boolean
  readonly isPublic: boolean
  readonly tenantId?: string
  readonly customerId?: string
  /** The sign-in that the token belongs to; absent for visitors of public dashboards. */
  readonly sessionId?: string
  /** Of a session that an administrator opened for the user: whose session it came from, the first one first. */
  readonly makers?: readonly TokenMaker[]
  /** Of a refresh token: it is used once. */
  readonly jti?: string
  readonly iss: string
  /** Seconds. */
  readonly iat: number
  /** Seconds. */
  readonly exp: number
  /** Milliseconds: so that two passwords within one second differ. */
  readonly issuedMs: number
}
