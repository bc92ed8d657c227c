/** Tests emails with a real SMTP server. */

import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { DomainError } from '@sonde/model/errors'
import { createEgress } from '../egress/egress.ts'
import { silent } from '../http/http-testing.ts'
import { createMailService } from './mail-service.ts'
import { mailServerAllowed, startTestMailServer } from './mail-testing.ts'
import { activationMail, resetMail } from './mail-texts.ts'
import { createSendMail } from './mail-transport.ts'

const sendMail = createSendMail(createEgress({ allow: mailServerAllowed }))
const rejected = (reason: RegExp) => (error: unknown) =>
  error instanceof DomainError && error.status === 500 && error.code === 2 && reason.test(error.message)

test('a mail arrives with sender, recipients, subject and both texts', async (t) => {
  const server = await startTestMailServer(t)
  const mail = createMailService({ sendMail, settings: async () => server.settings, log: silent })
  await mail.send({
    ...activationMail('a@example.org', 'https://x/y?a=<b>', 'CODE'),
    cc: 'b@example.org',
    bcc: 'c@x.org',
  })
  const { from, to, text } = await server.next('a@example.org')
  assert.deepEqual([from, [...to].sort()], ['sonde@example.org', ['a@example.org', 'b@example.org', 'c@x.org']])
  assert.match(text, /^Subject: Activate your account\r?$/m)
  assert.doesNotMatch(text, /^Bcc:/im)
  assert.match(text, /text\/plain/)
  assert.match(text, /https:\/\/x\/y\?a=<b>/)
  assert.match(text, /text\/html/)
  assert.match(text, /href="https:\/\/x\/y\?a=&#60;b&#62;"/, 'what goes into HTML is escaped')
})

test('a server that asks for a sign-in gets it, and its refusal is told', async (t) => {
  const server = await startTestMailServer(t, {
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'secret' ? done(null, { user: 'me' }) : done(new Error('No entry')),
  })
  await sendMail({ ...server.settings, username: 'me', password: 'secret' }, resetMail('a@example.org', 'https://x'))
  await server.next('a@example.org')
  const wrong = sendMail({ ...server.settings, username: 'me', password: 'x' }, resetMail('a@example.org', 'https://x'))
  await assert.rejects(wrong, rejected(/^Couldn’t send the email: .*No entry/))
  assert.equal(server.received.length, 1)
})

test('TLS is demanded where it is set: a server without it gets no mail', async (t) => {
  const server = await startTestMailServer(t, { hideSTARTTLS: true, disabledCommands: ['AUTH', 'STARTTLS'] })
  const sent = sendMail(
    { ...server.settings, enableTls: true, tlsVersion: 'TLSv1.2' },
    resetMail('a@x.org', 'https://x'),
  )
  await assert.rejects(sent, rejected(/Couldn’t send the email/))
  assert.equal(server.received.length, 0)
})

test('private servers, dead ones and silent ones are refused in words', async (t) => {
  const settings = { ...(await startTestMailServer(t)).settings, timeout: '200' }
  const closed = createSendMail(createEgress({ allow: null }))
  await assert.rejects(closed(settings, resetMail('a@x.org', 'https://x')), rejected(/SONDE_EGRESS_ALLOW/))
  await assert.rejects(
    sendMail({ ...settings, smtpPort: '1' }, resetMail('a@x.org', 'https://x')),
    rejected(/ECONNREFUSED/),
  )
  const silentServer = createServer(() => undefined)
  await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve))
  t.after(() => silentServer.close())
  const { port } = silentServer.address() as { port: number }
  await assert.rejects(sendMail({ ...settings, smtpPort: port }, resetMail('a@x.org', 'https://x')), rejected(/./))
})

test('a mail has at most 100 recipients, and its addresses make no further headers', async (t) => {
  const server = await startTestMailServer(t)
  const mail = createMailService({ sendMail, settings: async () => server.settings, log: silent })
  const to = (count: number) => Array.from({ length: count }, (_, i) => `a${i}@example.org`).join(',')
  await mail.send(resetMail(to(100), 'https://x'))
  await assert.rejects(mail.send(resetMail(to(101), 'https://x')), { status: 400 })
  await mail.send({ to: 'z@example.org', subject: 'x\r\nBcc: thief@example.org', text: 'x' })
  const { to: recipients } = await server.next('z@example.org')
  assert.deepEqual(recipients, ['z@example.org'])
})

test('a notice that fails harms nobody', async () => {
  const settings = { smtpHost: '127.0.0.1', smtpPort: 1, timeout: 100, smtpProtocol: 'smtp', mailFrom: 'a@b' } as const
  const mail = createMailService({ sendMail, settings: async () => settings, log: silent })
  mail.notify(resetMail('a@example.org', 'https://x'))
  await mail.idle()
})
