/** Links and codes that the platform mailed: whether they still hold, and what to do when they do not. */

import { ApiError } from '../rest/api-error.ts'
import type { Rest } from '../rest/rest.ts'
import type { TokenPair } from '../session/tokens.ts'

export type MailedLinkCalls = ReturnType<typeof createMailedLinkCalls>

export function createMailedLinkCalls(rest: Rest) {
  const open = { anonymous: true, ignoreErrors: true } as const

  /** The platform leads on from a link that holds, and answers 409 to another. */
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
    /** Whether `activate` would take this token. */
    isActivateToken: (activateToken: string) => holds('/api/noauth/activate', { activateToken }),

    /** Whether `resetPassword` would take this token. */
    isResetToken: (resetToken: string) => holds('/api/noauth/resetPassword', { resetToken }),

    /** Takes the new address of an account. Throws `ApiError` 400 for a token that does not hold. */
    confirmEmail: (token: string) => rest.request<void>('POST', '/api/v2/noauth/email', { ...open, body: { token } }),

    /** Activates an account by the code that was mailed and answers tokens. Throws `ApiError` 400 for another code. */
    activateByEmailCode: (emailCode: string) =>
      rest.request<TokenPair>('POST', '/api/noauth/activateByEmailCode', { ...open, query: { emailCode } }),

    /** Asks for the activation mail once more; the answer does not say whether the address is known. */
    resendActivation: (email: string) =>
      rest.request<void>('POST', '/api/noauth/resendEmailActivation', { ...open, query: { email } }),
  }
}
