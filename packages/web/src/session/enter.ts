/** Signs in with the data of the URL at load. */

import { failureText } from '../ui/states/failure-text.ts'
import { expiredPasswordToken } from './expired-password.ts'
import type { LoginSource } from './login-sources.ts'
import type { Client } from './page-client.ts'

export interface EnterHooks {
  /** The tokens or the password in the URL are invalid. */
  readonly onRejected: (text: string) => void
  /** The password in the URL has expired; the token allows setting a new one. */
  readonly onExpired: (resetToken: string) => void
  /** Sign-in with an external provider failed; called with its message. */
  readonly onLoginError: (text: string) => void
}

export async function enter(client: Client, source: LoginSource, hooks: EnterHooks): Promise<void> {
  try {
    switch (source.kind) {
      case 'stored':
      // The route guard decides whether the public id applies.
      case 'public':
        return
      case 'tokens':
        client.session.loginWithTokens(source)
        return
      case 'password':
        await client.session.login(source.username, source.password)
        return
      case 'error':
        hooks.onLoginError(source.message)
    }
  } catch (error) {
    const resetToken = expiredPasswordToken(error)
    if (resetToken) return hooks.onExpired(resetToken)
    hooks.onRejected(failureText(error))
  }
}
