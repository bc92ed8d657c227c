/** Changing the own email: requires the password and the new address; with a real SMTP server. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { User } from '@sonde/model/users/user'
import { mailServerAllowed, startTestMailServer } from '../mail/mail-testing.ts'
import { mailedLinkMs } from './account-mails.ts'
import { password, startTestAccounts } from './auth-testing.ts'

async function start(t: TestContext) {
  let ahead = 0
  const server = await startTestMailServer(t)
  const clock = { nowMs: () => Date.now() + ahead }
  const accounts = await startTestAccounts(t, { egressAllow: mailServerAllowed, clock })
  const { call, root, tenant, baseUrl } = accounts
  const body = { key: 'mail', jsonValue: server.settings }
  assert.equal((await call('POST', '/api/admin/settings', { token: root, body })).status, 200)
  const acme = await tenant('acme')
  for (const { user } of [acme.admin, acme.guest]) await server.next(user.email)
  const ask = (token: string, email: string, given = password) =>
    call('POST', '/api/v2/user/email', { token, body: { email, password: given } })
  const confirm = (token: string) => call('POST', '/api/v2/noauth/email', { body: { token } })
  const tokenFor = async (email: string) => {
    const { text } = await server.next(email)
    const [, base, token = ''] = /^(http\S+)\/login\/confirmEmail\?token=(\w{30})\r?$/m.exec(text) ?? []
    assert.equal(base, baseUrl)
    assert.match(text, /24 hours/)
    return token
  }
  const emailOf = async (token: string) => (await call<User>('GET', '/api/auth/user', { token })).body.email
  const turn = (ms: number) => {
    ahead += ms
  }
  return { ...accounts, server, acme, ask, confirm, tokenFor, emailOf, turn }
}

test('the email changes with the password and the link, and both addresses hear of it', async (t) => {
  const { server, acme, ask, confirm, tokenFor, emailOf, signIn, call, messages } = await start(t)
  const { user, token } = acme.guest
  assert.equal((await ask(token, 'new@acme.example', 'wrong')).status, 400)
  assert.equal((await ask(token, 'new@acme.example')).status, 200)
  const link = await tokenFor('new@acme.example')
  assert.match((await server.next(user.email)).text, /about to change[\s\S]*new@acme\.example/)
  assert.equal(await emailOf(token), user.email, 'nothing has changed yet')
  assert.equal((await confirm(link)).status, 200)
  assert.match((await server.next(user.email)).text, /was changed[\s\S]*new@acme\.example/)
  assert.equal(await emailOf(token), 'new@acme.example', 'the session goes on')
  await signIn('new@acme.example', password)
  const old = await call('POST', '/api/auth/login', { body: { username: user.email, password } })
  assert.equal(old.status, 401)
  assert.equal((await confirm(link)).status, 400, 'once')
  assert.ok(messages.some((message) => message.type === 'ENTITY_UPDATED' && message.data.includes('new@acme.example')))
})

test('the new email is nobody’s in any spelling', async (t) => {
  const { acme, ask, confirm, tokenFor, emailOf } = await start(t)
  const { user, token } = acme.guest
  assert.equal((await ask(token, 'new\u200b@acme.example')).status, 400)
  // The mailer writes domains in lower case.
  const shouted = (email: string) => email.replace(/^[^@]+/, (name) => name.toUpperCase())
  const taken = shouted(acme.admin.user.email)
  assert.equal((await ask(token, taken)).status, 200, 'who is asked says nothing of other accounts')
  assert.equal((await confirm(await tokenFor(taken))).status, 400)
  assert.equal(await emailOf(token), user.email)
  const own = shouted(user.email)
  assert.equal((await ask(token, own)).status, 200)
  assert.equal((await confirm(await tokenFor(own))).status, 200)
  assert.equal(await emailOf(token), own)
})

test('a session alone does not do: not by saving the user, not by anything but the password', async (t) => {
  const { acme, call, emailOf, root } = await start(t)
  for (const { user, token } of [acme.guest, acme.admin]) {
    const save = (input: object) => call<User>('POST', '/api/user', { token, body: { ...user, ...input } })
    const rejected = await save({ email: 'taken-over@evil.example' })
    assert.equal(rejected.status, 400)
    assert.match(rejected.text, /Change email in your profile.*\/api\/v2\/user\/email/)
    assert.equal((await save({ firstName: 'Ada' })).status, 200)
    assert.equal(await emailOf(token), user.email)
  }
  const changed = await call<User>('POST', '/api/user', {
    token: acme.admin.token,
    body: { ...acme.guest.user, email: 'given@acme.example' },
  })
  assert.deepEqual([changed.status, changed.body.email], [200, 'given@acme.example'], 'administrators change others')
  const byRoot = await call('POST', '/api/user', {
    token: root,
    body: { ...acme.admin.user, email: 'admin-given@acme.example' },
  })
  assert.equal(byRoot.status, 200)
})

test('the link ends after a day, with a newer one, and with a new password', async (t) => {
  const { acme, ask, confirm, tokenFor, turn, call, signIn } = await start(t)
  const { email } = acme.guest.user
  assert.equal((await ask(acme.guest.token, 'one@acme.example')).status, 200)
  const first = await tokenFor('one@acme.example')
  assert.equal((await ask(acme.guest.token, 'two@acme.example')).status, 200)
  const second = await tokenFor('two@acme.example')
  assert.equal((await confirm(first)).status, 400)
  turn(mailedLinkMs + 1)
  assert.match((await confirm(second)).text, /24 hours/)

  const { token } = await signIn(email, password)
  await ask(token, 'three@acme.example')
  const third = await tokenFor('three@acme.example')
  const body = { currentPassword: password, newPassword: 'another-password' }
  assert.equal((await call('POST', '/api/auth/changePassword', { token, body })).status, 200)
  assert.equal((await confirm(third)).status, 400)
})

test('an address that another account has cannot be taken, and nobody learns of it before its owner confirms', async (t) => {
  const { acme, ask, confirm, tokenFor, emailOf } = await start(t)
  const requested = await ask(acme.guest.token, acme.admin.user.email)
  assert.deepEqual([requested.status, requested.text], [200, ''])
  const { status, text } = await confirm(await tokenFor(acme.admin.user.email))
  assert.equal(status, 400)
  assert.match(text, /Another user has/)
  assert.equal(await emailOf(acme.guest.token), acme.guest.user.email)
})

test('requests are bounded per user; visitors and wrong addresses are refused', async (t) => {
  const { acme, ask, call } = await start(t)
  const { token } = acme.guest
  for (const email of ['', 'no address', 'a@b@c', 'x\r\nbcc: y@z.example']) {
    assert.equal((await ask(token, email)).status, 400, email)
  }
  assert.equal((await ask(token, acme.guest.user.email)).status, 400)
  for (let i = 0; i < 5; i++) assert.equal((await ask(token, `new-${i}@acme.example`)).status, 200)
  const held = await ask(token, 'new-6@acme.example')
  assert.equal(held.status, 429)
  assert.match(held.text, /Email changes per user: the limit is 5 in 3600 s/)
  const anonymous = await call('POST', '/api/v2/user/email', { body: { email: 'a@b.example', password } })
  assert.equal(anonymous.status, 401)
})
