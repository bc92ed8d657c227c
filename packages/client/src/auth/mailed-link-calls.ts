/** Links and codes from emails: validation and use. */

import { ApiError } from '../rest/api-error.ts'
import type { Rest } from '../rest/rest.ts'
import type { TokenPair } from '../session/tokens.ts'

export type MailedLinkCalls = ReturnType<typeof createMailedLinkCalls>

export function createMailedLinkCalls(rest: Rest) {
  const open = { anonymous: true, ignoreErrors: true } as const

  /** The server redirects for a valid link and responds with 409 otherwise. */
  async function holds(path: string, query: Readonly<Record<string, string>>): Promise<boolean> {
    try {
      await rest.request<Response>('GET', path, { ...open, query, answer: 'response' })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return false
      throw error
    }
  }

  return {
    /** Whether the token is valid for `activate`. */
    isActivateToken: (activateToken: string) => holds('/api/noauth/activate', { activateToken }),

    /** Whether the token is valid for `resetPassword`. */
    isResetToken: (resetToken: string) => holds('/api/noauth/resetPassword', { resetToken }),

    /** Confirms the new email address of an account. Throws `ApiError` 400 for an invalid token. */
    confirmEmail: (token: string) => rest.request<void>('POST', '/api/v2/noauth/email', { ...open, body: { token } }),

    /**
     * Activates an account with the code from the email and returns tokens. Throws `ApiError` 400 for an invalid code.
     */
    activateByEmailCode: (emailCode: string) =>
      rest.request<TokenPair>('POST', '/api/noauth/activateByEmailCode', { ...open, query: { emailCode } }),

    /** Requests the activation email again; the response doesn't reveal whether the address is known. */
    resendActivation: (email: string) =>
      rest.request<void>('POST', '/api/noauth/resendEmailActivation', { ...open, query: { email } }),
  }
}
