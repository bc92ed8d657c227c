/** The own account: who I am, passwords, activation, ways to sign in. Signing in itself is the session's. */

import type { EntityId } from '@sonde/model/ids'
import type { Rest } from '../rest/rest.ts'
import type { TokenPair } from '../session/tokens.ts'

export interface User {
  readonly id: EntityId<'USER'>
  readonly createdTime: number
  readonly tenantId: EntityId<'TENANT'>
  readonly customerId: EntityId<'CUSTOMER'>
  readonly email: string
  readonly authority: 'SYS_ADMIN' | 'TENANT_ADMIN' | 'CUSTOMER_USER'
  readonly firstName: string | null
  readonly lastName: string | null
  /** `lang`, `defaultDashboardId`, `defaultDashboardFullscreen`, `lastLoginTs` and others. */
  readonly additionalInfo: Readonly<Record<string, unknown>> | null
  /** The e-mail address once more. */
  readonly name: string
}

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

export function createAuthCalls(rest: Rest) {
  const open = { anonymous: true, ignoreErrors: true } as const
  return {
    /** The signed-in user. */
    user: (options: { signal?: AbortSignal; ignoreErrors?: boolean } = {}) =>
      rest.request<User>('GET', '/api/auth/user', options),

    /** Saves a user, one's own profile too. */
    saveUser: (user: Omit<User, 'name' | 'createdTime'>) =>
      rest.request<User>('POST', '/api/user', { query: { sendActivationMail: false }, body: user }),

    /** New tokens: hand them to `session.loginWithTokens(tokens, true)`, the old ones end. */
    changePassword: (currentPassword: string, newPassword: string) =>
      rest.request<TokenPair>('POST', '/api/auth/changePassword', {
        body: { currentPassword, newPassword },
        ignoreErrors: true,
      }),

    passwordPolicy: () => rest.request<PasswordPolicy>('GET', '/api/noauth/userPasswordPolicy', open),

    /** None when they cannot be had: signing in by password still works. */
    oauth2Clients: (): Promise<readonly OAuth2Client[]> =>
      rest
        .request<readonly OAuth2Client[]>('POST', '/api/noauth/oauth2Clients', { ...open, query: { platform: 'WEB' } })
        .catch(() => []),

    /** Sends the link, if the address is known; the answer does not say. */
    requestPasswordReset: (email: string) =>
      rest.request<void>('POST', '/api/noauth/resetPasswordByEmail', { ...open, body: { email } }),

    resetPassword: (resetToken: string, password: string) =>
      rest.request<TokenPair>('POST', '/api/noauth/resetPassword', { ...open, body: { resetToken, password } }),

    activate: (activateToken: string, password: string, sendActivationMail = false) =>
      rest.request<TokenPair>('POST', '/api/noauth/activate', {
        ...open,
        query: { sendActivationMail },
        body: { activateToken, password },
      }),

    /** Whether administrators may sign in as other users. */
    tokenAccessEnabled: () =>
      rest.request<boolean>('GET', '/api/user/tokenAccessEnabled', { ignoreErrors: true, ignoreLoading: true }),

    /** Tokens of another user, for "log in as". */
    tokensOf: (userId: string) => rest.request<TokenPair>('GET', `/api/user/${userId}/token`),
  }
}
