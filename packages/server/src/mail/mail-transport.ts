/** Sends an email to an SMTP server with the given settings. */

import type { MailSettings } from '@sonde/model/admin-settings/admin-settings'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import { createTransport } from 'nodemailer'
import type { Egress } from '../egress/egress.ts'

/** Maximum recipients of one email. */
export const recipientsMax = 100

export interface Mail {
  /** One or more addresses, separated by commas. */
  readonly to: string
  readonly cc?: string
  readonly bcc?: string
  /** Default: the sender in the settings. */
  readonly from?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

export type SendMail = (settings: MailSettings, mail: Mail) => Promise<void>

/** Status 500 with error code 2, as in ThingsBoard. */
export const mailFailed = (reason: string, cause?: unknown): DomainError =>
  new DomainError(ErrorCode.GENERAL, `Couldn’t send the email: ${reason}`, { cause })

export function createSendMail(egress: Pick<Egress, 'check'>): SendMail {
  return async (settings, mail) => {
    try {
      const transport = createTransport({
        ...(await connectionOf(egress, settings)),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        await transport.sendMail({ ...mail, from: mail.from || settings.mailFrom })
      } finally {
        transport.close()
      }
    } catch (error) {
      throw mailFailed(error instanceof Error ? error.message : String(error), error)
    }
  }
}

async function connectionOf(egress: Pick<Egress, 'check'>, settings: MailSettings) {
  const timeoutMs = Number(settings.timeout) || 10_000
  const port = Number(settings.smtpPort)
  const proxy = await proxyOf(egress, settings)
  // A proxy resolves host names itself. Without a proxy, only the address that the egress check allowed is used.
  const host = proxy ? settings.smtpHost : (await egress.check(settings.smtpHost, port)).address
  const wantsTls = settings.enableTls === true || settings.enableTls === 'true'
  const { username, password } = settings
  return {
    host,
    port,
    secure: settings.smtpProtocol === 'smtps',
    requireTLS: wantsTls,
    ignoreTLS: !wantsTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    tls: { servername: settings.smtpHost, ...(settings.tlsVersion ? { minVersion: settings.tlsVersion } : {}) },
    ...(username ? { auth: { user: username, pass: password ?? '' } } : {}),
    ...(proxy ? { proxy } : {}),
  }
}

async function proxyOf(egress: Pick<Egress, 'check'>, settings: MailSettings): Promise<string | undefined> {
  if (!settings.enableProxy) return undefined
  const { address, port } = await egress.check(settings.proxyHost ?? '', Number(settings.proxyPort))
  const url = new URL(`http://${address.includes(':') ? `[${address}]` : address}:${port}`)
  url.username = settings.proxyUser ?? ''
  url.password = settings.proxyPassword ?? ''
  return url.href
}
