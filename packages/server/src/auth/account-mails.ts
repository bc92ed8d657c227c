/**
 * Mails that give users access to their accounts: activation and password reset.
 *
 * A caller who isn't signed in gets the same response for every address, at once. The mail is sent afterwards, and at
 * most one per account in `strangersMailMs`. Links contain the base URL that the operator or a system administrator has
 * set, never a host named by a request. Without a base URL, no such mail is sent.
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

/** Minimum time between two mails for one account that callers without a sign-in can cause, ms. */
export const strangersMailMs = 30_000
/** Maximum pending requests of callers without a sign-in; further ones are dropped and logged. */
export const strangersRequestsMax = 200
/** How long a mailed link is valid, ms. */
export const mailedLinkMs = 24 * 60 * 60 * 1000
/** Minimum time between two log lines about mails not sent for lack of a base URL, ms. */
const noBaseLogMs = 60 * 60 * 1000

export interface AccountMailDeps {
  readonly store: AccountStore
  readonly mail: MailService
  readonly commit: Commit
  readonly clock: Clock
  readonly log: Logger
  /** Base URL of links in mails, without a trailing slash; null: not set. */
  readonly linkBase: () => Promise<string | null>
}

export type AccountMails = ReturnType<typeof createAccountMails>

export function createAccountMails({ store, mail, commit, clock, log, linkBase }: AccountMailDeps) {
  const underWay = new Set<Promise<void>>()
  let noBaseLoggedMs = Number.NEGATIVE_INFINITY

  const linkOf = (base: string, token: string) => `${base}/api/noauth/activate?activateToken=${token}`

  /**
   * Token of the activation link, to be stored as valid for a day from now; a new one if it has expired. null: the
   * account needs no activation.
   */
  function tokenFor({ activateToken, activateTokenTs }: Account, nowMs: number): string | null {
    if (activateToken === null) return null
    return nowMs - activateTokenTs <= mailedLinkMs ? activateToken : newOneTimeToken()
  }

  /** Activation link to show to an administrator. Throws 400 for an active account. */
  async function activationLink(userId: string, base: string): Promise<string> {
    const account = await store.find(userId)
    const nowMs = clock.nowMs()
    const token = account && tokenFor(account, nowMs)
    if (!token) throw badRequest('The account is already active.')
    await commit({ statements: [store.setActivateToken(userId, token, nowMs)] })
    return linkOf(base, token)
  }

  /** Rejects with 400 for an active account and with 500 when the mail isn't accepted. */
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

  /** Sends the activation mail again, for a user who lost it. */
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

  /** Rate-limited: callers without a sign-in must not fill the log. */
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
    /** Resolves when all pending requests of callers without a sign-in are processed. */
    idle: async () => void (await Promise.all(underWay)),
  }
}
