/** Real SMTP server for tests, on a free local port. */

import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { MailSettings } from '@sonde/model/admin-settings/admin-settings'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as received, with quoted-printable decoded. */
  readonly text: string
}

export interface TestMailServer {
  readonly settings: MailSettings
  readonly received: readonly ReceivedMail[]
  /** Resolves with the first email to the address that wasn't returned before. */
  next(to: string): Promise<ReceivedMail>
}

/** Addresses that the test's egress must allow. */
export const mailServerAllowed = ['127.0.0.0/8']

export async function startTestMailServer(t: TestContext, options: SMTPServerOptions = {}): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const taken = new Set<ReceivedMail>()
  let changed: (() => void)[] = []
  const server = new SMTPServer({
    disabledCommands: options.onAuth ? [] : ['AUTH'],
    authOptional: !options.onAuth,
    disableReverseLookup: true,
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks)
            .toString('utf8')
            .replace(/=\r\n/g, '')
            .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        })
        done()
        const waiting = changed
        changed = []
        for (const resume of waiting) resume()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo

  async function next(to: string): Promise<ReceivedMail> {
    for (;;) {
      const found = received.find((mail) => !taken.has(mail) && mail.to.includes(to))
      if (found) {
        taken.add(found)
        return found
      }
      await new Promise<void>((resolve) => {
        changed = [...changed, resolve]
      })
    }
  }

  return {
    received,
    next,
    settings: {
      mailFrom: 'Sonde <sonde@example.org>',
      smtpProtocol: 'smtp',
      smtpHost: '127.0.0.1',
      smtpPort: String(port),
      timeout: '5000',
      enableTls: false,
    },
  }
}
