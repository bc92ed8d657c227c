/** Sets a new password for the operator, for an account that no other user can restore access to. */

import type { RelationalStore, Statement } from '../storage/relational.ts'
import { type Account, createAccountStore } from './account-store.ts'
import { hashPassword } from './passwords.ts'
import { createSessionStore } from './session-store.ts'

/** Maximum administrators to list when the account doesn't exist. */
const administratorsNamedMax = 10

export interface OperatorPassword {
  readonly account: Account
  /** Set the password, enable and unlock the account, end its sessions and invalidate mailed links. */
  readonly statements: readonly Statement[]
}

/** Undefined if no account has the email. */
export async function operatorPassword(
  relational: RelationalStore,
  email: string,
  password: string,
  nowMs: number,
): Promise<OperatorPassword | undefined> {
  const accounts = createAccountStore(relational)
  const account = await accounts.findByEmail(email)
  if (!account) return undefined
  const { userId } = account
  const change = {
    hash: await hashPassword(password),
    nowMs,
    tokensValidFrom: Math.max(nowMs, account.tokensValidFrom + 1),
    replaced: null,
  }
  return {
    account,
    statements: [
      ...accounts.setPassword(userId, change),
      accounts.setEnabled(userId, true, null),
      createSessionStore(relational).removeOfUser(userId),
    ],
  }
}

/** Emails of some system administrators. */
export const administratorEmails = (relational: RelationalStore): Promise<string[]> =>
  createAccountStore(relational).administratorEmails(administratorsNamedMax)
