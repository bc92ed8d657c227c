/** Account access by mail: activation by link and code, password reset; with a real SMTP server. */

import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { type TestContext, test } from 'node:test'
import type { TokenPair } from '@sonde/model/auth/auth'
import { emailCodeMs } from '../auth/auth-service.ts'
import { password, startTestAccounts, type TestAccountsOptions } from '../auth/auth-testing.ts'
import { mailServerAllowed, startTestMailServer } from '../mail/mail-testing.ts'
import { mailedLinkMs, strangersMailMs } from './account-mails.ts'

async function start(t: TestContext, options: TestAccountsOptions = {}) {
  let ahead = 0
  const clock = { nowMs: () => Date.now() + ahead }
  const server = await startTestMailServer(t)
  const accounts = await startTestAccounts(t, { egressAllow: mailServerAllowed, clock, ...options })
  const { call, root, tenant, accountMails } = accounts
  const saved = await call('POST', '/api/admin/settings', {
    token: root,
    body: { key: 'mail', jsonValue: server.settings },
  })
  assert.equal(saved.status, 200)
  const acme = await tenant('acme')
  // Skip the mails about the activation of these accounts.
  for (const { user } of [acme.admin, acme.guest]) await server.next(user.email)
  return {
    ...accounts,
    server,
    acme,
    turn: (ms: number) => {
      ahead += ms
    },
    /** Creates a user who gets a mail; resolves with the links and the code. */
    async invite(email: string) {
      const body = { authority: 'TENANT_ADMIN', email }
      const { status, body: user } = await call<{ id: { id: string } }>('POST', '/api/user', {
        token: acme.admin.token,
        body,
      })
      assert.equal(status, 200)
      return { user, ...partsOf((await server.next(email)).text) }
    },
    /** Resolves when the requested mails are processed. */
    settled: () => accountMails.idle(),
  }
}

function partsOf(text: string) {
  const link = /https?:\/\/\S+activateToken=\w+/.exec(text)?.[0] ?? ''
  return { link, token: /activateToken=(\w+)/.exec(text)?.[1] ?? '', code: /^(\w{30})\r?$/m.exec(text)?.[1] ?? '' }
}

test('a new user gets a link by mail, chooses a password and is told that the account is active', async (t) => {
  const { call, server, invite, signIn, baseUrl } = await start(t)
  const { link, token } = await invite('new@acme.example')
  assert.ok(link.startsWith(`${baseUrl}/api/noauth/activate?activateToken=`), link)
  const answer = await call('POST', '/api/noauth/activate', { body: { activateToken: token, password } })
  assert.equal(answer.status, 200)
  const { text } = await server.next('new@acme.example')
  assert.match(text, /Your account is active/)
  await signIn('new@acme.example', password)
})

test('a code from the mail activates and signs in, once and for a day', async (t) => {
  const { call, invite, turn, acme } = await start(t)
  const { code, user } = await invite('code@acme.example')
  const activate = (given: string) => call<TokenPair>('POST', `/api/noauth/activateByEmailCode?emailCode=${given}`)
  assert.equal((await activate('wrong')).status, 400)
  assert.match((await call('POST', '/api/noauth/activateByEmailCode')).text, /emailCode is missing/)
  const { status, body } = await activate(code)
  assert.equal(status, 200)
  assert.equal((await call('GET', '/api/auth/user', { token: body.token })).status, 200)
  assert.equal((await activate(code)).status, 400)
  // There is no password yet: the user sets one, and needs it from then on.
  const change = (currentPassword: string, newPassword: string, token: string) =>
    call<TokenPair>('POST', '/api/auth/changePassword', { token, body: { currentPassword, newPassword } })
  const changed = await change('', 'first-password', body.token)
  assert.equal(changed.status, 200)
  assert.equal((await change('', 'second-password', changed.body.token)).status, 400)
  const shown = await call('GET', `/api/user/${user.id.id}/activationLink`, { token: acme.admin.token })
  assert.equal(shown.status, 400, 'the link ended with the first password')

  const late = await invite('late@acme.example')
  turn(emailCodeMs + 1)
  assert.equal((await activate(late.code)).status, 400)
})

test('whoever lost the mail asks for another; strangers learn nothing, and cannot flood anybody', async (t) => {
  const { call, server, invite, settled, turn, acme } = await start(t)
  const first = await invite('lost@acme.example')
  const resend = async (email: string) => {
    const { status, text } = await call('POST', `/api/noauth/resendEmailActivation?email=${encodeURIComponent(email)}`)
    assert.deepEqual([status, text], [200, ''])
    await settled()
  }
  const before = server.received.length
  await resend('lost@acme.example')
  assert.equal(server.received.length, before, 'the last mail was a moment ago')
  turn(strangersMailMs)
  await resend('lost@acme.example')
  const second = partsOf((await server.next('lost@acme.example')).text)
  assert.equal(second.token, first.token, 'the link stays')
  assert.notEqual(second.code, first.code)
  const byCode = (code: string) => call('POST', `/api/noauth/activateByEmailCode?emailCode=${code}`)
  assert.equal((await byCode(first.code)).status, 400, 'the new code replaces the old one')
  assert.equal((await byCode(second.code)).status, 200)
  turn(strangersMailMs)
  const count = server.received.length
  for (const email of ['lost@acme.example', acme.admin.user.email, 'nobody@example.org']) await resend(email)
  assert.equal(server.received.length, count, 'active accounts and unknown addresses get none')
})

test('an administrator sends the mail again, for own users who are not active yet', async (t) => {
  const { call, server, invite, acme, tenant } = await start(t)
  await invite('again@acme.example')
  const send = (email: string, token: string) =>
    call('POST', `/api/user/sendActivationMail?email=${encodeURIComponent(email)}`, { token })
  assert.equal((await send('again@acme.example', acme.admin.token)).status, 200)
  await server.next('again@acme.example')
  assert.equal((await send(acme.guest.user.email, acme.admin.token)).status, 400)
  assert.equal((await send('nobody@example.org', acme.admin.token)).status, 404)
  const other = await tenant('other')
  assert.equal((await send('again@acme.example', other.admin.token)).status, 403)
})

test('a new password by mail: the last link counts, and only once', async (t) => {
  const { call, server, acme, settled, turn, signIn } = await start(t)
  const { email } = acme.admin.user
  const ask = async () => {
    turn(strangersMailMs)
    const { status, text } = await call('POST', '/api/noauth/resetPasswordByEmail', { body: { email } })
    assert.deepEqual([status, text], [200, ''])
    await settled()
    return /resetToken=(\w+)/.exec((await server.next(email)).text)?.[1] ?? ''
  }
  const first = await ask()
  const second = await ask()
  const reset = (resetToken: string, given: string) =>
    call<TokenPair>('POST', '/api/noauth/resetPassword', { body: { resetToken, password: given } })
  assert.equal((await reset(first, 'another-password')).status, 400)
  assert.equal((await reset(second, 'short')).status, 400)
  assert.equal((await reset(second, password)).status, 400, 'it is the current one')
  assert.equal((await reset(second, 'another-password')).status, 200)
  assert.match((await server.next(email)).text, /password was changed/)
  assert.equal((await reset(second, 'third-password')).status, 400)
  await signIn(email, 'another-password')
  assert.equal((await call('GET', '/api/auth/user', { token: acme.admin.token })).status, 401, 'old sessions end')
})

/** Sends requests with a Host header that names another host. */
const askingAs =
  (baseUrl: string, host: string) => (method: string, path: string, token: string | null, body: object) =>
    new Promise<number>((resolve, reject) => {
      const { hostname, port } = new URL(baseUrl)
      const headers = {
        host,
        'x-forwarded-host': host,
        'x-forwarded-proto': 'https',
        'content-type': 'application/json',
        ...(token === null ? {} : { 'x-authorization': `Bearer ${token}` }),
      }
      httpRequest({ hostname, port, path, method, headers }, (response) => resolve(response.resume().statusCode ?? 0))
        .once('error', reject)
        .end(JSON.stringify(body))
    })

test('mailed links lead to the set address, whatever host a request names', async (t) => {
  const { call, root, server, acme, settled, turn, baseUrl } = await start(t)
  const asEvil = askingAs(baseUrl, 'evil.example')
  const { email } = acme.guest.user
  const linksOfMails = async () => {
    turn(strangersMailMs)
    assert.equal(await asEvil('POST', '/api/noauth/resetPasswordByEmail', null, { email }), 200)
    await settled()
    const reset = (await server.next(email)).text
    const invited = `invited-${server.received.length}@acme.example`
    const input = { authority: 'TENANT_ADMIN', email: invited }
    assert.equal(await asEvil('POST', '/api/user', acme.admin.token, input), 200)
    const activation = (await server.next(invited)).text
    for (const text of [reset, activation]) assert.ok(!text.includes('evil.example'), text)
    return [reset, activation].map((text) => /^(http\S+)\/api\/noauth/m.exec(text)?.[1])
  }
  const general = (jsonValue: object) =>
    call('POST', '/api/admin/settings', { token: root, body: { key: 'general', jsonValue } })
  assert.deepEqual(await linksOfMails(), [baseUrl, baseUrl], 'where it listens, while only this machine reaches it')
  for (const prohibitDifferentUrl of [false, true]) {
    await general({ baseUrl: 'https://sonde.example/', prohibitDifferentUrl })
    assert.deepEqual(await linksOfMails(), ['https://sonde.example', 'https://sonde.example'])
  }
})

test('the operator’s address counts until a system administrator saves another', async (t) => {
  const { call, root, server, acme, settled } = await start(t, { baseUrl: 'https://env.example', host: '0.0.0.0' })
  const shown = async () =>
    (await call<{ jsonValue: { baseUrl: string } }>('GET', '/api/admin/settings/general', { token: root })).body
  assert.equal((await shown()).jsonValue.baseUrl, 'https://env.example')
  const { email } = acme.guest.user
  await call('POST', '/api/noauth/resetPasswordByEmail', { body: { email } })
  await settled()
  assert.match((await server.next(email)).text, /^https:\/\/env\.example\/api\/noauth\/resetPassword/m)
  const jsonValue = { baseUrl: 'https://saved.example', prohibitDifferentUrl: false }
  await call('POST', '/api/admin/settings', { token: root, body: { key: 'general', jsonValue } })
  assert.equal((await shown()).jsonValue.baseUrl, 'https://saved.example')
})

test('while others reach the server and no address is set, no link is mailed; strangers get the same answer', async (t) => {
  const warnings: string[] = []
  const { call, root, server, acme, settled, baseUrl } = await start(t, {
    host: '0.0.0.0',
    onWarning: (text) => warnings.push(text),
  })
  const before = server.received.length
  const { email } = acme.guest.user
  for (const requested of [email, email, 'nobody@example.org']) {
    const { status, text } = await call('POST', '/api/noauth/resetPasswordByEmail', { body: { email: requested } })
    assert.deepEqual([status, text], [200, ''])
    await settled()
  }
  const invited = { authority: 'TENANT_ADMIN', email: 'invited@acme.example' }
  const made = await call('POST', '/api/user', { token: acme.admin.token, body: invited })
  assert.equal(made.status, 500)
  assert.match(made.text, /base URL isn’t set/)
  const change = await call('POST', '/api/v2/user/email', {
    token: acme.guest.token,
    body: { email: 'new@acme.example', password },
  })
  assert.match(change.text, /base URL isn’t set/)
  assert.equal(server.received.length, before)
  assert.equal(warnings.filter((text) => /base URL/.test(text)).length, 1, 'strangers do not fill the log')

  const unmailed = await call<{ id: { id: string } }>('POST', '/api/user?sendActivationMail=false', {
    token: acme.admin.token,
    body: invited,
  })
  const link = await call('GET', `/api/user/${unmailed.body.id.id}/activationLink`, { token: acme.admin.token })
  assert.ok(link.text.startsWith(baseUrl), 'shown to the administrator who asks: at the address that he uses')

  // A local address is useless in a link for other machines.
  for (const local of ['http://localhost:9000', 'http://127.0.0.1', 'http://[::1]:8080']) {
    const jsonValue = { baseUrl: local, prohibitDifferentUrl: false }
    await call('POST', '/api/admin/settings', { token: root, body: { key: 'general', jsonValue } })
    assert.equal(
      (await call('POST', '/api/user', { token: acme.admin.token, body: { ...invited, email: 'x@y.example' } })).status,
      500,
    )
  }
  // Mails without a link are sent nevertheless: the owner must get them.
  const token = new URL(link.text).searchParams.get('activateToken')
  await call('POST', '/api/noauth/activate', { body: { activateToken: token, password } })
  const { text } = await server.next(invited.email)
  assert.match(text, /Your account is active/)
  assert.doesNotMatch(text, /http/)
})

test('mailed links hold for a day; a browser is led to a page that says what to do', async (t) => {
  const { call, server, acme, settled, turn, invite, signIn } = await start(t)
  const { email } = acme.guest.user
  const follow = async (path: string, accept = '*/*') => {
    const { status, headers } = await call('GET', path, { headers: { accept } })
    return [status, headers.get('location')]
  }
  await call('POST', '/api/noauth/resetPasswordByEmail', { body: { email } })
  await settled()
  const mail = (await server.next(email)).text
  assert.match(mail, /24 hours/)
  const resetToken = /resetToken=(\w+)/.exec(mail)?.[1] ?? ''
  const { token: activateToken, user } = await invite('late@acme.example')
  const resetPath = `/api/noauth/resetPassword?resetToken=${resetToken}`
  const activatePath = `/api/noauth/activate?activateToken=${activateToken}`

  turn(mailedLinkMs - 60_000)
  assert.deepEqual(await follow(resetPath), [303, `/login/resetPassword?resetToken=${resetToken}`])
  assert.deepEqual(await follow(activatePath), [303, `/login/createPassword?activateToken=${activateToken}`])
  turn(120_000)
  for (const [path, kind] of [
    [resetPath, 'reset'],
    [activatePath, 'activate'],
    ['/api/noauth/resetPassword?resetToken=none', 'reset'],
  ] as const) {
    assert.deepEqual(await follow(path), [409, null])
    assert.deepEqual(await follow(path, 'text/html,*/*'), [303, `/login/linkEnded?kind=${kind}`])
  }
  const reset = await call('POST', '/api/noauth/resetPassword', { body: { resetToken, password: 'another-one' } })
  assert.equal(reset.status, 400)
  assert.match(reset.text, /24 hours.*sign-in page/)
  const activated = await call('POST', '/api/noauth/activate', { body: { activateToken, password } })
  assert.equal(activated.status, 400)
  assert.match(activated.text, /24 hours.*sign-in page/)

  // A new mail contains a valid link, and so does the activation link for an administrator.
  await call('POST', '/api/noauth/resendEmailActivation?email=late%40acme.example')
  await settled()
  const again = partsOf((await server.next('late@acme.example')).text)
  assert.notEqual(again.token, activateToken, 'what has ended does not come back')
  const admin = (await signIn(acme.admin.user.email, password)).token
  const link = async () => (await call('GET', `/api/user/${user.id.id}/activationLink`, { token: admin })).text
  assert.ok((await link()).endsWith(again.token), 'one that holds stays')
  const page = await call('POST', '/api/noauth/activate', { body: { activateToken: again.token, password } })
  assert.equal(page.status, 200)
})

test('a user who cannot be told is not made', async (t) => {
  const { call, root, acme, server } = await start(t)
  const jsonValue = { ...server.settings, smtpPort: '1', timeout: '500' }
  await call('POST', '/api/admin/settings', { token: root, body: { key: 'mail', jsonValue } })
  const body = { authority: 'TENANT_ADMIN', email: 'untold@acme.example' }
  const answer = await call('POST', '/api/user', { token: acme.admin.token, body })
  assert.equal(answer.status, 500)
  assert.match(answer.text, /Couldn’t send the email/)
  const list = await call<{ data: { email: string }[] }>('GET', '/api/users?pageSize=99&page=0', {
    token: acme.admin.token,
  })
  assert.ok(list.body.data.every(({ email }) => email !== body.email))
})
