/**
 * Settings from an administrator's perspective: invalid input, saving, testing, concurrent changes, and access control.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { callAs, signIn } from '../platform/world.ts'
import { inspect } from './axe.ts'
import { mainMenu, press } from './page-parts.ts'
import { startSmtpServer } from './smtp-server.ts'
import { administrator, openAs, openStage, plantDashboardId, tenant, until } from './stage.ts'

const smtp = await startSmtpServer({ after })
const stage = await openStage({ after }, { env: { SONDE_EGRESS_ALLOW: `127.0.0.1:${smtp.port}` } })
const dashboardId = await plantDashboardId(stage)
const token = await signIn(stage.platform, administrator.email, administrator.password)
const callAsSystem = <T>(method: string, path: string, body?: unknown) =>
  callAs<T>(stage.platform, token, method, path, body)
const stored = async <T>(key: string) =>
  (await callAsSystem<{ jsonValue: T }>('GET', `/api/admin/settings/${key}`)).jsonValue

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const saved = (page: Page) => page.getByText('Settings saved').waitFor()

test('general: wrong addresses are refused in words, two who edit see each other, leaving asks', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/home')
    await page.goto('/settings')
    await page.waitForURL('**/settings/general')
    await heading(page, 'General')
    await mainMenu(page).getByRole('link', { name: 'Outgoing email' }).waitFor()
    const baseUrl = page.getByLabel('Base URL', { exact: true })
    await baseUrl.fill('iot.example.org')
    await press(page, 'Save')
    await page.getByText('Enter a URL that begins with').waitFor()
    assert.equal(await baseUrl.evaluate((field) => field === field.ownerDocument.activeElement), true)
    await baseUrl.fill('https://iot.example.org')
    await page.getByLabel('Always use the base URL in links').check()
    await page.getByText('2 unsaved changes').waitFor()
    await press(page, 'Save')
    await saved(page)
    assert.deepEqual(await stored('general'), {
      baseUrl: 'https://iot.example.org',
      embeddingSites: [],
      prohibitDifferentUrl: true,
    })

    await baseUrl.fill('https://mine.example.org')
    await callAsSystem('POST', '/api/admin/settings', {
      key: 'general',
      jsonValue: { baseUrl: 'https://theirs.example.org', prohibitDifferentUrl: true },
    })
    await press(page, 'Save')
    await page.getByText('Someone else changed this.').waitFor()
    await page.getByRole('button', { name: 'Discard my changes' }).click()
    await until(
      'their address',
      () => baseUrl.inputValue(),
      (value) => value === 'https://theirs.example.org',
    )

    await baseUrl.fill('https://unsaved.example.org')
    await mainMenu(page).getByRole('link', { name: 'Outgoing email' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Leave without saving' }).click()
    await heading(page, 'Outgoing email')
    assert.equal((await stored<{ baseUrl: string }>('general')).baseUrl, 'https://theirs.example.org')
  }))

for (const width of [1440, 390]) {
  test(`while links in emails lead nowhere, administrators see it and where to set it, at ${width} px`, () =>
    stage.play(
      async (page) => {
        // The demo's server only serves this machine, where links lead to the server itself.
        await page.route('**/api/v2/admin/link-base', (route) => route.fulfill({ json: { baseUrl: null } }))
        await openAs(page, administrator, '/home')
        await page.getByText('The base URL isn’t set').waitFor()
        const found = await inspect(page, 'home')
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(overflow <= width, `${overflow} px wide`)
        await page.getByRole('link', { name: 'Set the base URL' }).click()
        await page.getByLabel('Base URL', { exact: true }).waitFor()
        await page.getByText('The base URL isn’t set').waitFor()
        found.push(...(await inspect(page, 'general')))
        assert.deepEqual(found, [])
        await page.unroute('**/api/v2/admin/link-base')
        await page.getByLabel('Base URL', { exact: true }).fill(`https://iot-${width}.example.org`)
        await press(page, 'Save')
        await saved(page)
        await page.getByText('The base URL isn’t set').waitFor({ state: 'detached' })
      },
      { viewport: { width, height: 900 }, bypassCSP: true },
    ))
}

test('outgoing mail: a test mail arrives or says why not, and the password is never shown again', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/settings/outgoing-mail')
    await heading(page, 'Outgoing email')
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const tryIt = () => page.getByRole('button', { name: 'Send test email' }).click()
    await field('SMTP host').fill('smtp://127.0.0.1')
    await field('SMTP port').fill('70000')
    await tryIt()
    await page.getByText('Enter a number from 0 to 65535.').waitFor()
    await page.getByText('Enter a host without spaces').waitFor()
    await field('SMTP host').fill('127.0.0.1')
    await field('SMTP port').fill('1')
    await tryIt()
    await page.getByRole('alert').getByText('Couldn’t send the email').waitFor()
    await field('SMTP port').fill(String(smtp.port))
    await field('Sender').fill('Riverside <plant@sonde.example>')
    await tryIt()
    await page.getByText(`Test email sent to ${administrator.email}`).waitFor()
    assert.match(smtp.mails.at(-1) ?? '', /From: Riverside <plant@sonde\.example>/)
    assert.match(smtp.mails.at(-1) ?? '', new RegExp(`To: ${administrator.email}`))
    assert.equal((await stored<{ smtpHost: string }>('mail')).smtpHost, 'localhost', 'The test saved something.')

    await field('Username optional').fill('plant')
    await field('Password optional').fill('a mail password')
    await page.getByLabel('Connect through a proxy').check()
    await press(page, 'Save')
    await page.getByText('Enter a host name or address.').waitFor()
    await page.getByLabel('Connect through a proxy').uncheck()
    await page.getByLabel('STARTTLS').check()
    await field('TLS version').selectOption('TLSv1.3')
    await press(page, 'Save')
    await saved(page)
    await field('Password optional').waitFor({ state: 'detached' })
    const { password, ...retained } = await stored<Record<string, unknown>>('mail')
    assert.equal(password, undefined)
    assert.equal(retained.showChangePassword, true)
    assert.equal(retained.tlsVersion, 'TLSv1.3')
    await page.reload()
    await page.getByLabel('Change password').waitFor()
    const port = await field('SMTP port').inputValue()
    await field('SMTP port').fill('2525')
    await page.getByText('The stored password is for another server').waitFor()
    assert.equal(await page.getByLabel('Change password').count(), 0)
    assert.equal(await field('Password optional').inputValue(), '')
    await field('SMTP port').fill(port)
    await page.getByText('The stored password is for another server').waitFor({ state: 'detached' })
    await page.getByLabel('Change password').check()
    assert.equal(await field('Password optional').inputValue(), '')
  }))

test('SMS provider: each field says what it wants, and the test what the provider said', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/settings/sms-provider')
    await heading(page, 'SMS provider')
    await page.getByText('SMS isn’t set up yet').waitFor()
    const tryIt = () => page.getByRole('button', { name: 'Send test SMS' }).click()
    await tryIt()
    await page.getByText('Enter a value.').first().waitFor()
    await page.getByLabel('Provider', { exact: true }).selectOption({ label: 'Twilio' })
    await page.getByLabel('Sender phone number').fill('0123')
    await page.getByLabel('Account SID').fill('AC1')
    await page.getByText('Enter a number such as').waitFor()
    await page.getByLabel('Sender phone number').fill('+14155550100')
    await page.getByLabel('Account token', { exact: true }).fill('a token')
    await tryIt()
    const dialog = page.getByRole('dialog', { name: 'Send test SMS' })
    await dialog.getByLabel('Recipient phone number').fill('0123')
    await dialog.getByRole('button', { name: 'Send test SMS' }).click()
    await dialog.getByText('Enter a number with its country code').waitFor()
    await dialog.getByText('Enter a message.').waitFor()
    await dialog.getByLabel('Recipient phone number').fill('+14155550101')
    await dialog.getByLabel('Message').fill('Tank T-01 is full')
    const rejection = page.waitForResponse((answer) => answer.url().endsWith('/testSms'))
    await page.route('**/api/admin/settings/testSms', (route) =>
      route.fulfill({ status: 500, json: { status: 500, errorCode: 2, message: 'Couldn’t send the SMS: no credit' } }),
    )
    await dialog.getByRole('button', { name: 'Send test SMS' }).click()
    await dialog.getByText('Couldn’t send the SMS: no credit').waitFor()
    assert.deepEqual((await rejection).request().postDataJSON(), {
      providerConfiguration: {
        type: 'TWILIO',
        numberFrom: '+14155550100',
        accountSid: 'AC1',
        accountToken: 'a token',
      },
      numberTo: '+14155550101',
      message: 'Tank T-01 is full',
    })
    await page.unroute('**/api/admin/settings/testSms')
    await page.route('**/api/admin/settings/testSms', (route) => route.fulfill({ status: 200 }))
    await dialog.getByRole('button', { name: 'Send test SMS' }).click()
    await page.getByText('Test SMS sent to +14155550101').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await press(page, 'Save')
    await saved(page)
    assert.equal((await stored<{ accountSid: string }>('sms')).accountSid, 'AC1')
    await page.getByText('SMS isn’t set up yet').waitFor({ state: 'detached' })
  }))

test('security settings: bounds, and rules that count', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/settings/security-settings')
    await heading(page, 'Security settings')
    await page.getByLabel('Minimum length').fill('4')
    await page.getByLabel('Minimum digits').fill('two')
    await page.getByLabel('Lockout notification email').fill('nobody')
    await press(page, 'Save')
    await page.getByText('Enter a whole number from 5 to 50.').waitFor()
    await page.getByText('Enter a whole number from 0 to 50.').waitFor()
    await page.getByText('Enter an email address').waitFor()
    await page.getByLabel('Minimum length').fill('12')
    await page.getByLabel('Minimum digits').fill('2')
    await page.getByLabel('Lockout notification email').fill('security@sonde.example')
    await page.getByLabel('Failed sign-ins before an account is locked').fill('20')
    await page.getByLabel('Days before a password can be reused').fill('30')
    await page.getByLabel('Allow spaces in passwords').uncheck()
    await page.keyboard.press('Control+s')
    await saved(page)
    assert.deepEqual(await callAsSystem('GET', '/api/admin/securitySettings'), {
      passwordPolicy: {
        minimumLength: 12,
        minimumUppercaseLetters: null,
        minimumLowercaseLetters: null,
        minimumDigits: 2,
        minimumSpecialCharacters: null,
        allowWhitespaces: false,
        passwordExpirationPeriodDays: null,
        passwordReuseFrequencyDays: 30,
      },
      maxFailedLoginAttempts: 20,
      userLockoutNotificationEmail: 'security@sonde.example',
    })
    await page.reload()
    await until(
      'what was saved',
      () => page.getByLabel('Minimum length').inputValue(),
      (value) => value === '12',
    )
  }))

test('home settings: the tenant’s dashboard is chosen, and cleared', () =>
  stage.play(async (page) => {
    const home = () =>
      stage.call<{ dashboardId: { id: string } | null; hideDashboardToolbar: boolean }>(
        'GET',
        '/api/tenant/dashboard/home/info',
      )
    await openAs(page, tenant, '/settings/home')
    await heading(page, 'Home settings')
    await page.getByRole('combobox', { name: /Home dashboard/ }).click()
    await page.getByRole('option', { name: 'Riverside Works' }).click()
    await page.getByLabel('Hide the toolbar of the home dashboard').uncheck()
    await press(page, 'Save')
    await saved(page)
    const chosen = await home()
    assert.equal(chosen.dashboardId?.id, dashboardId)
    assert.equal(chosen.hideDashboardToolbar, false)
    await page.reload()
    await page.getByRole('button', { name: 'Clear Home dashboard' }).click()
    await press(page, 'Save')
    await until('no home dashboard', home, ({ dashboardId: id }) => id === null)
    await saved(page)

    // Server settings aren't accessible to tenants.
    await page.goto('/settings/outgoing-mail')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await page.goto('/settings')
    await page.waitForURL('**/settings/home')
  }))

test('devices from other tenants: none by default, IDs are checked, cleared again', () =>
  stage.play(
    async (page) => {
      const accepted = async () =>
        (await stage.call<{ fromTenants: string[] }>('GET', '/api/v2/device-acceptance')).fromTenants
      const { tenantId } = await stage.call<{ tenantId: { id: string } }>('GET', '/api/auth/user')
      await openAs(page, tenant, '/settings/device-acceptance')
      await heading(page, 'Devices from other tenants')
      await page.getByText(tenantId.id).waitFor()
      assert.deepEqual(await accepted(), [])
      const ids = page.getByRole('textbox', { name: /Tenant IDs/ })
      await ids.fill('Acme,')
      await press(page, 'Save')
      await page.getByText('Acme isn’t a tenant ID.').waitFor()
      await page.getByRole('button', { name: /Acme/ }).click()
      const other = '11111111-2222-4333-8444-555555555555'
      await ids.fill(`${other},`)
      await press(page, 'Save')
      await saved(page)
      assert.deepEqual(await accepted(), [other])
      assert.deepEqual(await inspect(page, 'device acceptance'), [])
      await page.reload()
      await page.getByRole('button', { name: new RegExp(other) }).click()
      await press(page, 'Save')
      await until('none is accepted', accepted, (list) => list.length === 0)
    },
    { bypassCSP: true },
  ))

const ofSystem: readonly (readonly [path: string, title: string, open?: (page: Page) => Promise<void>])[] = [
  ['general', 'General'],
  [
    'outgoing-mail',
    'Outgoing email',
    async (page) => {
      await page.getByLabel('SMTP port').fill('no')
      await page.getByLabel('Connect through a proxy').check()
      await page.getByLabel('Proxy host').waitFor()
    },
  ],
  [
    'sms-provider',
    'SMS provider',
    async (page) => {
      await page.getByLabel('Provider', { exact: true }).selectOption({ label: 'Twilio' })
      await page.getByLabel('Sender phone number').fill('+14155550100')
      await page.getByLabel('Account SID').fill('AC1')
      await page.getByLabel('Account token', { exact: true }).fill('a token')
      await page.getByRole('button', { name: 'Send test SMS' }).click()
      await page.getByRole('dialog').getByLabel('Message').fill('Text')
    },
  ],
  ['security-settings', 'Security settings'],
]

for (const width of [1440, 390]) {
  test(`axe finds nothing in the settings at ${width} px`, () =>
    stage.play(
      async (page) => {
        const found: string[] = []
        await openAs(page, administrator, '/home')
        for (const [path, title, open] of ofSystem) {
          await page.goto(`/settings/${path}`)
          await heading(page, title)
          await page.getByRole('textbox').first().waitFor()
          await open?.(page)
          found.push(...(await inspect(page, title)))
        }
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: 900 }, bypassCSP: true },
    ))
}
