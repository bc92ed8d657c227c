/** Signs in by what the address bar held at load. */

import { failureText } from '../ui/states/failure-text.ts'
import { expiredPasswordToken } from './expired-password.ts'
import type { LoginSource } from './login-sources.ts'
import type { Client } from './page-client.ts'

export interface EnterHooks {
  /** The tokens or the password of the address do not do. */
  readonly onRejected: (text: string) => void
  /** The password of the address has expired: a new one is set with this token. */
  readonly onExpired: (resetToken: string) => void
  /** Signing in elsewhere failed, and why. */
  readonly onLoginError: (text: string) => void
}

export async function enter(client: Client, source: LoginSource, hooks: EnterHooks): Promise<void> {
  try {
    switch (source.kind) {
      case 'stored':
      // The guard of the page knows whether the public id is wanted.
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
