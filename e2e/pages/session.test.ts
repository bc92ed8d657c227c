/** Session from a user's perspective: signing in and out, remembered state, expiration. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { callAs, invite, signIn } from '../platform/world.ts'
import { main, mainMenu, openMenu } from './page-parts.ts'
import { administrator, customer, enterAs, openAs, openStage, plantDashboardId, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const dashboardId = await plantDashboardId(stage)

/** Makes the page treat its access token as expired. */
const expireAccess = (page: Page) =>
  page.evaluate(() => localStorage.setItem('jwt_token_expiration', String(Date.now() - 1)))

test('a wrong password is told; the right one leads to the dashboard of the plant', () =>
  stage.play(async (page) => {
    await page.goto('/')
    await enterAs(page, { email: tenant.email, password: 'not-the-password' })
    await page.getByText(/password is wrong\./).waitFor()
    assert.equal(new URL(page.url()).pathname, '/login')
    await enterAs(page, tenant)
    await page.waitForURL(`**/dashboards/${dashboardId}`)
    await page.locator('canvas').first().waitFor()
  }))

test('what was asked for comes after signing in', () =>
  stage.play(async (page) => {
    await page.goto('/devices?textSearch=Tank')
    await enterAs(page, tenant)
    await page.waitForURL('**/devices?textSearch=Tank')
    await page.getByRole('row', { name: /Tank T-01/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /Pump/ }).count(), 0)
  }))

test('a refused refresh token ends the session and says so', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/dashboards')
    await main(page).getByText('Riverside Works').waitFor()
    await page.evaluate(() => {
      const token = localStorage.getItem('refresh_token') ?? ''
      localStorage.setItem('refresh_token', `${token.slice(0, token.lastIndexOf('.'))}.c2lnbmF0dXJl`)
    })
    await expireAccess(page)
    await page.getByRole('link', { name: 'Devices', exact: true }).click()
    await page.getByText('Couldn’t renew your session. Sign in again.').waitFor()
    await page.waitForURL('**/login')
    assert.equal(await page.evaluate(() => localStorage.getItem('jwt_token')), null)
    await enterAs(page, tenant)
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  }))

test('requests that wait share one refresh', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/dashboards')
    await main(page).getByText('Riverside Works').waitFor()
    const calls: string[] = []
    page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await expireAccess(page)
    // The page reloads: account, limits, settings and the list all send requests at the same time.
    await page.goto('/devices')
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
    assert.ok(calls.filter((call) => call.includes(' /api/') && !call.includes('/auth/')).length > 2, calls.join('\n'))
    assert.equal(calls.filter((call) => call === 'POST /api/auth/token').length, 1, calls.join('\n'))
    assert.equal(calls.filter((call) => call === 'POST /api/auth/login').length, 0)
  }))

test('signing out forgets the tokens and leaves the pages', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
    await page.getByRole('button', { name: 'Account of Ada Rivers' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await until(
      'the tokens to be gone',
      () => page.evaluate(() => [localStorage.getItem('jwt_token'), localStorage.getItem('refresh_token')]),
      (left) => left.every((token) => token === null),
    )
    await page.goto('/devices')
    await page.waitForURL('**/login')
  }))

test('a customer sees its devices, and nothing to add or delete', () =>
  stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    await page.getByRole('row', { name: /Van V-02/ }).waitFor()
    assert.equal(await page.getByRole('row', { name: /Van V-06/ }).count(), 0)
    assert.equal(await page.getByRole('button', { name: 'Add device' }).count(), 0)
    await openMenu(page, 'Van V-02')
    await page.getByRole('menu').waitFor()
    assert.equal(await page.getByRole('menuitem', { name: /Delete/ }).count(), 0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Van V-02', exact: true }).click()
    await page.getByRole('tabpanel', { name: 'Details' }).waitFor()
    assert.equal(await page.getByRole('button', { name: /Delete/ }).count(), 0)
    // Attributes that only the device can change.
    await page.getByRole('tab', { name: 'Attributes' }).click()
    // Until it is known that there are none, the tab stands at the client's.
    await page.getByRole('radio', { name: 'Server', checked: true }).waitFor()
    await page.getByRole('radio', { name: 'Client' }).check()
    await page.getByRole('radio', { name: 'Client', checked: true }).waitFor()
    await page
      .getByRole('button', { name: /Delete|Add attribute/ })
      .first()
      .waitFor({ state: 'detached' })
  }))

test('every page runs under a strict content security policy', () =>
  stage.play(async (page) => {
    const answer = await page.goto('/login')
    const policy = answer?.headers()['content-security-policy'] ?? ''
    assert.match(policy, /default-src|script-src/)
    assert.doesNotMatch(policy.match(/script-src[^;]*/)?.[0] ?? '', /unsafe-inline|unsafe-eval/)
    await enterAs(page, tenant)
    await mainMenu(page).waitFor()
    for (const path of ['/home', '/dashboards', '/devices', `/dashboards/${dashboardId}`]) {
      await page.goto(path)
      await main(page).getByRole('heading').or(page.locator('canvas')).first().waitFor()
    }
    await page.locator('canvas').first().waitFor()
  }))

test('somebody with a full-screen default dashboard is held to it, and to what they may open', async () => {
  const root = await signIn(stage.platform, administrator.email, administrator.password)
  const { tenantId } = await stage.call<{ tenantId: object }>('GET', '/api/auth/user')
  const other = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', { title: 'Second hall' })
  const email = 'held@sonde.example'
  const password = 'held-to-one-board'
  const { activateToken } = await invite(stage.platform, root, {
    authority: 'TENANT_ADMIN',
    tenantId,
    email,
    additionalInfo: { defaultDashboardId: dashboardId, defaultDashboardFullscreen: true },
  })
  await callAs(stage.platform, null, 'POST', '/api/noauth/activate', { activateToken, password })
  await stage.play(async (page) => {
    await page.goto('/login')
    await enterAs(page, { email, password })
    await page.waitForURL(`**/dashboard/${dashboardId}`)
    await page.locator('canvas').first().waitFor()
    await page.getByRole('button', { name: /^Account of / }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.waitForURL('**/profile')
    for (const closed of ['/home', '/devices', '/dashboards', '/settings/home']) {
      await page.goto(closed)
      await page.waitForURL(`**/dashboard/${dashboardId}`)
    }
    await page.goto(`/dashboards/${other.id.id}`)
    await page.getByText('Second hall').first().waitFor()
    assert.equal(new URL(page.url()).pathname, `/dashboards/${other.id.id}`)
    // The profile page stays accessible: a user must be able to change the password.
    await page.goto('/profile')
    await page.getByLabel('First name').waitFor()
    assert.deepEqual(await mainMenu(page).getByRole('link').allInnerTexts(), ['Dashboard', 'Profile'])
    assert.equal(await page.getByRole('button', { name: /alarm/i }).count(), 0)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    await palette.getByRole('combobox').fill('Tank')
    await palette.getByText(/^Nothing matches/).waitFor()
    await palette.getByRole('combobox').fill('>')
    assert.deepEqual(
      (await palette.getByRole('option').allInnerTexts()).filter((text) => /add|import|help/i.test(text)),
      ['Help for this page'],
    )
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await page.waitForURL(`**/dashboard/${dashboardId}`)
    await page.goBack()
    // If the dashboard can't be shown, the user can still leave the page.
    await page.goto('/dashboard/6f8d5ad0-1111-4222-8333-00000000000b')
    await page.getByRole('heading', { name: 'Dashboard not found' }).waitFor()
    await page.getByRole('button', { name: /^Account of / }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await page.waitForURL('**/profile')
    await page.goto(`/dashboard/${dashboardId}?hideToolbar=true`)
    await page.getByRole('button', { name: /^Account of / }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
  })
})

test('dates and numbers of every locale can be chosen; the texts are served as a file too', async () => {
  const answer = await fetch(`${stage.platform.baseUrl}/assets/locale/locale.constant-en_US.json`)
  assert.match(answer.headers.get('content-type') ?? '', /json/)
  const texts = (await answer.json()) as { login: { signIn: string } }
  assert.equal(texts.login.signIn, 'Sign in')
  await stage.play(async (page) => {
    await openAs(page, tenant, '/profile')
    const formats = page.getByLabel('Dates and numbers')
    await formats.waitFor()
    assert.equal(await formats.locator('option').count(), 22)
    await formats.selectOption({ label: 'Français (France)' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Profile saved').waitFor()
    await page.goto('/devices')
    await main(page).getByRole('button', { name: 'Van V-06' }).first().click()
    // Creation date in the format of the locale.
    await page
      .getByText(/^\d+ [a-zûé.]+ \d{4}/)
      .first()
      .waitFor()
  })
})
