/** Account flows: links in emails, the own email, too many failed sign-ins, expiring sessions. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { openDatabase } from '../platform/open-database.ts'
import { callAs, signIn } from '../platform/world.ts'
import { inspect } from './axe.ts'
import { startSmtpServer } from './smtp-server.ts'
import { administrator, enterAs, openAs, openStage, patienceMs, phone, until } from './stage.ts'

const smtp = await startSmtpServer({ after })
const stage = await openStage({ after }, { env: { SONDE_EGRESS_ALLOW: `127.0.0.1:${smtp.port}` } })
const { platform } = stage
const root = await signIn(platform, administrator.email, administrator.password)
const password = 'a-good-password'

await callAs(platform, root, 'POST', '/api/admin/settings', {
  key: 'mail',
  jsonValue: {
    mailFrom: 'Sonde <sonde@sonde.example>',
    smtpProtocol: 'smtp',
    smtpHost: '127.0.0.1',
    smtpPort: String(smtp.port),
    timeout: '5000',
  },
})

/** Newest email to an address with this subject matter, with soft line breaks removed. */
const mailTo = (address: string, about: RegExp) =>
  until(
    `a mail to ${address}`,
    () =>
      smtp.mails
        .map((mail) => mail.replaceAll('=\n', '').replaceAll('=3D', '='))
        .findLast((mail) => mail.includes(`To: ${address}`) && about.test(mail)),
    (mail) => mail !== undefined,
  ).then((mail) => mail ?? '')

const linkIn = (mail: string) => new URL(/^http\S+\?\w+=\w{30}$/m.exec(mail)?.[0] ?? '')

/** User of the demo's tenant, invited by email. */
async function invited(name: string) {
  const { tenantId } = await stage.call<{ tenantId: object }>('GET', '/api/auth/user')
  const email = `${name}@sonde.example`
  const { id } = await callAs<{ id: { id: string } }>(platform, root, 'POST', '/api/user', {
    authority: 'TENANT_ADMIN',
    tenantId,
    email,
    firstName: name,
  })
  return { email, password, id: id.id, link: linkIn(await mailTo(email, /activateToken/)) }
}

async function activated(name: string) {
  const person = await invited(name)
  const activateToken = person.link.searchParams.get('activateToken')
  await callAs(platform, null, 'POST', '/api/noauth/activate', { activateToken, password })
  return person
}

/** Changes the database as if the user's emails had been sent a day earlier. */
function ageLinks(userId: string) {
  const database = openDatabase(platform.dataFolder, { timeout: patienceMs })
  try {
    const day = 24 * 60 * 60 * 1000 + 1000
    database
      .prepare(
        'update user_credentials set activate_token_ts = activate_token_ts - ?, reset_token_ts = reset_token_ts - ?, mail_ts = 0 where user_id = ?',
      )
      .run(day, day, userId)
  } finally {
    database.close()
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const at = (link: URL) => link.pathname + link.search

test('an activation link that has ended leads to a new one, by keyboard alone, on a phone', async () => {
  const { id, email, link } = await invited('late')
  ageLinks(id)
  await stage.play(
    async (page) => {
      await page.goto(at(link))
      await heading(page, 'This link has expired')
      await page.getByText('ask your administrator').waitFor()
      const violations = await inspect(page, 'link ended')
      assert.deepEqual(violations, [])
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= phone.width, `${width} px wide`)
      // The field has focus.
      await page.keyboard.type(email)
      await page.keyboard.press('Enter')
      await page.getByText('If this email has an account, a link was sent.').waitFor()
      const again = linkIn(
        await until(
          'another link',
          () => mailTo(email, /activateToken/),
          (mail) => !mail.includes(link.search),
        ),
      )
      await page.goto(at(again))
      await heading(page, 'Create your password')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByLabel('Repeat password').fill(password)
      await page.keyboard.press('Enter')
      await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    },
    { viewport: phone, bypassCSP: true },
  )
})

test('a reset link works once and for a day; the mail and the page say so', async () => {
  const { id, email } = await activated('forgetful')
  await stage.play(async (page) => {
    await page.goto('/login/resetPasswordRequest')
    ageLinks(id)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    const mail = await mailTo(email, /resetToken/)
    assert.match(mail, /24 hours/)
    const link = linkIn(mail)
    ageLinks(id)
    await page.goto(at(link))
    await heading(page, 'This link has expired')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send new link' }).click()
    const again = linkIn(
      await until(
        'another link',
        () => mailTo(email, /resetToken/),
        (text) => !text.includes(link.search),
      ),
    )
    await page.goto(at(again))
    await heading(page, 'Set a new password')
    await page.getByLabel('New password', { exact: true }).fill('another-password')
    await page.getByLabel('Repeat new password').fill('another-password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  })
})

test('the own email changes with the password and the mailed link, in both colour schemes', async () => {
  const person = await activated('moving')
  await stage.play(
    async (page) => {
      await openAs(page, person, '/profile')
      await page.getByRole('button', { name: 'Change email' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change email' })
      await dialog.getByText(`Until you open it, sign in with ${person.email}.`).waitFor()
      const send = () => dialog.getByRole('button', { name: 'Send link' }).click()
      await send()
      await dialog.getByText('Enter your current password.').waitFor()
      assert.deepEqual(await inspect(page, 'change email'), [])
      await dialog.getByLabel('New email').fill('moved@sonde.example')
      await dialog.getByLabel('Current password').fill('not-the-one')
      await send()
      await dialog.getByRole('alert').getByText('The current password is wrong.').waitFor()
      await dialog.getByLabel('Current password').fill(password)
      await send()
      await page.getByText('A link was sent to moved@sonde.example. It works for 24 hours.').waitFor()
      await dialog.waitFor({ state: 'detached' })
      assert.match(await mailTo(person.email, /about to change/), /moved@sonde\.example/)

      const link = linkIn(await mailTo('moved@sonde.example', /confirmEmail/))
      await page.goto(at(link))
      await heading(page, 'Confirm your new email')
      assert.deepEqual(await inspect(page, 'confirm email'), [])
      await page.getByRole('button', { name: 'Confirm email' }).click()
      await heading(page, 'Email confirmed')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.waitForURL((url) => !url.pathname.startsWith('/login'))
      await page.goto('/profile')
      await page.getByText('moved@sonde.example').first().waitFor()
      await mailTo(person.email, /was changed/)

      await page.goto(at(link))
      await page.getByRole('button', { name: 'Confirm email' }).click()
      await page.getByRole('alert').getByText('The link isn’t valid.').waitFor()
    },
    { bypassCSP: true },
  )
  await signIn(platform, 'moved@sonde.example', password)
  await assert.rejects(signIn(platform, person.email, password))
})

test('too many failed sign-ins: the page says how long to wait, and then lets in', async () => {
  const { email } = await activated('clumsy')
  await stage.play(async (page) => {
    await page.goto('/login')
    let guesses = 0
    // The delay doubles with each guess: a slow machine needs more guesses, because they arrive after the first delay
    // is over.
    for (let status = 0; status !== 429; guesses++) {
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/login'))
      await enterAs(page, { email, password: `wrong-${guesses}` })
      status = (await answered).status()
      assert.ok(status === 401 || status === 429, `${status}`)
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    }
    assert.ok(guesses > 5, `refused at guess ${guesses}`)
    await page
      .getByRole('alert')
      .getByText(/Failed sign-ins .*Try again in \d+ s\./)
      .waitFor()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await until(
      'the wait to be over',
      async () => {
        if (new URL(page.url()).pathname !== '/login') return true
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page
          .getByRole('button', { name: 'Sign in', exact: true })
          .waitFor({ timeout: 1000 })
          .catch(() => {})
        return new URL(page.url()).pathname !== '/login'
      },
      (isIn) => isIn,
    )
  })
})

test('signing out in one tab ends the session of all, also for a program that has its token', async () => {
  const person = await activated('leaving')
  await stage.play(async (page) => {
    await openAs(page, person, '/devices')
    const token = await page.evaluate(() => localStorage.getItem('jwt_token') ?? '')
    const status = async () =>
      (await fetch(`${platform.baseUrl}/api/auth/user`, { headers: { 'x-authorization': `Bearer ${token}` } })).status
    assert.equal(await status(), 200)
    const other = await page.context().newPage()
    await other.goto('/home')
    await other.getByRole('button', { name: /^Account of/ }).click()
    await other.getByRole('menuitem', { name: 'Sign out' }).click()
    await other.waitForURL('**/login')
    await page.waitForURL('**/login')
    await until('the token to end', status, (answered) => answered === 401)
  })
})

test('tabs that renew their tokens at once stay signed in, and so does the live connection', async () => {
  const person = await activated('busy')
  await stage.play(async (page) => {
    await openAs(page, person, '/devices')
    const frames: string[] = []
    page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))))
    await page.reload()
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
    const other = await page.context().newPage()
    await other.goto('/home')
    await other.getByRole('button', { name: /^Account of/ }).waitFor()
    const before = await page.evaluate(() => localStorage.getItem('refresh_token'))
    const renewals: string[] = []
    page.context().on('response', (answer) => {
      if (answer.url().endsWith('/api/auth/token')) renewals.push(`${answer.status()}`)
    })
    // Both pages find their token expired at the same time.
    await page.evaluate(() => localStorage.setItem('jwt_token_expiration', '1'))
    await Promise.all([page.reload(), other.reload()])
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
    await other.getByRole('button', { name: /^Account of/ }).waitFor()
    assert.notEqual(await page.evaluate(() => localStorage.getItem('refresh_token')), before)
    assert.deepEqual([...new Set(renewals)], ['200'])
    // The live connection was opened with a token that expires soon: a newer one is sent over it.
    await page.evaluate(() => localStorage.setItem('jwt_token_expiration', String(Date.now() + 6_000)))
    await page.reload()
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
    await until(
      'a newer token on the connection',
      () => frames.filter((frame) => frame.startsWith('{"authCmd"')).length,
      (count) => count > 0,
    )
    assert.equal(new URL(page.url()).pathname, '/devices')
  })
})
