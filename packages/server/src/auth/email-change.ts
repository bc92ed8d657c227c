/**
 * Changes the caller's own email: requires the password and a confirmation by the new address.
 *
 * A session that was left open or stolen isn't enough: its holder could otherwise take over the account with a new
 * password. The old address gets a mail before and after the change.
 */

import { badRequest, DomainError, ErrorCode, forbidden } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import { limitOf } from '@sonde/model/limits/limits'
import { emailProblem } from '@sonde/model/users/email-address'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { Limits } from '../limits/limits.ts'
import { createBucketMap } from '../limits/token-buckets.ts'
import type { MailService } from '../mail/mail-service.ts'
import { confirmEmailMail, emailChangedMail, emailChangeRequestedMail } from '../mail/mail-texts.ts'
import { mailFailed } from '../mail/mail-transport.ts'
import { RowsMismatch } from '../storage/storage.ts'
import { mailedLinkMs } from './account-mails.ts'
import { accountNote } from './account-notes.ts'
import type { Account, AccountStore } from './account-store.ts'
import type { AccountUsers } from './account-users.ts'
import type { ClientAgent } from './client-agent.ts'
import { newOneTimeToken } from './one-time-token.ts'

/** Maximum users whose request rate is tracked. */
const usersMax = 10_000

export interface EmailChangeDeps {
  readonly store: Pick<AccountStore, 'find' | 'setNewEmail' | 'findByNewEmailToken' | 'takeNewEmail'>
  readonly users: Pick<AccountUsers, 'claimEmail'>
  readonly commit: Commit
  readonly clock: Clock
  readonly limits: Pick<Limits, 'of' | 'reject' | 'peaksOf'>
  readonly mail: Pick<MailService, 'send' | 'notify'>
  readonly linkBase: () => Promise<string | null>
  /** Throws 400 when the password is wrong. */
  readonly requirePassword: (account: Account, password: string, client: ClientAgent) => Promise<void>
}

export type EmailChange = ReturnType<typeof createEmailChange>

const notValid = () =>
  badRequest('The link isn’t valid. A link works once and for 24 hours. Request a new one in your profile.')

export function createEmailChange(deps: EmailChangeDeps) {
  const { store, users, commit, clock, limits, mail, linkBase, requirePassword } = deps
  const requests = createBucketMap(clock, usersMax, limits.peaksOf('emailChanges'))

  function consume({ userId, tenantId }: Account) {
    const rate = `${limits.of(tenantId, 'emailChanges')}:${limitOf('emailChanges').seconds}`
    if (!requests.tryAcquire(userId, rate, 1, tenantId))
      limits.reject(tenantId, 'emailChanges', entityId('USER', userId))
  }

  /** Mails the link to the new address. Rejects with 500 and stores nothing when the mail isn't accepted. */
  async function request(scope: Scope, email: string, password: string, client: ClientAgent): Promise<void> {
    const account = scope.isPublic ? undefined : await store.find(scope.userId)
    if (!account) throw forbidden()
    if (account.passwordHash === null) throw badRequest('Set a password first.')
    if (email === account.email) throw badRequest('This is already your email.')
    const problem = emailProblem(email)
    if (problem !== null) throw badRequest(problem)
    consume(account)
    await requirePassword(account, password, client)
    const base = await linkBase()
    if (base === null) {
      throw mailFailed('the base URL isn’t set. A system administrator can set it in the general settings.')
    }
    const token = newOneTimeToken()
    await mail.send(confirmEmailMail(email, `${base}/login/confirmEmail?token=${token}`))
    await commit({ statements: [store.setNewEmail(account.userId, email, token, clock.nowMs())] })
    mail.notify(emailChangeRequestedMail(account.email, email))
  }

  /** Throws 400 for an invalid link, and when another account has the address by now. */
  async function confirm(token: string, client: ClientAgent): Promise<void> {
    const wanted = await store.findByNewEmailToken(token, clock.nowMs() - mailedLinkMs)
    const account = wanted && (await store.find(wanted.userId))
    if (!account) throw notValid()
    if (!account.enabled) throw new DomainError(ErrorCode.AUTHENTICATION, 'The account isn’t active.')
    try {
      await users.claimEmail(
        { userId: account.userId, tenantId: account.tenantId, email: wanted.email },
        {
          statements: [store.takeNewEmail(account.userId, token)],
          audit: [accountNote(account, 'UPDATED', { email: wanted.email, clientAddress: client.clientAddress })],
        },
      )
    } catch (error) {
      if (error instanceof RowsMismatch) throw notValid()
      throw error
    }
    mail.notify(emailChangedMail(account.email, wanted.email))
  }

  return { request, confirm }
}
