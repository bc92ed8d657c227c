/**
 * The caller's account: user, password, activation and sign-in options. The session signs in and out; links from emails
 * are in mailed-link-calls.ts.
 */

import type { CallOptions, Rest } from '../rest/rest.ts'
import type { TokenPair } from '../session/tokens.ts'
import type { User } from '../users/user-calls.ts'

/** Password policy; null: no requirement. */
export interface PasswordPolicy {
  readonly minimumLength: number
  readonly minimumUppercaseLetters: number | null
  readonly minimumLowercaseLetters: number | null
  readonly minimumDigits: number | null
  readonly minimumSpecialCharacters: number | null
  readonly allowWhitespaces: boolean
  readonly passwordExpirationPeriodDays: number | null
  readonly passwordReuseFrequencyDays: number | null
}

export interface OAuth2Client {
  readonly name: string
  readonly icon: string | null
  /** Target of the sign-in button. */
  readonly url: string
}

export type AuthCalls = ReturnType<typeof createAuthCalls>

export function createAuthCalls(rest: Rest) {
  const open = { anonymous: true, ignoreErrors: true } as const
  return {
    /** The signed-in user. */
    user: (options: CallOptions = {}) => rest.request<User>('GET', '/api/auth/user', options),

    /**
     * Changes the password and returns new tokens, while the old ones expire: pass them to
     * `session.loginWithTokens(tokens, true)`. Throws `ApiError` 400 if the current password is wrong or the new one
     * too weak.
     */
    changePassword: (currentPassword: string, newPassword: string) =>
      rest.request<TokenPair>('POST', '/api/auth/changePassword', {
        body: { currentPassword, newPassword },
        ignoreErrors: true,
      }),

    /**
     * Sends a confirmation link to a new email address of the caller's account. The address changes when the link is
     * opened. Throws `ApiError` 400 for a wrong password, 429 after too many requests, 500 if the email can't be sent.
     */
    requestEmailChange: (email: string, password: string) =>
      rest.request<void>('POST', '/api/v2/user/email', { body: { email, password }, ignoreErrors: true }),

    /** Password policy; requires no sign-in. */
    passwordPolicy: () => rest.request<PasswordPolicy>('GET', '/api/noauth/userPasswordPolicy', open),

    /**
     * OAuth 2.0 sign-in options of the web page or of a mobile app, which passes its package name. Empty if the request
     * fails: signing in by password still works.
     */
    oauth2Clients: ({
      platform = 'WEB',
      pkgName,
    }: {
      platform?: 'WEB' | 'ANDROID' | 'IOS'
      pkgName?: string
    } = {}): Promise<readonly OAuth2Client[]> =>
      rest
        .request<readonly OAuth2Client[]>('POST', '/api/noauth/oauth2Clients', {
          ...open,
          query: { platform, pkgName },
        })
        .catch(() => []),

    /** Sends the reset link if the address is known; the response doesn't reveal it. */
    requestPasswordReset: (email: string) =>
      rest.request<void>('POST', '/api/noauth/resetPasswordByEmail', { ...open, body: { email } }),

    /** Sets a new password and returns tokens. Throws `ApiError` 400 for an invalid link or a weak password. */
    resetPassword: (resetToken: string, password: string) =>
      rest.request<TokenPair>('POST', '/api/noauth/resetPassword', { ...open, body: { resetToken, password } }),

    /** Sets the first password and returns tokens. Throws `ApiError` 400 for an invalid link or a weak password. */
    activate: (activateToken: string, password: string, sendActivationMail = false) =>
      rest.request<TokenPair>('POST', '/api/noauth/activate', {
        ...open,
        query: { sendActivationMail },
        body: { activateToken, password },
      }),
  }
}
