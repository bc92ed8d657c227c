/** User profile from the user's perspective: name, language, password, token. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { callAs, invite, signIn } from '../platform/world.ts'
import { administrator, customer, enterAs, openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after }, { env: { SONDE_LANGUAGES: 'en_US,de_DE' } })
const { platform } = stage
const root = await signIn(platform, administrator.email, administrator.password)
const oldPassword = 'old-password-1'
const newPassword = 'New-password-2'

await callAs(platform, root, 'POST', '/api/admin/securitySettings', {
  passwordPolicy: { minimumLength: 8, minimumDigits: 1, minimumUppercaseLetters: 1, allowWhitespaces: false },
})

/** Creates another administrator of the demo's tenant. */
async function person(name: string): Promise<{ email: string; password: string; id: string }> {
  const { tenantId } = await stage.call<{ tenantId: object }>('GET', '/api/auth/user')
  const email = `${name}@sonde.example`
  const names = { firstName: 'Noor', lastName: 'Lane' }
  const { id, activateToken } = await invite(platform, root, { authority: 'TENANT_ADMIN', tenantId, email, ...names })
  const password = `O${oldPassword}`
  await callAs(platform, null, 'POST', '/api/noauth/activate', { activateToken, password })
  return { email, password, id }
}

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Change password' }).click()
  return page.getByRole('dialog', { name: 'Change password' })
}

test('name and formats are changed, and hold at once', async () => {
  const noor = await person('noor')
  await stage.play(async (page) => {
    await openAs(page, noor, '/home')
    await page.getByRole('button', { name: 'Account of Noor Lane' }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.waitForURL('**/profile')
    await until(
      'the title',
      () => page.title(),
      (title) => title === 'Profile · Sonde',
    )
    await page.getByText('Tenant administrator').first().waitFor()
    await page.getByText(/Last sign-in [A-Z][a-z]+ \d+, \d{4}/).waitFor()

    await page.getByLabel('First name').fill('N'.repeat(256))
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/Use at most 255/).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('autocomplete')), 'given-name')
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Dates and numbers').selectOption({ label: 'Deutsch (Deutschland)' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Profile saved').waitFor()
    await page.getByRole('heading', { name: 'Nora Lane' }).waitFor()
    await page.getByText(/Last sign-in \d+\. [A-Z]/).waitFor()
    await page.reload()
    await page.getByText(/Last sign-in \d+\. [A-Z]/).waitFor()
    assert.equal(await page.getByLabel('Dates and numbers').inputValue(), 'de_DE')
  })
})

test('a password is changed: rules first, then the session goes on and the old one is refused', async () => {
  const mina = await person('mina')
  await stage.play(async (page) => {
    await openAs(page, mina, '/profile')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/changePassword')) sent.push(request.url())
    })
    const dialog = await openDialog(page)
    const rules = dialog.getByRole('list', { name: 'Password requirements' })
    await rules.getByText('At least 8 characters').waitFor()
    await rules.getByText('No spaces').waitFor()
    const fill = async (current: string, wanted: string, again: string) => {
      await dialog.getByLabel('Current password').fill(current)
      await dialog.getByLabel('New password', { exact: true }).fill(wanted)
      await dialog.getByLabel('Repeat new password').fill(again)
      await dialog.getByRole('button', { name: 'Change password' }).click()
    }
    await fill('', 'short', 'short')
    await dialog.getByText('Enter your current password.').waitFor()
    await dialog.getByText('Enter a password that meets all requirements.').waitFor()
    await fill(mina.password, newPassword, `${newPassword}x`)
    await page.getByText('The passwords don’t match.').waitFor()
    assert.deepEqual(sent, [], 'What cannot be right was sent.')
    await fill('not-the-one', newPassword, newPassword)
    await dialog.getByRole('alert').waitFor()
    await fill(mina.password, mina.password, mina.password)
    await dialog.getByText(/must differ/).waitFor()
    await fill(mina.password, newPassword, newPassword)
    await page.getByText('Password changed.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.goto('/devices')
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
  })
  await assert.rejects(signIn(platform, mina.email, mina.password))
  await signIn(platform, mina.email, newPassword)
})

test('the access token is copied with its scheme; one that cannot be renewed is told', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/profile')
      await page.getByRole('button', { name: 'Copy access token' }).click()
      await page.getByText(/Access token copied. It expires at/).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.match(copied, /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
      const answer = await fetch(`${platform.baseUrl}/api/auth/user`, { headers: { 'x-authorization': copied } })
      assert.equal(answer.status, 200)
      await page.route('**/api/auth/token', (route) => route.abort())
      await page.evaluate(() => localStorage.setItem('jwt_token_expiration', String(Date.now() - 1)))
      await page.getByRole('button', { name: 'Copy access token' }).click()
      await page.getByText('The access token has expired.').waitFor()
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ))

test('somebody else changed the profile meanwhile: it is not overwritten unasked', async () => {
  const iris = await person('iris')
  await stage.play(async (page) => {
    await openAs(page, iris, '/profile')
    await page.getByLabel('First name').fill('Iris')
    const user = await callAs<object>(platform, root, 'GET', `/api/user/${iris.id}`)
    await callAs(platform, root, 'POST', '/api/user?sendActivationMail=false', { ...user, lastName: 'Stone' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').waitFor()
    const { firstName } = await callAs<{ firstName: string }>(platform, root, 'GET', `/api/user/${iris.id}`)
    assert.equal(firstName, 'Noor')
  })
})

test('system administrators have no home dashboard; customers have, and may change themselves', async () => {
  await stage.play(async (page) => {
    await openAs(page, administrator, '/profile')
    await page.getByLabel('Dates and numbers').waitFor()
    assert.equal(await page.getByLabel('Home dashboard').count(), 0)
  })
  await stage.play(async (page) => {
    await openAs(page, customer, '/profile')
    await page.getByLabel('Home dashboard').waitFor()
    await page.getByLabel('Last name').fill('Brook')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Profile saved').waitFor()
  })
})

test('the profile is not for visitors of public dashboards', async () => {
  const device = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name: 'Weir', type: 'default' })
  const open = await stage.call<{ customerId: { id: string } }>('POST', `/api/customer/public/device/${device.id.id}`)
  await stage.play(async (page) => {
    await page.goto(`/profile?publicId=${open.customerId.id}`)
    await until(
      'the profile to be left',
      () => new URL(page.url()).pathname,
      (path) => path !== '/profile',
    )
    assert.equal(await page.getByLabel('Dates and numbers').count(), 0)
    await page.goto('/profile')
    await page.waitForURL('**/login')
    await enterAs(page, tenant)
    await page.waitForURL('**/profile')
  })
})
