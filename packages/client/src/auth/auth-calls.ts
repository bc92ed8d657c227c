/**
 * The own account: who I am, passwords, activation, ways to sign in. Signing in itself is the session's; links that were
 * mailed are in mailed-link-calls.ts.
 */

import type { CallOptions, Rest } from '../rest/rest.ts'
import type { TokenPair } from '../session/tokens.ts'
import type { User } from '../users/user-calls.ts'

/** What a password must hold; null: nothing asked. */
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
  /** Where the button leads. */
  readonly url: string
}

export type AuthCalls = ReturnType<typeof createAuthCalls>

export function createAuthCalls(rest: Rest) {
  const open = { anonymous: true, ignoreErrors: true } as const
  return {
    /** The signed-in user. */
    user: (options: CallOptions = {}) => rest.request<User>('GET', '/api/auth/user', options),

    /**
     * New tokens: hand them to `session.loginWithTokens(tokens, true)`, the old ones end. Throws `ApiError` 400 when the
     * current password is wrong or the new one is too weak.
     */
    changePassword: (currentPassword: string, newPassword: string) =>
      rest.request<TokenPair>('POST', '/api/auth/changePassword', {
        body: { currentPassword, newPassword },
        ignoreErrors: true,
      }),

    /**
     * Mails a link to another address for the own account, which counts once the link was followed. Throws `ApiError` 400
     * for a wrong password, 429 after too many requests, 500 when the mail is not taken.
     */
    requestEmailChange: (email: string, password: string) =>
      rest.request<void>('POST', '/api/v2/user/email', { body: { email, password }, ignoreErrors: true }),

    /** What a password must hold; open to anyone. */
    passwordPolicy: () => rest.request<PasswordPolicy>('GET', '/api/noauth/userPasswordPolicy', open),

    /**
     * Other ways to sign in, of a page or of an app that names its package. None when they cannot be had: signing in by
     * password still works.
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

    /** Sends the link, if the address is known; the answer does not say. */
    requestPasswordReset: (email: string) =>
      rest.request<void>('POST', '/api/noauth/resetPasswordByEmail', { ...open, body: { email } }),

    /** Sets a new password and answers tokens. Throws `ApiError` 400 for a link that is not valid, or a weak password. */
    resetPassword: (resetToken: string, password: string) =>
      rest.request<TokenPair>('POST', '/api/noauth/resetPassword', { ...open, body: { resetToken, password } }),

    /**
     * Sets the first password and answers tokens. Throws `ApiError` 400 for a link that is not valid, or a weak
     * password.
     */
    activate: (activateToken: string, password: string, sendActivationMail = false) =>
      rest.request<TokenPair>('POST', '/api/noauth/activate', {
        ...open,
        query: { sendActivationMail },
        body: { activateToken, password },
      }),
  }
}
