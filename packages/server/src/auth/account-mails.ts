/**
 * Mails that let people into their accounts: activation, a new password.
 *
 * Whoever asks for one without having signed in gets the same answer for every address, at once; what there is to do is
 * done afterwards, and not oftener than `strangersMailMs` for one account.
 */

import { badRequest, DomainError } from '@sonde/model/errors'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { MailService } from '../mail/mail-service.ts'
import { activationMail, resetMail } from '../mail/mail-texts.ts'
import type { Account, AccountStore } from './account-store.ts'
import { newOneTimeToken } from './one-time-token.ts'

/** Between two mails that strangers can cause for one account. */
export const strangersMailMs = 30_000
/** Requests of strangers that wait; further ones are dropped and logged. */
export const strangersRequestsMax = 200

export interface AccountMailParts {
  readonly store: AccountStore
  readonly mail: MailService
  readonly commit: Commit
  readonly clock: Clock
  readonly log: Logger
}

export type AccountMails = ReturnType<typeof createAccountMails>

export function createAccountMails({ store, mail, commit, clock, log }: AccountMailParts) {
  const underWay = new Set<Promise<void>>()

  const activationLink = (base: string, token: string) => `${base}/api/noauth/activate?activateToken=${token}`

  /** `base`: where links lead. Rejects with 400 for an active account and with 500 when the mail is not taken. */
  async function sendActivation(email: string, base: string): Promise<void> {
    const account = await store.findByEmail(email)
    if (!account?.activateToken) throw badRequest('The account is active already.')
    await sendActivationTo(account, account.activateToken, base)
  }

  async function sendActivationTo(account: Account, activateToken: string, base: string): Promise<void> {
    const code = newOneTimeToken()
    await commit({ statements: [store.setEmailCode(account.userId, code, clock.nowMs())] })
    await mail.send(activationMail(account.email, activationLink(base, activateToken), code))
  }

  /** For whoever has lost the mail. */
  const resendActivation = (email: string, base: string): void =>
    afterwards(email, async (account) => {
      if (account.activateToken && !account.enabled) await sendActivationTo(account, account.activateToken, base)
    })

  const requestReset = (email: string, base: string): void =>
    afterwards(email, async (account) => {
      if (!account.enabled) return
      const token = newOneTimeToken()
      await commit({ statements: [store.setResetToken(account.userId, token, clock.nowMs())] })
      await mail.send(resetMail(account.email, `${base}/api/noauth/resetPassword?resetToken=${token}`))
    })

  function afterwards(email: string, work: (account: Account) => Promise<void>): void {
    if (underWay.size >= strangersRequestsMax) {
      log.warn('A mail that was asked for was dropped: too many are asked for at once.')
      return
    }
    const done = (async () => {
      try {
        const account = await store.findByEmail(email)
        if (account && clock.nowMs() - account.mailTs >= strangersMailMs) await work(account)
      } catch (error) {
        const reason = error instanceof DomainError ? error.message : error
        log.warn({ err: reason }, 'A mail that was asked for was not sent; an administrator can help the user.')
      }
    })()
    underWay.add(done)
    void done.finally(() => underWay.delete(done))
  }

  return {
    activationLink,
    sendActivation,
    resendActivation,
    requestReset,
    /** Resolves when nothing that strangers asked for is under way. */
    idle: async () => void (await Promise.all(underWay)),
  }
}
