/** What sign-in and account links ask of the room of users. */

import type { User } from '@sonde/model/users/user'
import type { Scope } from '../access/scope.ts'
import type { Transaction } from '../storage/storage.ts'

export interface AccountUsers {
  /** The caller; undefined for a visitor of a public dashboard. */
  getOneself(scope: Scope): Promise<User | undefined>
  /** Gives a user another email, with what is stored and audited in the same transaction. */
  claimEmail(
    user: { readonly userId: string; readonly tenantId: string; readonly email: string },
    noted: Pick<Transaction, 'statements' | 'audit'>,
  ): Promise<User>
  hasSystemAdministrator(): Promise<boolean>
  hasEmail(email: string): Promise<boolean>
  /** An administrator who can sign in at once; the email must be free. */
  createSystemAdministrator(email: string, passwordHash: string): Promise<void>
}
