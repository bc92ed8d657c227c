/** Behavior for users if the server, a page's code, an address or an entity is missing. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main, mainMenu } from './page-parts.ts'
import { administrator, customer, openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const unreachable = (page: Page) => page.getByRole('heading', { level: 1, name: 'Couldn’t reach the server.' })
const unknownUserId = '01a1ffc8-d936-759f-bb7c-a64760ff7535'

for (const failure of [500, 503, 'abort'] as const) {
  test(`a start without the API says so and goes on by itself: ${failure}`, () =>
    stage.play(async (page) => {
      await openAs(page, tenant, '/devices')
      await page.getByRole('row', { name: /Van V-06/ }).waitFor()
      await page.route('**/api/**', (route) =>
        failure === 'abort' ? route.abort() : route.fulfill({ status: failure, body: '' }),
      )
      await page.goto('/devices')
      await unreachable(page).waitFor()
      await page.getByText(/Retrying in \d+\ss\./).waitFor()
      await page.unroute('**/api/**')
      await page.getByRole('row', { name: /Van V-06/ }).waitFor()
      assert.equal(await unreachable(page).count(), 0)
    }))
}

test('a retry of the start is made at once', (t) =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/devices')
    await page.getByText(/Retrying in [4-9]\ss\./).waitFor()
    await page.unroute('**/api/**')
    const before = performance.now()
    await page.getByRole('button', { name: 'Retry now' }).click()
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
    t.diagnostic(`it was back after ${(performance.now() - before).toFixed(0)} ms`)
  }))

/** Files of the built client. */
const files = /\/assets\/[^/]+\.(js|css)$/

test('a page whose code cannot be loaded fails within the shell, and comes when the server is back', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents++
    })
    await page.context().setOffline(true)
    await mainMenu(page).getByRole('link', { name: 'Audit log' }).click()
    await main(page).getByRole('heading', { level: 1, name: 'Couldn’t load this page' }).waitFor()
    assert.equal(documents, 0)
    assert.equal(new URL(page.url()).pathname, '/auditLogs')
    await mainMenu(page).waitFor()
    assert.equal(await page.getByRole('main').count(), 1)
    await page.context().setOffline(false)
    await main(page).getByRole('button', { name: 'Retry now' }).click()
    await main(page).getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    // Its styles are loaded too.
    await until(
      'the page head to have its style',
      () => page.evaluate<string>(`getComputedStyle(document.querySelector('.sd-page-head')).display`),
      (display) => display === 'flex',
    )
  }))

test('a page whose code is gone from the server reloads once, then stays with the failure', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await page.getByRole('row', { name: /Van V-06/ }).waitFor()
    const gone = new Set<string>()
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents++
    })
    // Files that only this page loads.
    const known = new Set(
      await page.evaluate<string[]>(`performance.getEntriesByType('resource').map((entry) => entry.name)`),
    )
    await page.route(files, (route) => {
      const url = route.request().url()
      if (!known.has(url)) gone.add(url)
      return gone.has(url) ? route.fulfill({ status: 404, body: '' }) : route.continue()
    })
    await mainMenu(page).getByRole('link', { name: 'Audit log' }).click()
    const failed = main(page).getByRole('heading', { level: 1, name: 'Couldn’t load this page' })
    await until(
      'one reload',
      () => documents,
      (count) => count === 1,
    )
    await failed.waitFor()
    assert.equal(await page.getByText(/Retrying in/).count(), 0)
    await page.unroute(files)
    await main(page).getByRole('button', { name: 'Retry now' }).click()
    await main(page).getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  }))

test('an unknown address is a page of its own, with a session and without', async () => {
  await stage.play(async (page) => {
    await page.goto('/nothing-here')
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/nothing-here')
    assert.match(await page.title(), /Page not found/)
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await page.waitForURL('**/login')
  })
  for (const account of [tenant, administrator, customer]) {
    await stage.play(async (page) => {
      await openAs(page, account, '/profile')
      for (const path of ['/nothing-here', '/settings/nothing', '/devices/a/b/c']) {
        await page.goto(path)
        await main(page).getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
        assert.equal(new URL(page.url()).pathname, path)
      }
      await main(page).getByRole('link', { name: 'Go to home' }).click()
      await page.waitForURL('**/home')
      await mainMenu(page).waitFor()
    })
  }
})

test('a deleted device, one of somebody else and an ID that is none: where to go on', () =>
  stage.play(async (page) => {
    const device = await stage.call<{ id: { id: string } }>('POST', '/api/device', {
      name: 'Gone soon',
      type: 'default',
    })
    await stage.call('DELETE', `/api/device/${device.id.id}`)
    await openAs(page, tenant, `/devices/${device.id.id}`)
    const gone = (kind: string) => main(page).getByRole('heading', { level: 1, name: `${kind} not found` })
    for (const path of [`/devices/${unknownUserId}`, '/devices/no-id', `/devices/${device.id.id}`]) {
      await page.goto(path)
      await gone('Device').waitFor()
    }
    await main(page).getByText('It was deleted, or you don’t have access to it.').waitFor()
    await main(page).getByRole('link', { name: 'Open trash' }).click()
    await page.waitForURL('**/trash?kind=DEVICE')
    await page.getByRole('row', { name: /Gone soon/ }).waitFor()
    await page.goBack()
    await main(page).getByRole('link', { name: 'Back to the list' }).click()
    await page.waitForURL('**/devices')

    await page.goto(`/devices?open=${device.id.id}`)
    const drawer = page.getByRole('complementary', { name: 'Device' })
    await drawer.getByRole('heading', { name: 'Device not found' }).waitFor()
    assert.equal(await drawer.getByRole('link', { name: 'Back to the list' }).count(), 0)

    for (const [path, kind] of [
      [`/dashboards/${unknownUserId}`, 'Dashboard'],
      [`/ruleChains/${unknownUserId}`, 'Rule chain'],
      [`/customers/${unknownUserId}`, 'Customer'],
    ] as const) {
      await page.goto(path)
      await gone(kind).waitFor()
    }
  }))

test('a customer is told the same of a device of another, without the trash', () =>
  stage.play(async (page) => {
    const { data } = await stage.call<{ data: { id: { id: string }; name: string }[] }>(
      'GET',
      '/api/tenant/devices?pageSize=100&page=0',
    )
    const other = data.find(({ name }) => name === 'Van V-06')
    await openAs(page, customer, `/devices/${other?.id.id}`)
    await main(page).getByRole('heading', { level: 1, name: 'Device not found' }).waitFor()
    assert.equal(await main(page).getByRole('link', { name: 'Open trash' }).count(), 0)
    assert.equal(await page.getByRole('alertdialog').count(), 0)
    await main(page).getByRole('link', { name: 'Back to the list' }).click()
    await page.getByRole('row', { name: /Van V-02/ }).waitFor()
  }))

for (const width of [1440, 390]) {
  test(`axe finds nothing in what is said of failures, at ${width} px`, () =>
    stage.play(
      async (page) => {
        await openAs(page, tenant, '/profile')
        const found: string[] = []
        for (const [name, path, heading] of [
          ['unknown address', '/nothing-here', 'Page not found'],
          ['unknown device', `/devices/${unknownUserId}`, 'Device not found'],
        ] as const) {
          await page.goto(path)
          await page.getByRole('heading', { level: 1, name: heading }).waitFor()
          found.push(...(await inspect(page, name)))
        }
        await page.route('**/api/**', (route) => route.abort())
        await page.goto('/devices')
        await unreachable(page).waitFor()
        found.push(...(await inspect(page, 'no server')))
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: width === 390 ? 844 : 900 }, bypassCSP: true },
    ))
}

const isClientCode = (url: URL) => url.pathname.startsWith('/assets/') && url.pathname.endsWith('.js')

test('an outline stands until the code runs, in the stored theme or the system’s', async () => {
  for (const [colorScheme, stored, theme] of [
    ['dark', null, 'dark'],
    ['dark', 'light', 'light'],
    ['light', null, 'light'],
  ] as const) {
    await stage.play(
      async (page) => {
        await openAs(page, tenant, '/devices')
        if (stored) await page.evaluate((choice) => localStorage.setItem('sonde.theme', choice), stored)
        let release = () => {}
        const held = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route(isClientCode, async (route) => {
          await held
          await route.continue()
        })
        await page.goto('/devices', { waitUntil: 'commit' })
        await page.locator('#start .toolbar').waitFor()
        await page.locator('#start .menu').waitFor()
        assert.equal(await page.evaluate(`document.documentElement.dataset.theme`), theme)
        const canvas = await page.evaluate(`getComputedStyle(document.body).backgroundColor`)
        assert.equal(canvas, theme === 'dark' ? 'rgb(12, 15, 20)' : 'rgb(245, 246, 249)')
        const frame = await page.locator('meta[name=theme-color]').getAttribute('content')
        assert.equal(frame, theme === 'dark' ? '#141920' : '#ffffff')
        release()
        await page.getByRole('row', { name: /Van V-06/ }).waitFor()
        await page.locator('#start').waitFor({ state: 'hidden' })
      },
      { colorScheme },
    )
  }
})

test('a start whose code is missing says so, and reloads when it comes', () =>
  stage.play(
    async (page) => {
      await page.route(isClientCode, (route) => route.fulfill({ status: 404, body: '' }))
      await page.goto('/login')
      await page.getByRole('heading', { name: 'Couldn’t load Sonde.' }).waitFor()
      await page.unroute(isClientCode)
      await page.getByLabel('Email').waitFor()
    },
    { isFirstVisit: true },
  ))

test('it can be installed as an app', () =>
  stage.play(async (page) => {
    await page.goto('/login')
    const devtools = await page.context().newCDPSession(page)
    const { errors, url } = await devtools.send('Page.getAppManifest')
    assert.deepEqual(errors, [])
    assert.equal(new URL(url).pathname, '/manifest.webmanifest')
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // Test pages are in private windows.
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
      [],
    )
    for (const size of ['192', '512']) {
      const icon = await page.request.get(`/icons/icon-${size}.png`)
      assert.equal(icon.headers()['content-type'], 'image/png')
    }
  }))
