/** Functions of the users module that sign-in and account links need. */

import type { User } from '@sonde/model/users/user'
import type { Scope } from '../access/scope.ts'
import type { Transaction } from '../storage/storage.ts'

export interface AccountUsers {
  /** Returns the caller; undefined for a visitor of a public dashboard. */
  getOneself(scope: Scope): Promise<User | undefined>
  /** Changes a user's email, in one transaction with the given statements and audit notes. */
  claimEmail(
    user: { readonly userId: string; readonly tenantId: string; readonly email: string },
    noted: Pick<Transaction, 'statements' | 'audit'>,
  ): Promise<User>
  hasSystemAdministrator(): Promise<boolean>
  hasEmail(email: string): Promise<boolean>
  /** Creates an administrator who can sign in at once. The email must be unused. */
  createSystemAdministrator(email: string, passwordHash: string): Promise<void>
}
