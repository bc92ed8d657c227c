/** Home page of each role: state of the fleet, live; the first steps; the links; a dashboard instead of it. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { region } from './page-parts.ts'
import { administrator, customer, openAs, openStage, plantDashboardId, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const { id: tank } = await stage.call<{ id: object }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
const raise = (type: string, severity: string) =>
  stage.call('POST', '/api/alarm', { type, severity, status: 'ACTIVE_UNACK', originator: tank, details: {} })
const figure = async (page: Page, name: string) =>
  (await region(page, name).locator('.sd-kpi-value').textContent()) ?? ''

async function openHome(page: Page, account: { email: string; password: string }): Promise<void> {
  await openAs(page, account, '/profile')
  await page.goto('/home')
  await page.getByRole('heading', { name: 'Go to' }).waitFor()
}

test('administrators see devices and alarms as they change, and what was done', () =>
  stage.play(async (page) => {
    await raise('Level above limit', 'CRITICAL')
    await openHome(page, tenant)
    await page.getByRole('heading', { level: 1, name: 'Riverside Works' }).waitFor()
    const before = Number(
      await until(
        'the devices',
        () => figure(page, 'Devices'),
        (text) => /^\d+$/.test(text),
      ),
    )
    const device = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name: 'Counted', type: 'default' })
    await until(
      'one more',
      () => figure(page, 'Devices'),
      (text) => Number(text) === before + 1,
    )
    await stage.call('DELETE', `/api/device/${device.id.id}`)
    await until(
      'one less',
      () => figure(page, 'Devices'),
      (text) => Number(text) === before,
    )

    const alarms = region(page, 'Active alarms')
    await alarms.getByRole('listitem').filter({ hasText: 'Critical' }).waitFor()
    await raise('Battery low', 'WARNING')
    await alarms.getByRole('listitem').filter({ hasText: 'Warning' }).waitFor()
    await region(page, 'Recent alarms').getByRole('button', { name: 'Battery low' }).click()
    const dialog = page.getByRole('dialog', { name: 'Battery low' })
    await dialog.getByRole('button', { name: 'Clear' }).click()
    await dialog.getByRole('button', { name: 'Clear' }).waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await region(page, 'Recent alarms').getByRole('button', { name: 'Battery low' }).waitFor({ state: 'detached' })
    await region(page, 'Recent alarms').getByRole('link', { name: 'All alarms' }).click()
    await page.waitForURL('**/alarms')
    await page.goBack()
    await region(page, 'Recent activity').getByText('Counted').first().waitFor()

    await region(page, 'Devices')
      .getByRole('link', { name: /inactive$/ })
      .click()
    await page.waitForURL('**/devices?active=false')
  }))

/** Maximum requests of a window with an empty cache: files, calls and the live connection. */
const requestsMax = 25

test('home comes with few requests', () =>
  stage.play(async (page) => {
    await openHome(page, tenant)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
    // Each counts once: alarms are reloaded if one changes.
    const asked = new Set<string>()
    devtools.on('Network.requestWillBeSent', ({ request }) => asked.add(`${request.method} ${request.url}`))
    devtools.on('Network.webSocketCreated', ({ url }) => asked.add(url))
    await page.reload()
    await region(page, 'Recent activity').getByRole('listitem').first().waitFor()
    await page.getByRole('heading', { name: 'Go to' }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.ok(asked.size <= requestsMax, `${asked.size}: ${[...asked].join('\n')}`)
  }))

test('the first steps lead on, and go when nobody wants them', () =>
  stage.play(async (page) => {
    await openHome(page, tenant)
    const steps = region(page, 'Set up your tenant')
    await steps.getByText('Add an alarm rule').first().waitFor()
    await steps.getByRole('button', { name: 'Hide setup' }).click()
    await steps.waitFor({ state: 'detached' })
    await page.reload()
    await region(page, 'Recent activity').getByRole('listitem').first().waitFor()
    assert.equal(await steps.count(), 0)
  }))

test('each role has its places, with how many things there are', () =>
  stage.play(async (page) => {
    await openHome(page, tenant)
    const places = region(page, 'Go to')
    await places.getByRole('link', { name: /^Customers ?1$/ }).waitFor()
    await places.getByRole('link', { name: /^Rule chains/ }).click()
    await page.waitForURL('**/ruleChains')
    await stage.play(async (user) => {
      await openHome(user, customer)
      assert.equal(
        await region(user, 'Go to')
          .getByRole('link', { name: /^Customers/ })
          .count(),
        0,
      )
      assert.equal(await user.getByRole('link', { name: 'Add device' }).count(), 0)
      await until(
        'the devices',
        () => figure(user, 'Devices'),
        (text) => Number(text) > 0,
      )
    })
    await stage.play(async (user) => {
      await openHome(user, administrator)
      await user.getByRole('heading', { level: 1, name: 'Server' }).waitFor()
      await region(user, 'Newest tenants').getByRole('link', { name: 'Riverside Works' }).waitFor()
    })
  }))

test('a home dashboard stands in the place of the overview, with its toolbar or without', () =>
  stage.play(async (page) => {
    const id = await plantDashboardId(stage)
    const set = (hideDashboardToolbar: boolean) =>
      stage.call('POST', '/api/tenant/dashboard/home/info', {
        dashboardId: { entityType: 'DASHBOARD', id },
        hideDashboardToolbar,
      })
    await set(true)
    await openAs(page, tenant, '/profile')
    await page.goto('/home')
    await page.getByRole('article').first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/home')
    assert.equal(await page.getByRole('button', { name: /^Time window: / }).count(), 0)
    await set(false)
    await page.reload()
    await page
      .getByRole('button', { name: /^Time window: / })
      .first()
      .waitFor()
    const fullScreen = page.getByRole('button', { name: /full screen/i })
    assert.deepEqual(await fullScreen.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), [
      'Dashboard in full screen',
    ])
    await stage.call('POST', '/api/tenant/dashboard/home/info', { dashboardId: null, hideDashboardToolbar: true })
    await page.reload()
    await page.getByRole('heading', { name: 'Go to' }).waitFor()
  }))

for (const width of [1440, 390]) {
  test(`axe finds nothing at ${width} px`, () =>
    stage.play(
      async (page) => {
        await openHome(page, tenant)
        await region(page, 'Recent activity').getByRole('listitem').first().waitFor()
        const found = await inspect(page, 'administrator')
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: 844 }, bypassCSP: true },
    ))
}
