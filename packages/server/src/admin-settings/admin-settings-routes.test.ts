import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { AdminSettings, SecuritySettings, UpdateMessage } from '@sonde/model/admin-settings/admin-settings'
import type { SMTPServerOptions } from 'smtp-server'
import { startTestAccounts, type TestAccounts } from '../auth/auth-testing.ts'
import { mailServerAllowed, startTestMailServer } from '../mail/mail-testing.ts'

interface Seen {
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/**
 * Starts a server that returns the same response to every request. Resolves with its address and the received
 * requests.
 */
async function startTestProvider(t: TestContext, status: number, answer: string) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      seen.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(status).end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

const mailBody = (jsonValue: object) => ({ key: 'mail', jsonValue })
const defaultMail = {
  mailFrom: 'a@example.org',
  smtpProtocol: 'smtp',
  smtpHost: '127.0.0.1',
  smtpPort: '1',
  timeout: '500',
}

test('settings keep their id and time, and a mail password is never answered nor lost', async (t) => {
  const { call, root, settings } = await startTestAccounts(t)
  const get = (key: string) => call<AdminSettings>('GET', `/api/admin/settings/${key}`, { token: root })
  const save = (body: object) => call<AdminSettings>('POST', '/api/admin/settings', { token: root, body })
  const before = (await get('general')).body
  assert.deepEqual(before.jsonValue, { baseUrl: 'http://localhost:8080', prohibitDifferentUrl: false })
  const jsonValue = { baseUrl: 'https://sonde.example', prohibitDifferentUrl: true }
  const { body: saved } = await save({ ...before, jsonValue })
  assert.deepEqual(saved, { ...before, jsonValue })
  assert.deepEqual((await get('general')).body, saved)

  const first = await save(mailBody({ ...defaultMail, username: 'u', password: 'secret' }))
  assert.equal(first.status, 200)
  assert.ok(!first.text.includes('secret'))
  assert.equal((first.body.jsonValue as { showChangePassword: boolean }).showChangePassword, true)
  const shown = (await get('mail')).body
  assert.ok(!JSON.stringify(shown).includes('secret'))
  await save({ ...shown, jsonValue: { ...(shown.jsonValue as object), timeout: 600 } })
  assert.deepEqual(
    [(await settings.mail()).password, (await settings.mail()).timeout],
    ['secret', 600],
    'left out, the password stays',
  )
  for (const key of ['sms', 'nope', 'securitySettings', 'oauth2', '__proto__']) {
    assert.equal((await get(key)).status, 404, key)
  }
})

const secretsOf = async ({ call, root }: Pick<TestAccounts, 'call' | 'root'>, key: string) =>
  (await call<string[]>('GET', `/api/v2/admin/settings/${key}/secrets`, { token: root })).body

const wholeMail = {
  ...defaultMail,
  username: 'u',
  password: 'mail-secret',
  enableProxy: true,
  proxyHost: 'proxy.example',
  proxyPort: '3128',
  proxyUser: 'p',
  proxyPassword: 'proxy-secret',
}

test('no secret of mail or SMS is ever answered; what is stored is said, and stays when it is left out', async (t) => {
  const accounts = await startTestAccounts(t)
  const { call, root, settings } = accounts
  const save = (key: string, jsonValue: object) =>
    call<AdminSettings>('POST', '/api/admin/settings', { token: root, body: { key, jsonValue } })
  const shown = async (key: string) => {
    const { text, body } = await call<AdminSettings>('GET', `/api/admin/settings/${key}`, { token: root })
    assert.doesNotMatch(text, /secret/)
    return body.jsonValue as object
  }
  assert.deepEqual(await secretsOf(accounts, 'mail'), [])
  assert.doesNotMatch((await save('mail', wholeMail)).text, /secret/)
  assert.deepEqual(await secretsOf(accounts, 'mail'), ['password', 'proxyPassword'])
  await save('mail', await shown('mail'))
  const { password, proxyPassword } = await settings.mail()
  assert.deepEqual([password, proxyPassword], ['mail-secret', 'proxy-secret'])
  await save('mail', { ...(await shown('mail')), password: '', proxyPassword: '' })
  assert.deepEqual(await secretsOf(accounts, 'mail'), [], 'an empty text takes it away')

  for (const [provider, name] of [
    [twilio, 'accountToken'],
    [sns, 'secretAccessKey'],
  ] as const) {
    assert.doesNotMatch((await save('sms', provider)).text, /secret/)
    assert.deepEqual(await secretsOf(accounts, 'sms'), [name])
    const retained = await shown('sms')
    assert.ok(!(name in retained))
    for (const empty of [{}, { [name]: null }, { [name]: '' }]) {
      assert.equal((await save('sms', { ...retained, ...empty })).status, 200)
      assert.equal((await settings.sms())?.type, provider.type)
      assert.equal(((await settings.sms()) as unknown as Record<string, unknown>)[name], 'secret')
    }
  }
  const missing = await save('sms', { ...twilio, accountToken: '' })
  assert.deepEqual([missing.status, /jsonValue\.accountToken is missing/.test(missing.text)], [400, true])
  assert.equal((await call('GET', '/api/v2/admin/settings/general/secrets', { token: root })).status, 404)
})

test('a stored mail password goes to no other server, port, user or way than it was stored for', async (t) => {
  const accounts = await startTestAccounts(t)
  const { call, root, settings } = accounts
  const post = (path: string, jsonValue: object) =>
    call('POST', `/api/admin/settings${path}`, { token: root, body: mailBody(jsonValue) })
  assert.equal((await post('', { ...wholeMail, proxyPassword: undefined })).status, 200)
  const { password: _, proxyPassword: __, ...rest } = wholeMail
  for (const change of [
    { smtpHost: 'evil.example' },
    { smtpPort: '2' },
    { username: 'other' },
    { smtpProtocol: 'smtps' },
    { enableTls: true },
    { proxyHost: 'evil.example' },
    { proxyPort: '1' },
    { enableProxy: false },
  ]) {
    for (const path of ['', '/testMail']) {
      const { status, text } = await post(path, { ...rest, ...change })
      assert.equal(status, 400, `${path} ${JSON.stringify(change)}`)
      assert.match(text, /Enter jsonValue\.password again/)
    }
    assert.notEqual((await post('/testMail', { ...rest, ...change, password: 'typed' })).status, 400)
  }
  assert.equal((await settings.mail()).password, 'mail-secret')
  assert.equal(
    (await post('', { ...rest, smtpPort: 1, enableTls: 'false' })).status,
    200,
    'the same, written otherwise',
  )
  assert.equal((await settings.mail()).password, 'mail-secret')
  assert.equal((await post('', { ...rest, smtpHost: 'other.example', username: '' })).status, 200)
  assert.equal((await settings.mail()).password, undefined, 'without a user there is no password')
})

test('a test mail without a password uses the stored one, at its own server only', async (t) => {
  const signIns: unknown[] = []
  const onAuth: SMTPServerOptions['onAuth'] = ({ username, password }, _, done) => {
    signIns.push([username, password])
    done(null, { user: username })
  }
  const open = () => startTestMailServer(t, { onAuth, allowInsecureAuth: true })
  const [server, other] = [await open(), await open()]
  const { call, root } = await startTestAccounts(t, { egressAllow: mailServerAllowed })
  const signIn = { ...server.settings, username: 'u', password: 'mail-secret' }
  const post = (path: string, jsonValue: object) =>
    call('POST', `/api/admin/settings${path}`, { token: root, body: mailBody(jsonValue) })
  assert.equal((await post('', signIn)).status, 200)
  const { password: _, ...without } = signIn
  const sent = await post('/testMail', without)
  assert.equal(sent.status, 200, sent.text)
  await server.next('root@example.org')
  assert.deepEqual(signIns, [['u', 'mail-secret']])
  const rejected = await post('/testMail', { ...without, smtpPort: other.settings.smtpPort })
  assert.equal(rejected.status, 400)
  assert.deepEqual([signIns.length, other.received.length], [1, 0])
})

test('a test message uses the stored secret for its own account only', async (t) => {
  const { url, seen } = await startTestProvider(t, 201, '{}')
  const { call, root } = await startTestAccounts(t, { egressAllow: ['127.0.0.1'], smsUrl: url })
  await call('POST', '/api/admin/settings', { token: root, body: { key: 'sms', jsonValue: twilio } })
  const send = (providerConfiguration: object) =>
    call('POST', '/api/admin/settings/testSms', {
      token: root,
      body: { providerConfiguration, numberTo: '+4912345678', message: 'Hi' },
    })
  const { accountToken: _, ...without } = twilio
  assert.equal((await send(without)).status, 200)
  assert.equal(seen[0]?.headers.authorization, `Basic ${Buffer.from('AC1:secret').toString('base64')}`)
  const rejected = await send({ ...without, accountSid: 'AC2' })
  assert.deepEqual([rejected.status, seen.length], [400, 1])
  assert.match(rejected.text, /providerConfiguration\.accountToken is missing/)
})

test('what is wrong with settings is named', async (t) => {
  const { call, root } = await startTestAccounts(t)
  const rejected = async (key: string, jsonValue: unknown, named: RegExp) => {
    const { status, text } = await call('POST', '/api/admin/settings', { token: root, body: { key, jsonValue } })
    assert.equal(status, 400, text)
    assert.match(text, named)
  }
  await rejected('general', { prohibitDifferentUrl: true }, /jsonValue\.baseUrl is missing/)
  await rejected('general', { baseUrl: 'javascript:x', prohibitDifferentUrl: true }, /jsonValue\.baseUrl/)
  await rejected('mail', { ...defaultMail, smtpPort: '99999' }, /jsonValue\.smtpPort/)
  await rejected('mail', { ...defaultMail, smtpProtocol: 'gopher' }, /jsonValue\.smtpProtocol/)
  await rejected('mail', { ...defaultMail, mailFrom: '' }, /jsonValue\.mailFrom/)
  await rejected('mail', { ...defaultMail, enableProxy: true }, /jsonValue\.proxyHost is missing/)
  await rejected('mail', { ...defaultMail, enableProxy: true, proxyHost: 'p', proxyPort: 0 }, /jsonValue\.proxyPort/)
  await rejected('sms', { type: 'PIGEON' }, /jsonValue/)
  await rejected('other', {}, /key must be one of/)
  await rejected('mail', 'text', /jsonValue/)
})

test('a test mail goes to the caller by settings that are not kept', async (t) => {
  const server = await startTestMailServer(t)
  const { call, root, tenant } = await startTestAccounts(t, { egressAllow: mailServerAllowed })
  const send = (jsonValue: object, token = root) =>
    call('POST', '/api/admin/settings/testMail', { token, body: mailBody(jsonValue) })
  assert.equal((await send(server.settings)).status, 200)
  assert.match((await server.next('root@example.org')).text, /Test email from Sonde/)
  const dead = await send(defaultMail)
  assert.equal(dead.status, 500)
  assert.match(dead.text, /"errorCode":2/)
  const { admin } = await tenant('acme')
  assert.equal((await send(server.settings, admin.token)).status, 403)
})

test('security settings are checked, completed and kept', async (t) => {
  const { call, root } = await startTestAccounts(t)
  const path = '/api/admin/securitySettings'
  const before = (await call<SecuritySettings>('GET', path, { token: root })).body
  const save = (body: object) => call<SecuritySettings>('POST', path, { token: root, body })
  assert.deepEqual((await save(before)).body, before)
  const given = { passwordPolicy: { minimumLength: 12 }, maxFailedLoginAttempts: 5, userLockoutNotificationEmail: '' }
  const { body } = await save(given)
  assert.deepEqual(
    [body.passwordPolicy.minimumLength, body.passwordPolicy.allowWhitespaces, body.userLockoutNotificationEmail],
    [12, true, null],
  )
  assert.deepEqual((await call('GET', path, { token: root })).body, body)
  for (const [policy, rest, named] of [
    [{ minimumLength: 4 }, {}, /passwordPolicy\.minimumLength/],
    [{ minimumLength: 51 }, {}, /passwordPolicy\.minimumLength/],
    [{ minimumLength: 8, minimumDigits: -1 }, {}, /passwordPolicy\.minimumDigits/],
    [{ minimumLength: 8 }, { maxFailedLoginAttempts: -1 }, /maxFailedLoginAttempts/],
    [{ minimumLength: 8 }, { userLockoutNotificationEmail: 'nobody' }, /userLockoutNotificationEmail/],
  ] as const) {
    const { status, text } = await save({ passwordPolicy: policy, ...rest })
    assert.equal(status, 400)
    assert.match(text, named)
  }
})

test('nobody is asked for updates unless the operator named whom', async (t) => {
  const { call, root } = await startTestAccounts(t)
  const { body } = await call<UpdateMessage>('GET', '/api/admin/updates', { token: root })
  assert.equal(body.updateAvailable, false)
  assert.match(body.message, /1\.2\.3 is installed/)
})

test('a newer version is told, an older or broken answer is not', async (t) => {
  for (const [answer, status, expected] of [
    ['{"version":"1.3.0"}', 200, true],
    ['{"version":"1.2.3"}', 200, false],
    ['{"version":"1.2.3.1"}', 200, true],
    ['{"version":"0.9"}', 200, false],
    ['<html>', 200, false],
    ['{"version":"9.9"}', 500, false],
  ] as const) {
    const { url, seen } = await startTestProvider(t, status, answer)
    const { call, root } = await startTestAccounts(t, { egressAllow: ['127.0.0.1'], updateUrl: url })
    for (const _ of [1, 2]) {
      const { body } = await call<UpdateMessage>('GET', '/api/admin/updates', { token: root })
      assert.equal(body.updateAvailable, expected, answer)
    }
    assert.equal(seen.length, 1, 'the answer counts for a while')
  }
})

const twilio = { type: 'TWILIO', accountSid: 'AC1', accountToken: 'secret', numberFrom: '+15551234567' }
const sns = { type: 'AWS_SNS', accessKeyId: 'AKID', secretAccessKey: 'secret', region: 'eu-west-1' }

test('a test message reaches each provider as its API wants it', async (t) => {
  const { url, seen } = await startTestProvider(t, 201, '{}')
  const { call, root } = await startTestAccounts(t, { egressAllow: ['127.0.0.1'], smsUrl: url })
  const send = (providerConfiguration: object) =>
    call('POST', '/api/admin/settings/testSms', {
      token: root,
      body: { providerConfiguration, numberTo: '+4912345678', message: 'Hi & bye' },
    })
  assert.equal((await send(twilio)).status, 200)
  assert.equal(seen[0]?.url, '/2010-04-01/Accounts/AC1/Messages.json')
  assert.equal(seen[0]?.headers.authorization, `Basic ${Buffer.from('AC1:secret').toString('base64')}`)
  assert.equal(seen[0]?.body, 'To=%2B4912345678&From=%2B15551234567&Body=Hi+%26+bye')
  assert.equal((await send(sns)).status, 200)
  assert.match(
    String(seen[1]?.headers.authorization),
    /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/sns\/aws4_request, /,
  )
  assert.match(seen[1]?.body ?? '', /^Action=Publish&.*PhoneNumber=%2B4912345678/)
})

test('a message that a provider refuses, or that cannot be one, is a failure as on the wire', async (t) => {
  const { url } = await startTestProvider(t, 401, 'no such account')
  const { call, root } = await startTestAccounts(t, { egressAllow: ['127.0.0.1'], smsUrl: url })
  const send = (body: object) => call('POST', '/api/admin/settings/testSms', { token: root, body })
  const good = { providerConfiguration: twilio, numberTo: '+4912345678', message: 'm' }
  assert.match((await send(good)).text, /no such account/)
  for (const change of [{ numberTo: 'abc' }, { message: '' }])
    assert.equal((await send({ ...good, ...change })).status, 500)
  assert.match((await send({ ...good, providerConfiguration: {} })).text, /providerConfiguration/)
  assert.match((await send({ ...good, message: 'x'.repeat(1601) })).text, /message has more than 1600/)
})

test('only a system administrator reads and keeps settings', async (t) => {
  const { call, tenant } = await startTestAccounts(t)
  const { admin, guest } = await tenant('acme')
  for (const token of [admin.token, guest.token]) {
    for (const path of ['settings/general', 'settings/mail', 'securitySettings', 'updates']) {
      assert.equal((await call('GET', `/api/admin/${path}`, { token })).status, 403)
    }
  }
  assert.equal((await call('GET', '/api/admin/settings/general')).status, 401)
})
