/** Bell in the toolbar: unacknowledged alarms on every page, updated live, with links to an alarm's details. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { makeProfile, storedProfile, temperatureIs } from './device-profile-calls.ts'
import { administrator, customer, openAs, openStage, phone, type Ref, tenant, until, wide } from './stage.ts'

const stage = await openStage({ after })

const kiln = await stage.makeDevice('Kiln')

const raise = async (type: string, severity: string) =>
  (await stage.call<{ id: Ref }>('POST', '/api/alarm', { originator: kiln, type, severity, status: 'ACTIVE_UNACK' })).id

/** The demo's alarms are acknowledged, so that the bell counts only those of the test. */
for (;;) {
  const { data } = await stage.call<{ data: { id: Ref }[] }>(
    'GET',
    '/api/v2/alarms?pageSize=100&page=0&searchStatus=UNACK',
  )
  if (data.length === 0) break
  for (const { id } of data) await stage.call('POST', `/api/alarm/${id.id}/ack`)
}

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Unacknowledged alarms' })

test('the bell counts alarms as they come, most severe first; its panel leads to details and to all alarms', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await bell(page, 'Alarms, none unacknowledged').click()
    await panel(page).getByText('No unacknowledged alarms').waitFor()
    await page.keyboard.press('Escape')

    await raise('Door open', 'MINOR')
    await bell(page, 'Alarms, 1 unacknowledged, Minor').waitFor()
    await raise('Overheated', 'CRITICAL')
    await bell(page, 'Alarms, 2 unacknowledged, worst Critical').click()
    assert.deepEqual(await panel(page).locator('b').allInnerTexts(), ['Overheated', 'Door open'])

    await panel(page)
      .getByRole('button', { name: /Overheated/ })
      .click()
    const details = page.getByRole('dialog', { name: 'Overheated' })
    await details.getByRole('button', { name: 'Acknowledge' }).click()
    await bell(page, 'Alarms, 1 unacknowledged, Minor').waitFor()
    await details.getByRole('button', { name: 'Close', exact: true }).last().click()
    await details.waitFor({ state: 'detached' })

    await bell(page, 'Alarms, 1 unacknowledged, Minor').click()
    await panel(page).getByRole('link', { name: 'All alarms' }).click()
    await page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor()
    await panel(page).waitFor({ state: 'detached' })
  }))

/** Alarm raised by a rule: 83.4 is greater than 80. */
async function raiseByRule(): Promise<void> {
  const condition = temperatureIs('GREATER', 80)
  const profile = await makeProfile(stage, 'Oven')
  await stage.call('POST', '/api/deviceProfile', {
    ...profile,
    profileData: {
      ...profile.profileData,
      alarms: [{ id: 'hot', alarmType: 'Too hot', createRules: { CRITICAL: { condition } }, propagate: false }],
    },
  })
  await storedProfile(stage, 'Oven')
  await stage.call('POST', '/api/device', { name: 'Oven 1', type: 'Oven' })
  const token = await stage.deviceToken('Oven 1')
  for (const temperature of [60, 71.5, 83.4]) {
    const answer = await fetch(`${stage.platform.baseUrl}/api/v1/${token}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ humidity: 40, temperature }),
    })
    assert.equal(answer.status, 200)
  }
}

test('from the bell to why it was raised and its curve in two clicks; another key is chosen there', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/devices')
      await bell(page, 'Alarms, 1 unacknowledged, Minor').waitFor()
      await raiseByRule()
      await bell(page, 'Alarms, 2 unacknowledged, worst Critical').click()
      await panel(page)
        .getByRole('button', { name: /Too hot/ })
        .click()
      const details = page.getByRole('dialog', { name: 'Too hot' })
      await details.getByText('temperature was 83.4, greater than 80.').waitFor()
      await details.getByRole('img', { name: /^temperature.*83\.4/ }).waitFor()
      await shots(page, details, 'alarm-cause')

      await page.setViewportSize(phone)
      const telemetryKey = details.getByLabel('Telemetry key')
      await telemetryKey.focus()
      await telemetryKey.selectOption('humidity')
      await details.getByRole('img', { name: /^humidity/ }).waitFor()
      await shots(page, details, 'alarm-cause-phone')
      await details.getByRole('button', { name: 'Acknowledge' }).press('Enter')
      await bell(page, 'Alarms, 1 unacknowledged, Minor').waitFor()
      await page.keyboard.press('Escape')
      await details.waitFor({ state: 'detached' })
    },
    { bypassCSP: true },
  ))

/** Checks with axe, and checks the width. */
async function shots(page: Page, layer: Locator, name: string) {
  assert.deepEqual(await inspect(page, name), [])
  assert.ok(await layer.evaluate<boolean, HTMLElement>((element) => element.scrollWidth <= element.clientWidth))
  if (!process.env.SHOTS) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
    await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png` })
  }
}

test('by keyboard: Enter opens the panel and an alarm, Escape leads back to the bell', () =>
  stage.play(async (page) => {
    await raise('Door open', 'MINOR')
    await openAs(page, tenant, '/devices')
    await bell(page, 'Alarms, 1 unacknowledged, Minor').press('Enter')
    await panel(page)
      .getByRole('button', { name: /Door open/ })
      .press('Enter')
    await page.getByRole('dialog', { name: 'Door open' }).waitFor()
    await page.keyboard.press('Escape')
    await bell(page, 'Alarms, 1 unacknowledged, Minor').and(page.locator(':focus')).waitFor()
  }))

test('the palette finds the alarms page', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await bell(page, 'Alarms, 1 unacknowledged, Minor').waitFor()
    await page.keyboard.press('Control+K')
    await page.keyboard.type('alarm')
    await page.getByRole('option', { name: /^Alarms/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Alarms' }).waitFor()
  }))

test('customer users see their own alarms at the bell, system administrators have no bell', async () => {
  await stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    await bell(page, 'Alarms, none unacknowledged').waitFor()
  })
  await stage.play(async (page) => {
    await openAs(page, administrator, '/tenants')
    await page.getByRole('button', { name: 'Theme', exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Alarms/ }).count(), 0)
  })
})

test('a new alarm shows a browser notification from the severity on that the user chose', () =>
  stage.play(
    async (page) => {
      // Headless Chromium shows no notifications; the page's requests for them are recorded.
      await page.addInitScript(`window.notices = []
        window.Notification = class {
          static permission = 'granted'
          static requestPermission = async () => 'granted'
          constructor(title, { body }) { window.notices.push(title + ', ' + body) }
          close() {}
        }`)
      const notices = () => page.evaluate<string[]>('window.notices')
      await openAs(page, tenant, '/devices')
      await page.getByRole('button', { name: /^Alarms/ }).click()
      await panel(page).getByRole('button', { name: 'Sound and notifications…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Sound and notifications' })
      await dialog.getByLabel('For new alarms from').selectOption('Major')
      await dialog.getByLabel('Play a sound').check()
      await dialog.getByLabel('Show a browser notification').check()
      await shots(page, dialog, 'alarm-notices')
      const loaded = page.waitForResponse((answer) =>
        decodeURIComponent(answer.url()).includes('severities=CRITICAL,MAJOR'),
      )
      await dialog.getByRole('button', { name: 'Save' }).press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await loaded

      await raise('Slightly warm', 'WARNING')
      await raise('Very warm', 'MAJOR')
      await until('a notification', notices, (shown) => shown.length > 0)
      assert.deepEqual(await notices(), ['Major: Very warm, Kiln'])
      await stage.call('PUT', '/api/v2/user/settings/alarmNotices', {})
    },
    { bypassCSP: true },
  ))

for (const viewport of [wide, phone]) {
  test(`axe finds nothing at ${viewport.width} px, in either colour scheme`, () =>
    stage.play(
      async (page) => {
        await raise('Overheated', 'CRITICAL')
        await openAs(page, tenant, '/devices')
        await page.getByRole('button', { name: /^Alarms, \d+ unacknowledged, worst Critical/ }).click()
        await panel(page).getByText('Overheated').waitFor()
        assert.deepEqual(await inspect(page, 'bell'), [])
        assert.ok(
          await page.evaluate<boolean>('document.scrollingElement.scrollWidth <= window.innerWidth'),
          'It scrolls sideways.',
        )
        if (process.env.SHOTS) {
          for (const colorScheme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme })
            await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
            await page.screenshot({ path: `${process.env.SHOTS}/bell-${viewport.width}-${colorScheme}.png` })
          }
        }
      },
      { viewport, bypassCSP: true },
    ))
}
