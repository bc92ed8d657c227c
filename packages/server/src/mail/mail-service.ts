/**
 * Mails of the platform: by the settings that the system administrator keeps, to any SMTP server.
 *
 * Who waits for a mail gets the server's refusal; what goes out on its own (notices, answers to strangers) is logged when
 * it fails.
 */

import type { MailSettings } from '@sonde/model/admin-settings/admin-settings'
import { badRequest } from '@sonde/model/errors'
import type { Logger } from 'pino'
import type { Scope } from '../access/scope.ts'
import { testMail } from './mail-texts.ts'
import { type Mail, recipientsMax, type SendMail } from './mail-transport.ts'

/** Mails that go out on their own and are under way; further ones are dropped and logged. */
export const noticesMax = 1000

export interface MailDeps {
  readonly sendMail: SendMail
  /** The stored settings, with the password. */
  readonly settings: () => Promise<MailSettings>
  readonly log: Logger
}

export type MailService = ReturnType<typeof createMailService>

export function createMailService({ sendMail, settings, log }: MailDeps) {
  let underWay = 0
  let waiting: (() => void)[] = []

  /** Rejects with 500 that says why the mail was not taken. */
  async function send(mail: Mail): Promise<void> {
    const recipients = [mail.to, mail.cc, mail.bcc].join(',').split(',')
    if (recipients.filter((each) => each.trim() !== '').length > recipientsMax) {
      throw badRequest(`An email can have at most ${recipientsMax} recipients.`)
    }
    await sendMail(await settings(), mail)
  }

  /** Sends without anybody waiting. */
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

  /** A mail to the caller by settings that need not be saved yet. */
  const sendTest = (scope: Scope, given: MailSettings): Promise<void> => sendMail(given, testMail(scope.email))

  return {
    send,
    notify,
    sendTest,
    /** Resolves when no notice is under way. */
    idle: () => (underWay === 0 ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
  }
}
