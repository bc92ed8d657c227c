/** API schemas for signing in, activating accounts and changing passwords. */

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
/** Changes the email of the caller's account. */
export const changeEmailRequest = Type.Object({ email, password: Type.String() })
export const confirmEmailRequest = Type.Object({ token: Type.String() })

/** Session from which another session was opened. */
export interface TokenMaker {
  readonly userId: string
  readonly sessionId: string
}

/** Claims of an access token. */
export interface TokenClaims {
  /** Email address; for visitors of public dashboards the customer's id, with a share link the link's id. */
  readonly sub: string
  readonly userId: string
  /** A single authority, or `REFRESH_TOKEN`. */
  readonly scopes: readonly string[]
  readonly firstName?: string | null
  readonly lastName?: string | null
  readonly enabled?: boolean
  readonly isPublic: boolean
  readonly tenantId?: string
  readonly customerId?: string
  /** The sign-in that the token belongs to; absent for visitors of public dashboards. */
  readonly sessionId?: string
  /** Share link of a visitor. */
  readonly shareLinkId?: string
  /**
   * For a session that an administrator opened for the user: the chain of sessions it was opened from, oldest first.
   */
  readonly makers?: readonly TokenMaker[]
  /** Id of a refresh token, which can be used only once. */
  readonly jti?: string
  readonly iss: string
  /** Issued at, epoch seconds. */
  readonly iat: number
  /** Expires at, epoch seconds. */
  readonly exp: number
  /** Issued at, epoch ms: tells apart two password changes within one second. */
  readonly issuedMs: number
}
