/**
 * Failed sign-ins of accounts that exist: counted, logged, and more than allowed lock the account.
 *
 * The refusal is answered first, so that its time does not show whether there is an account. Who signs in next waits
 * until the failures before are counted.
 */

import type { SecuritySettings } from '@sonde/model/admin-settings/admin-settings'
import type { Logger } from 'pino'
import type { Commit } from '../journal/commit.ts'
import type { MailService } from '../mail/mail-service.ts'
import { lockoutMail } from '../mail/mail-texts.ts'
import { accountChange, accountNote } from './account-notes.ts'
import type { Account, AccountStore } from './account-store.ts'
import type { ClientAgent } from './client-agent.ts'

export interface SignInFailureDeps {
  readonly store: Pick<AccountStore, 'noteFailure' | 'lock'>
  readonly commit: Commit
  readonly log: Logger
  readonly mail: Pick<MailService, 'notify'>
  readonly security: () => Promise<SecuritySettings>
  /** Later than every token of the account. */
  readonly nextValidFrom: (account: Account) => number
}

export type SignInFailures = ReturnType<typeof createSignInFailures>

export function createSignInFailures({ store, commit, log, mail, security, nextValidFrom }: SignInFailureDeps) {
  /** By account: the last failure that is being counted, after those before. */
  const underWay = new Map<string, Promise<void>>()

  async function count(account: Account, client: ClientAgent): Promise<void> {
    const { maxFailedLoginAttempts, userLockoutNotificationEmail } = await security()
    const max = maxFailedLoginAttempts ?? 0
    const { rowsChanged } = await commit({
      statements: [
        store.noteFailure(account.userId),
        ...(max > 0 ? [store.lock(account, max, nextValidFrom(account))] : []),
      ],
      audit: [accountNote(account, 'LOGIN', client, { failure: 'The password was wrong.' })],
    })
    if (!rowsChanged[1]) return
    log.warn({ userId: account.userId }, 'An account was locked after too many failed sign-ins.')
    await commit({ changes: [accountChange(account)], audit: [accountNote(account, 'LOCKOUT', client)] })
    if (userLockoutNotificationEmail) mail.notify(lockoutMail(userLockoutNotificationEmail, account.email, max + 1))
  }

  function note(account: Account, client: ClientAgent): void {
    const before = underWay.get(account.userId) ?? new Promise<void>((resolve) => setImmediate(resolve))
    const done = before
      .then(() => count(account, client))
      .catch((error: unknown) => log.warn({ err: error, userId: account.userId }, 'Failed to count a failed sign-in.'))
      .finally(() => {
        if (underWay.get(account.userId) === done) underWay.delete(account.userId)
      })
    underWay.set(account.userId, done)
  }

  return {
    note,
    /** Undefined when none of the account is being counted. */
    counted: (userId: string): Promise<void> | undefined => underWay.get(userId),
    /** Resolves when all are counted. */
    idle: async () => void (await Promise.all(underWay.values())),
  }
}
