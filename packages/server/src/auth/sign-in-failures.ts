/**
 * Counts and logs failed sign-ins of existing accounts; too many lock the account.
 *
 * The response is sent first, so that its timing doesn't reveal whether the account exists. The next sign-in waits
 * until earlier failures are counted.
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
  /** Time later than the issue time of all tokens of the account, epoch ms. */
  readonly nextValidFrom: (account: Account) => number
}

export type SignInFailures = ReturnType<typeof createSignInFailures>

export function createSignInFailures({ store, commit, log, mail, security, nextValidFrom }: SignInFailureDeps) {
  /** Pending count of the latest failure by user ID; it runs after those before. */
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
    /** Resolves when the account's failures are counted; undefined if no count is pending. */
    counted: (userId: string): Promise<void> | undefined => underWay.get(userId),
    /** Resolves when all failures are counted. */
    idle: async () => void (await Promise.all(underWay.values())),
  }
}
