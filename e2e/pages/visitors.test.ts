/** Pages for signed-out users: languages, lost and first passwords, public links, protected pages. */

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { openDatabase } from '../platform/open-database.ts'
import { callAs, type Invited, invite, signIn } from '../platform/world.ts'
import { choose, mainMenu } from './page-parts.ts'
import { administrator, enterAs, openAs, openStage, patienceMs, tenant, until } from './stage.ts'

const stage = await openStage({ after }, { env: { SONDE_LANGUAGES: 'en_US,de_DE', SONDE_DEFAULT_LANGUAGE: 'de_DE' } })
const { platform } = stage
const root = await signIn(platform, administrator.email, administrator.password)
const oldPassword = 'the-old-password'
const newPassword = 'the-new-password'

interface Person extends Invited {
  readonly email: string
}

/** Another administrator of the demo's tenant, without a password yet. */
async function invited(email: string, additionalInfo: object = {}): Promise<Person> {
  const { tenantId } = await stage.call<{ tenantId: object }>('GET', '/api/auth/user')
  const names = { firstName: 'Noor', lastName: 'Lane' }
  const input = { authority: 'TENANT_ADMIN', tenantId, email, ...names, additionalInfo }
  return { ...(await invite(platform, root, input)), email }
}

async function activated(email: string, additionalInfo: object = {}): Promise<Person> {
  const person = await invited(email, additionalInfo)
  const { activateToken } = person
  await callAs(platform, null, 'POST', '/api/noauth/activate', { activateToken, password: oldPassword })
  return person
}

/** Replaces the email with the link: the server has no mail server. */
function giveResetToken({ id }: Person, resetToken: string): void {
  const database = openDatabase(platform.dataFolder, { timeout: patienceMs })
  try {
    database
      .prepare('update user_credentials set reset_token = ?, reset_token_ts = ? where user_id = ?')
      .run(resetToken, Date.now(), id)
  } finally {
    database.close()
  }
}

/** Paths of the calls that the page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  return calls
}

async function fillPasswords(page: Page, first: string, second: string, button = 'Set password'): Promise<void> {
  await page.getByLabel(/^(New password|Password)$/).fill(first)
  await page.getByLabel(/^(Repeat new password|Repeat password)$/).fill(second)
  await page.getByRole('button', { name: button }).click()
}

const signedIn = (page: Page) => mainMenu(page).waitFor()

/** Creation date of the plant's dashboard, as shown in its details. */
async function dashboardDate(page: Page, pattern: RegExp): Promise<void> {
  await choose(page, 'Riverside Works', 'Details')
  await page.locator('.sd-drawer').getByText(pattern).waitFor()
}

test('the default locale is for those whose own is not offered; a language without texts is not offered', () =>
  stage.play(
    async (page) => {
      await page.goto('/login')
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      assert.equal(await page.getByRole('button', { name: /Deutsch|English/ }).count(), 0)
      assert.equal(await page.locator('html').getAttribute('lang'), 'en')
      await openAs(page, tenant, '/dashboards')
      await dashboardDate(page, /^\d+\. [A-ZÄ][a-zä]+\.? \d{4}, \d\d:\d\d:\d\d$/)
    },
    { locale: 'fr-FR' },
  ))

test('the language of the profile comes before that of the browser', async () => {
  const person = await activated('german@sonde.example', { lang: 'de_DE' })
  await stage.play(async (page) => {
    await openAs(page, { email: person.email, password: oldPassword }, '/dashboards')
    await dashboardDate(page, /^\d+\. [A-ZÄ][a-zä]+\.? \d{4}, /)
  })
})

test('asking for a new password tells nobody whether the address is known', () =>
  stage.play(async (page) => {
    const calls = callsOf(page)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
    await page.getByLabel('Email').fill('no address')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('Enter an email address').waitFor()
    assert.ok(!calls.includes('POST /api/noauth/resetPasswordByEmail'))
    await page.getByLabel('Email').fill('nobody@sonde.example')
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('If this email has an account, a link was sent.').waitFor()
    assert.equal(calls.filter((call) => call === 'POST /api/noauth/resetPasswordByEmail').length, 1)
    assert.ok(await page.getByRole('button', { name: 'Send link' }).isDisabled())
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  }))

test('a link sets a new password once, when both entries agree', async () => {
  const person = await activated('forgetful@sonde.example')
  giveResetToken(person, 'a-link-of-a-mail')
  await stage.play(async (page) => {
    const calls = callsOf(page)
    // As in the email: the server redirects to the page.
    await page.goto('/api/noauth/resetPassword?resetToken=a-link-of-a-mail')
    await page.waitForURL('**/login/resetPassword?resetToken=a-link-of-a-mail')
    await fillPasswords(page, newPassword, 'something else')
    await page.getByText('The passwords don’t match.').waitFor()
    assert.ok(!calls.includes('POST /api/noauth/resetPassword'))
    await fillPasswords(page, newPassword, newPassword)
    await signedIn(page)
  })
  await stage.play(async (page) => {
    await page.goto('/login/resetPassword?resetToken=a-link-of-a-mail')
    await fillPasswords(page, newPassword, newPassword)
    await page.getByText('The link isn’t valid. A link works once and for 24 hours.').waitFor()
    assert.equal(new URL(page.url()).pathname, '/login/resetPassword')
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await enterAs(page, { email: person.email, password: newPassword })
    await signedIn(page)
  })
})

test('a link without its code, and a password that is too short, are told', async () => {
  const person = await activated('hasty@sonde.example')
  giveResetToken(person, 'short-password-link')
  await stage.play(async (page) => {
    await page.goto('/login/resetPassword')
    await fillPasswords(page, newPassword, newPassword)
    await page.getByText('This link is incomplete.').waitFor()
    await page.goto('/login/resetPassword?resetToken=short-password-link')
    await fillPasswords(page, 'x', 'x')
    await page.getByText(/at least 6 characters/i).waitFor()
    await fillPasswords(page, newPassword, newPassword)
    await signedIn(page)
  })
})

test('an expired password is replaced on the way in', async () => {
  const person = await activated('expired@sonde.example')
  giveResetToken(person, 'the-expired-one')
  await stage.play(async (page) => {
    // Passwords don't expire in this version; the response is ThingsBoard's.
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 401,
        json: { status: 401, message: 'The password has expired.', errorCode: 15, resetToken: 'the-expired-one' },
      }),
    )
    await page.goto('/login')
    await enterAs(page, { email: person.email, password: oldPassword })
    await page.waitForURL('**/login/resetExpiredPassword?resetToken=the-expired-one')
    await page.getByText('Your password has expired.').waitFor()
    await fillPasswords(page, newPassword, newPassword)
    await signedIn(page)
  })
})

test('an invited user creates the first password by the link', async () => {
  const { activateToken } = await invited('invited@sonde.example')
  await stage.play(async (page) => {
    await page.goto(`/api/noauth/activate?activateToken=${activateToken}`)
    await page.getByRole('heading', { name: 'Create your password' }).waitFor()
    await fillPasswords(page, newPassword, newPassword, 'Create password')
    await signedIn(page)
  })
})

test('a page that is not for one’s role: the dialog says so, and offers another account', () =>
  stage.play(async (page) => {
    await page.goto('/devices')
    await enterAs(page, administrator)
    const dialog = page.getByRole('alertdialog')
    await dialog
      .getByText(/You don’t have access/)
      .first()
      .waitFor()
    await page.waitForURL('**/home')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto('/devices')
    await dialog.getByRole('button', { name: 'Sign in as another user' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await enterAs(page, tenant)
    await signedIn(page)
  }))

const aliasId = '6f8d5ad0-0000-4222-8333-00000000000a'

/** Creates a public dashboard with a value of a public device; returns the public customer's id. */
async function publish(name: string): Promise<{ path: string; publicId: string; token: string; deviceId: string }> {
  const device = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name, type: 'default' })
  const open = await stage.call<{ customerId: { id: string } }>('POST', `/api/customer/public/device/${device.id.id}`)
  const dashboard = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title: `${name} for everybody`,
    configuration: {
      settings: { showTitle: true },
      entityAliases: {
        [aliasId]: {
          id: aliasId,
          alias: 'Gauge',
          filter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: device.id.id } },
        },
      },
      widgets: {
        figure: {
          isSystemType: true,
          bundleAlias: 'cards',
          typeAlias: 'simple_card',
          type: 'latest',
          title: 'Level',
          sizeX: 6,
          sizeY: 4,
          row: 0,
          col: 0,
          config: {
            title: 'Level',
            units: 'm',
            datasources: [
              {
                type: 'entity',
                entityAliasId: aliasId,
                dataKeys: [{ name: 'level', type: 'timeseries', label: 'Level' }],
              },
            ],
          },
        },
      },
    },
  })
  await stage.call('POST', `/api/customer/public/dashboard/${dashboard.id.id}`)
  return {
    path: `/dashboard/${dashboard.id.id}`,
    publicId: open.customerId.id,
    token: await stage.deviceToken(name),
    deviceId: device.id.id,
  }
}

const send = (token: string, values: unknown) =>
  fetch(`${platform.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body: JSON.stringify(values) })

test('a public link shows its dashboard, live, and nothing else', async () => {
  const { path, publicId, token } = await publish('Well W-1')
  await send(token, { level: 4.25 })
  await stage.play(async (page) => {
    await page.goto(`${path}?publicId=${publicId}`)
    await page.getByRole('heading', { name: 'Well W-1 for everybody' }).waitFor()
    const figure = page.getByRole('article', { name: 'Level' })
    await figure.getByText('4.25').waitFor()
    await send(token, { level: 5.75 })
    await figure.getByText('5.75').waitFor()
    assert.equal(await mainMenu(page).count(), 0)
    assert.equal(await page.getByRole('button', { name: /^Account of/ }).count(), 0)
    assert.equal(new URL(page.url()).searchParams.get('publicId'), publicId)

    await page.reload()
    await figure.getByText('5.75').waitFor()
    // Other pages require signing in.
    await page.goto('/devices')
    await page.waitForURL('**/login')
    await enterAs(page, tenant)
    await signedIn(page)
  })
})

test('a public link of a signed-in user is opened as that user', async () => {
  const { path, publicId, token } = await publish('Well W-2')
  await send(token, { level: 2 })
  await stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await page.goto(`${path}?publicId=${publicId}`)
    await page.getByRole('article', { name: 'Level' }).getByText('2', { exact: false }).first().waitFor()
    await page.goto('/devices')
    await signedIn(page)
  })
})

test('a public dashboard is framed by the sites that are allowed, and by no other', async (t) => {
  const dashboard = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title: 'Framed hall',
    configuration: { settings: { hideToolbar: false } },
  })
  const open = await stage.call<{ assignedCustomers: { customerId: { id: string } }[] }>(
    'POST',
    `/api/customer/public/dashboard/${dashboard.id.id}`,
  )
  const publicId = open.assignedCustomers[0]?.customerId.id
  const link = `${platform.baseUrl}/dashboard/${dashboard.id.id}?publicId=${publicId}`
  const portal = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<title>Portal</title><iframe title="Hall" src="${link}" width="800" height="600"></iframe>`)
  })
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
  t.after(() => portal.close())
  const { port } = portal.address() as AddressInfo
  const site = `http://127.0.0.1:${port}`
  await stage.play(async (page) => {
    const rejected = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    await page.goto(site)
    await rejected

    await openAs(page, tenant, `/dashboards?open=${dashboard.id.id}`)
    const sites = page.getByLabel('Sites that may embed it')
    await sites.fill('*')
    await page.keyboard.press('Control+s')
    await page.getByText('* isn’t a site.').waitFor()
    await sites.fill(site)
    await page.keyboard.press('Control+s')
    await page.getByText('Dashboard saved').waitFor()
    await page.goto(site)
    await page.frameLocator('iframe').getByRole('heading', { name: 'Framed hall' }).waitFor({ state: 'attached' })
  })
})

test('a public id that is none leads to the sign-in page, which says why', () =>
  stage.play(async (page) => {
    const { path } = await publish('Well W-3')
    await page.goto(`${path}?publicId=6f8d5ad0-1111-4222-8333-00000000000b`)
    await page.getByText('No public customer has this ID.').waitFor()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  }))

test('a dashboard that is public no more is not shown, and the page says so', async () => {
  const { path, publicId } = await publish('Well W-4')
  await stage.call('DELETE', `/api/customer/public/dashboard/${path.split('/')[2]}`)
  await stage.play(async (page) => {
    await page.goto(`${path}?publicId=${publicId}`)
    await page.getByRole('heading', { name: 'Dashboard not found' }).waitFor()
    await until(
      'no widget',
      () => page.getByRole('article').count(),
      (count) => count === 0,
    )
  })
})
