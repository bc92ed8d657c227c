/**
 * Emails of the server, sent with the system administrator's settings via any SMTP server.
 *
 * Callers of `send` get the error of the mail server. Failures of background emails (notifications, responses to
 * unauthenticated callers) are logged.
 */

import type { MailSettings } from '@sonde/model/admin-settings/admin-settings'
import { badRequest } from '@sonde/model/errors'
import type { Logger } from 'pino'
import type { Scope } from '../access/scope.ts'
import { testMail } from './mail-texts.ts'
import { type Mail, recipientsMax, type SendMail } from './mail-transport.ts'

/** Maximum background emails in flight. Further ones are dropped and logged. */
export const noticesMax = 1000

export interface MailDeps {
  readonly sendMail: SendMail
  /** Stored settings including the password. */
  readonly settings: () => Promise<MailSettings>
  readonly log: Logger
}

export type MailService = ReturnType<typeof createMailService>

export function createMailService({ sendMail, settings, log }: MailDeps) {
  let underWay = 0
  let waiting: (() => void)[] = []

  /** Sends an email. Rejects with 500 and the reason if it wasn't accepted. */
  async function send(mail: Mail): Promise<void> {
    const recipients = [mail.to, mail.cc, mail.bcc].join(',').split(',')
    if (recipients.filter((each) => each.trim() !== '').length > recipientsMax) {
      throw badRequest(`An email can have at most ${recipientsMax} recipients.`)
    }
    await sendMail(await settings(), mail)
  }

  /** Sends an email in the background. */
  function notify(mail: Mail): void {
    if (underWay >= noticesMax) {
      log.warn({ subject: mail.subject }, 'An email was dropped because too many are waiting for the mail server.')
      return
    }
    underWay++
    send(mail)
      .catch((error: unknown) => log.warn({ err: error, subject: mail.subject }, 'Failed to send an email.'))
      .finally(() => {
        underWay--
        if (underWay > 0) return
        const resolved = waiting
        waiting = []
        for (const resolve of resolved) resolve()
      })
  }

  /** Sends a test email to the caller, with settings that may be unsaved. */
  const sendTest = (scope: Scope, given: MailSettings): Promise<void> => sendMail(given, testMail(scope.email))

  return {
    send,
    notify,
    sendTest,
    /** Resolves when no background email is in flight. */
    idle: () => (underWay === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
  }
}
