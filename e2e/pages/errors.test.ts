/**
 * Behavior of the page if a call fails: each kind of error, and failing entry points.
 *
 * The call is the deletion of a device; the test supplies its responses.
 */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { signIn } from '../platform/world.ts'
import { inspect } from './axe.ts'
import { choose, main, mainMenu } from './page-parts.ts'
import { administrator, customer, enterAs, openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const deviceCall = /\/api\/device\/[0-9a-f-]{36}$/

interface Answer {
  readonly status: number
  readonly json?: unknown
  readonly body?: string
}

const rejection = (status: number, errorCode: number, message: string): Answer => ({
  status,
  json: { status, errorCode, message },
})

const isDeletion = (route: Route) => route.request().method() === 'DELETE'

/**
 * Responds to deletions in this order, then lets them through. Returns the list of sent deletions, which keeps growing.
 */
async function answerDeletions(page: Page, ...answers: (Answer | 'abort')[]): Promise<string[]> {
  const sent: string[] = []
  await page.route(deviceCall, (route) => {
    if (!isDeletion(route)) return route.continue()
    const answer = answers[sent.length]
    sent.push(new URL(route.request().url()).pathname)
    if (answer === undefined) return route.continue()
    return answer === 'abort' ? route.abort() : route.fulfill(answer)
  })
  return sent
}

/** Opens the list of devices with one of that name. */
async function openDevices(page: Page, name: string): Promise<void> {
  await stage.call('POST', '/api/device', { name, type: 'default' })
  await openAs(page, tenant, `/devices?textSearch=${encodeURIComponent(name)}`)
  await page.getByRole('row', { name }).waitFor()
}

async function deleteDevice(page: Page, name: string): Promise<void> {
  await choose(page, name, 'Delete device')
}

/** A row of the list below its header, whatever devices other tests have left. */
const anyDevice = (page: Page) => page.getByRole('row').nth(1)
const dialogGone = (page: Page) => page.getByRole('alertdialog').waitFor({ state: 'detached' })
const toasts = (page: Page) => page.locator('.sd-toast')
const expired = rejection(401, 11, 'The token has expired.')

test('401, the token has expired: it is renewed once and the call sent again', () =>
  stage.play(async (page) => {
    await openDevices(page, 'Row 1')
    const renewals: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/token')) renewals.push(request.url())
    })
    const sent = await answerDeletions(page, expired)
    await deleteDevice(page, 'Row 1')
    await page.getByRole('row', { name: 'Row 1' }).waitFor({ state: 'detached' })
    assert.equal(sent.length, 2)
    assert.equal(renewals.length, 1)
    assert.equal(await page.getByText('The token has expired.').count(), 0)
  }))

test('401, and the renewal is refused: signed out, told, and back there after signing in', () =>
  stage.play(async (page) => {
    await openDevices(page, 'Row 2')
    await answerDeletions(page, expired)
    await page.route('**/api/auth/token', (route) => route.fulfill(rejection(401, 10, 'Token is outdated')))
    await deleteDevice(page, 'Row 2')
    await page.waitForURL('**/login')
    await page.getByText('Couldn’t renew your session. Sign in again.').waitFor()
    assert.equal(await page.evaluate(() => localStorage.getItem('jwt_token')), null)
    await page.unroute('**/api/auth/token')
    await enterAs(page, tenant)
    await page.waitForURL((url) => url.pathname === '/devices' && url.searchParams.get('textSearch') === 'Row 2')
    await page.getByRole('row', { name: 'Row 2' }).waitFor()
  }))

test('401, the credentials have expired: no toast', () =>
  stage.play(async (page) => {
    await openDevices(page, 'Row 3')
    const sent = await answerDeletions(page, rejection(401, 15, 'The password has expired.'))
    const answered = page.waitForResponse((response) => response.status() === 401)
    await deleteDevice(page, 'Row 3')
    await answered
    assert.equal(sent.length, 1)
    assert.equal(await toasts(page).count(), 0)
  }))

test('another 401 is told', () =>
  stage.play(async (page) => {
    await openDevices(page, 'Row 4')
    await answerDeletions(page, rejection(401, 10, 'Not with these tokens.'))
    await deleteDevice(page, 'Row 4')
    await toasts(page).getByText('Not with these tokens.').waitFor()
    assert.equal(new URL(page.url()).pathname, '/devices')
  }))

test('429 of a call that can wait: sent again after 1 to 4 s; of another: told', (t) =>
  stage.play(async (page) => {
    const times: number[] = []
    await page.route('**/api/auth/user', (route) => {
      times.push(performance.now())
      return times.length === 1 ? route.fulfill(rejection(429, 33, 'Too many requests')) : route.continue()
    })
    await openDevices(page, 'Row 5')
    assert.equal(times.length, 2)
    const [first = 0, second = 0] = times
    t.diagnostic(`sent again after ${(second - first).toFixed(0)} ms`)
    assert.equal(await page.getByText('Too many requests').count(), 0)
    const sent = await answerDeletions(page, rejection(429, 33, 'Too many requests'))
    await deleteDevice(page, 'Row 5')
    await toasts(page).getByText('Too many requests').waitFor()
    assert.equal(sent.length, 1)
  }))

test('403: the dialog offers to go on or to sign in as somebody else', () =>
  stage.play(async (page) => {
    await openDevices(page, 'Row 6')
    await answerDeletions(page, rejection(403, 20, 'No.'), rejection(403, 20, 'No.'))
    await deleteDevice(page, 'Row 6')
    const dialog = page.getByRole('alertdialog', { name: 'You don’t have access' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialogGone(page)
    await deleteDevice(page, 'Row 6')
    await dialog.getByRole('button', { name: 'Sign in as another user' }).click()
    await page.waitForURL('**/login')
    assert.equal(await page.evaluate(() => localStorage.getItem('jwt_token')), null)
  }))

test('403 of a call whose page tells it: no dialog', () =>
  stage.play(async (page) => {
    await page.route('**/api/tenant/deviceInfos*', (route) => route.fulfill(rejection(403, 20, 'Not this list.')))
    await openAs(page, tenant, '/devices')
    await main(page).getByText('Not this list.').waitFor()
    assert.equal(await page.getByRole('alertdialog').count(), 0)
    assert.equal(await toasts(page).count(), 0)
  }))

test('no answer: the page cannot connect', () =>
  stage.play(async (page) => {
    await openDevices(page, 'Row 7')
    await answerDeletions(page, 'abort')
    await deleteDevice(page, 'Row 7')
    await toasts(page).getByText('Unable to connect').waitFor()
  }))

test('404: the toast names the call', () =>
  stage.play(async (page) => {
    await openDevices(page, 'Row 8')
    const sent = await answerDeletions(page, rejection(404, 32, 'The device does not exist.'))
    await deleteDevice(page, 'Row 8')
    await until(
      'the toast',
      () => toasts(page).allTextContents(),
      (texts) => texts.some((text) => text.includes(`DELETE ${sent[0]}: The device does not exist.`)),
    )
  }))

test('other errors: what the platform says, when it wants, or the body, or the code', () =>
  stage.play(async (page) => {
    await openDevices(page, 'Row 9')
    await answerDeletions(
      page,
      rejection(400, 31, 'The device is in use.'),
      { status: 500, json: { message: 'Later.', timeout: 700 } },
      { status: 502, body: 'The gateway sleeps.' },
      { status: 503 },
    )
    const fail = () => deleteDevice(page, 'Row 9')
    await fail()
    await toasts(page).getByText('The device is in use.').waitFor()
    await fail()
    assert.equal(await page.getByText('Later.').count(), 0)
    await toasts(page).getByText('Later.').waitFor()
    await fail()
    await toasts(page).getByText('The gateway sleeps.').waitFor()
    await fail()
    await toasts(page).getByText('The server returned status 503.').waitFor()
  }))

test('calls to devices: 404 and other errors are told where the call was made, without a toast', () =>
  stage.play(async (page) => {
    const answers = [rejection(404, 32, 'No such device.'), rejection(500, 2, 'It fell over.')]
    await page.route(/\/api\/(plugins\/)?rpc\//, (route) => route.fulfill(answers.shift() ?? { status: 500 }))
    await openDevices(page, 'Row 10')
    await page.getByRole('button', { name: 'Row 10', exact: true }).click()
    await page.getByRole('tab', { name: 'RPC' }).click()
    await page.getByLabel('Method').fill('reboot')
    await page.getByRole('button', { name: 'Send RPC' }).click()
    await page.getByText('No such device.').waitFor()
    await page.getByRole('button', { name: 'Send RPC' }).click()
    await page.getByText('It fell over.').waitFor()
    assert.equal(await toasts(page).count(), 0)
  }))

test('the progress bar shows while a call is under way', () =>
  stage.play(
    async (page) => {
      await openDevices(page, 'Row 11')
      let release: () => void = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route(deviceCall, async (route) => {
        if (isDeletion(route)) await held
        await route.continue()
      })
      await deleteDevice(page, 'Row 11')
      await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
      assert.deepEqual(await inspect(page, 'while a call is under way'), [])
      release()
      await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
    },
    { bypassCSP: true },
  ))

test('tokens of the address bar sign in and are gone from it; wrong ones are told', async () => {
  const token = await signIn(stage.platform, customer.email, customer.password)
  await stage.play(async (page) => {
    await page.goto(`/devices?accessToken=${token}&textSearch=Van`)
    await page.getByRole('row', { name: /Van V-02/ }).waitFor()
    assert.equal(new URL(page.url()).search, '?textSearch=Van')
  })
  await stage.play(async (page) => {
    await page.goto('/?accessToken=not-a-token')
    await page.waitForURL('**/login')
    await page.getByText('The token isn’t valid.').waitFor()
  })
})

test('a name and a password of the address bar sign in; an expired password leads to a new one', async () => {
  const query = new URLSearchParams({ username: tenant.email, password: tenant.password })
  await stage.play(async (page) => {
    await page.goto(`/devices?${query}`)
    await anyDevice(page).waitFor()
    assert.equal(new URL(page.url()).search, '')
  })
  await stage.play(async (page) => {
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 401, json: { status: 401, message: 'Expired.', errorCode: 15, resetToken: 'r-1' } }),
    )
    await page.goto(`/devices?${query}`)
    await page.waitForURL('**/login/resetExpiredPassword?resetToken=r-1')
    await page.getByText('Your password has expired.').waitFor()
  })
})

test('a sign-in that failed elsewhere is told by a dialog', () =>
  stage.play(async (page) => {
    await page.goto(`/login?loginError=${encodeURIComponent('User <b>not</b> found: mia@sonde.example')}`)
    const dialog = page.getByRole('alertdialog', { name: 'Sign-in failed' })
    await dialog.getByText('User <b>not</b> found: mia@sonde.example').waitFor()
    assert.equal(new URL(page.url()).search, '')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
    await enterAs(page, tenant)
    await mainMenu(page).waitFor()
  }))

test('system administrators who sign in are told of a newer version; nobody else is', async () => {
  const answer = { json: { updateAvailable: true, message: 'Version 9.9 is available; 1.0 is installed.' } }
  await stage.play(async (page) => {
    await page.route('**/api/admin/updates', (route) => route.fulfill(answer))
    await page.goto('/login')
    await enterAs(page, administrator)
    await toasts(page).getByText('Version 9.9 is available').waitFor()
  })
  await stage.play(async (page) => {
    const requested: string[] = []
    await page.route('**/api/admin/updates', (route) => {
      requested.push(route.request().url())
      return route.fulfill(answer)
    })
    await openAs(page, tenant, '/devices')
    await anyDevice(page).waitFor()
    assert.deepEqual(requested, [])
  })
})

interface Reported {
  readonly reported: readonly unknown[][]
}

test('within an app: pages other than dashboards are handed to it, and it opens users and dashboards here', async () => {
  const [token, { data }] = await Promise.all([
    signIn(stage.platform, tenant.email, tenant.password),
    stage.call<{ data: { id: { id: string }; title: string }[] }>('GET', '/api/tenant/dashboards?pageSize=10&page=0'),
  ])
  const dashboardId = data.find(({ title }) => title === 'Riverside Works')?.id.id ?? ''
  await stage.play(async (page) => {
    await page.addInitScript(`window.reported = []
      window.flutter_inappwebview = { callHandler: async (...args) => { window.reported.push(args) } }`)
    const reported = () => page.evaluate(() => (window as unknown as Reported).reported)
    const handed = (path: string) =>
      until('the app to be told', reported, (calls) =>
        calls.some(([name, to]) => name === 'tbMobileNavigationHandler' && to === path),
      )
    await page.goto(`/devices?accessToken=${token}&textSearch=Van`)
    assert.deepEqual(
      (await handed('/devices')).find(([, to]) => to === '/devices'),
      ['tbMobileNavigationHandler', '/devices', { textSearch: 'Van' }],
    )
    assert.equal(await page.getByRole('row').count(), 0)
    const post = (type: string, body: unknown) =>
      page.evaluate((text) => window.postMessage(text, '*'), JSON.stringify({ type, data: body }))
    await post('openDashboardMessage', { dashboardId, hideToolbar: true })
    await page.waitForURL(`**/dashboard/${dashboardId}?hideToolbar=true`)
    await page.locator('canvas').first().waitFor()
    // Opening the same dashboard again reloads it.
    await post('openDashboardMessage', { dashboardId })
    await page.waitForURL(/reload=\d+/)
  })
})
