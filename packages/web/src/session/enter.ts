/** Signs in by what the address bar held at load. */

import type { LoginSource } from './login-sources.ts'
import type { Client } from './page-client.ts'

export async function enter(client: Client, source: LoginSource, tell: (text: string) => void): Promise<void> {
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
        tell(source.message)
    }
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error))
  }
}
