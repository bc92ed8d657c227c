/**
 * Mails that let people into their accounts: activation, a new password.
 *
 * A caller who is not signed in gets the same answer for every address, at once; the mail is sent afterwards, and not more
 * often than `strangersMailMs` for one account. Links lead to the base URL that the operator or
 * a system administrator has set, never to an address that a request named; without one no such mail is sent.
 */

import { badRequest, DomainError } from '@sonde/model/errors'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { MailService } from '../mail/mail-service.ts'
import { activationMail, resetMail } from '../mail/mail-texts.ts'
import { mailFailed } from '../mail/mail-transport.ts'
import type { Account, AccountStore } from './account-store.ts'
import { newOneTimeToken } from './one-time-token.ts'

/** Between two mails that strangers can cause for one account. */
export const strangersMailMs = 30_000
/** Requests of strangers that wait; further ones are dropped and logged. */
export const strangersRequestsMax = 200
/** How long a mailed link holds. */
export const mailedLinkMs = 24 * 60 * 60 * 1000
/** Between two log lines about mails that were not sent for want of a base URL. */
const noBaseLogMs = 60 * 60 * 1000

export interface AccountMailDeps {
  readonly store: AccountStore
  readonly mail: MailService
  readonly commit: Commit
  readonly clock: Clock
  readonly log: Logger
  /** Where links in mails lead, without a slash at its end; null while nobody has said it. */
  readonly linkBase: () => Promise<string | null>
}

export type AccountMails = ReturnType<typeof createAccountMails>

export function createAccountMails({ store, mail, commit, clock, log, linkBase }: AccountMailDeps) {
  const underWay = new Set<Promise<void>>()
  let noBaseLoggedMs = Number.NEGATIVE_INFINITY

  const linkOf = (base: string, token: string) => `${base}/api/noauth/activate?activateToken=${token}`

  /** The link's token, good for a day from now on; one that has ended is replaced. */
  function tokenFor({ activateToken, activateTokenTs }: Account, nowMs: number): string | null {
    if (activateToken === null) return null
    return nowMs - activateTokenTs <= mailedLinkMs ? activateToken : newOneTimeToken()
  }

  /** To be shown to an administrator. Throws 400 for an active account. */
  async function activationLink(userId: string, base: string): Promise<string> {
    const account = await store.find(userId)
    const nowMs = clock.nowMs()
    const token = account && tokenFor(account, nowMs)
    if (!token) throw badRequest('The account is already active.')
    await commit({ statements: [store.setActivateToken(userId, token, nowMs)] })
    return linkOf(base, token)
  }

  /** Rejects with 400 for an active account and with 500 when the mail is not taken. */
  async function sendActivation(email: string): Promise<void> {
    const account = await store.findByEmail(email)
    if (!account?.activateToken) throw badRequest('The account is already active.')
    const base = await linkBase()
    if (base === null) {
      throw mailFailed('the base URL isn’t set. A system administrator can set it in the general settings.')
    }
    await sendActivationTo(account, base)
  }

  async function sendActivationTo(account: Account, base: string): Promise<void> {
    const nowMs = clock.nowMs()
    const token = tokenFor(account, nowMs)
    if (token === null) return
    const code = newOneTimeToken()
    await commit({
      statements: [
        store.setActivateToken(account.userId, token, nowMs),
        store.setEmailCode(account.userId, code, nowMs),
      ],
    })
    await mail.send(activationMail(account.email, linkOf(base, token), code))
  }

  /** For a user who has lost the mail. */
  const resendActivation = (email: string): void =>
    afterwards(email, async (account, base) => {
      if (account.activateToken && !account.enabled) await sendActivationTo(account, base)
    })

  const requestReset = (email: string): void =>
    afterwards(email, async (account, base) => {
      if (!account.enabled) return
      const token = newOneTimeToken()
      await commit({ statements: [store.setResetToken(account.userId, token, clock.nowMs())] })
      await mail.send(resetMail(account.email, `${base}/api/noauth/resetPassword?resetToken=${token}`))
    })

  function afterwards(email: string, work: (account: Account, base: string) => Promise<void>): void {
    if (underWay.size >= strangersRequestsMax) {
      log.warn('An email was dropped because too many were requested at once.')
      return
    }
    const done = (async () => {
      try {
        const base = await linkBase()
        if (base === null) return noteNoBase()
        const account = await store.findByEmail(email)
        if (account && clock.nowMs() - account.mailTs >= strangersMailMs) await work(account, base)
      } catch (error) {
        const reason = error instanceof DomainError ? error.message : error
        log.warn({ err: reason }, 'Failed to send a requested email. An administrator can help the user.')
      }
    })()
    underWay.add(done)
    void done.finally(() => underWay.delete(done))
  }

  /** Strangers must not fill the log. */
  function noteNoBase() {
    if (clock.nowMs() - noBaseLoggedMs < noBaseLogMs) return
    noBaseLoggedMs = clock.nowMs()
    log.warn('An email with a link was requested but not sent, because the base URL isn’t set. Set SONDE_BASE_URL.')
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
