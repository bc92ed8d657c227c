/** A new password by the operator's hand: for an account into which nobody else can let anyone. */

import type { RelationalStore, Statement } from '../storage/relational.ts'
import { type Account, createAccountStore } from './account-store.ts'
import { hashPassword } from './passwords.ts'
import { createSessionStore } from './session-store.ts'

/** Administrators that are named where there is no such account. */
const administratorsNamedMax = 10

export interface OperatorPassword {
  readonly account: Account
  /** Sets the password, enables and unlocks the account, ends its sessions and the links that were mailed. */
  readonly statements: readonly Statement[]
}

/** Undefined when nobody has the email. */
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

/** Some of the system's administrators. */
export const administratorEmails = (relational: RelationalStore): Promise<string[]> =>
  createAccountStore(relational).administratorEmails(administratorsNamedMax)
