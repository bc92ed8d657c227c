/** Dead letters from an administrator's perspective: list, read, replay, delete. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { setAside } from '../platform/set-aside.ts'
import { inspect } from './axe.ts'
import { choose, drawer, entries, mainMenu, press, rows } from './page-parts.ts'
import { administrator, customer, openAs, openStage, phone, tenant, until, wide } from './stage.ts'

interface Device {
  readonly id: { readonly entityType: 'DEVICE'; readonly id: string }
  readonly tenantId: { readonly id: string }
}

const stage = await openStage({ after })
const device = await stage.call<Device>('POST', '/api/device', { name: 'Press', type: 'default' })
const name = 'Press, Post telemetry'

/** Replaces all dead letters with these; each contains telemetry of the device with one key. */
async function letters(...keys: readonly string[]): Promise<void> {
  await stage.call('DELETE', '/api/v2/deadLetters')
  const of = { tenantId: device.tenantId.id, originator: device.id }
  const now = Date.now()
  setAside(
    stage.platform,
    keys.map((key, at) => ({ ...of, data: `{"${key}":1}`, createdTime: now - at * 60_000 })),
  )
}

const shown = (page: Page, count: number) =>
  until(
    `${count} rows`,
    () => rows(page).count(),
    (now) => now === count,
  )

/** Waits until replayed telemetry is stored for the device. */
const stored = (key: string) =>
  until(
    `${key} of the device`,
    async () => {
      const path = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=${key}`
      return (await stage.call<Record<string, { value: unknown }[] | undefined>>('GET', path))[key]?.[0]?.value
    },
    (value) => value === '1',
  )

const toast = (page: Page, text: string) => page.locator('.sd-toast').getByText(text).first()

const confirm = (page: Page, title: string, action: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: action, exact: true }).click()

test('a letter is found in the menu, read beside the list, and replayed by the keyboard', () =>
  stage.play(async (page) => {
    await letters('first', 'second')
    await openAs(page, tenant, '/devices')
    await mainMenu(page).getByRole('link', { name: 'Dead letters' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dead letters' }).waitFor()
    await shown(page, 2)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const details = drawer(page, name)
    await details.getByText('"first": 1').waitFor()
    await details.getByText('"deviceName": "Press"').waitFor()
    await details.getByText('Root rule chain').waitFor()
    await page.keyboard.press('ArrowDown')
    await details.getByText('"second": 1').waitFor()
    await details.getByRole('button', { name: 'Replay', exact: true }).press('Enter')
    await confirm(page, 'Replay 1 message?', 'Replay 1 message')
    await toast(page, '1 message replayed').waitFor()
    await stored('second')
    await shown(page, 1)
    await details.waitFor({ state: 'detached' })
    await rows(page).getByRole('link', { name: 'Press' }).click()
    await page.getByRole('heading', { level: 1, name: 'Press' }).waitFor()
  }))

test('one, the selected and all are deleted or replayed', () =>
  stage.play(async (page) => {
    await letters('one', 'two', 'three', 'four', 'five')
    await openAs(page, tenant, '/deadLetters')
    await shown(page, 5)
    await choose(page, name, 'Delete')
    await confirm(page, 'Delete 1 message?', 'Delete 1 message')
    await toast(page, '1 message deleted').waitFor()
    await shown(page, 4)
    for (const row of [0, 1]) await rows(page).nth(row).getByRole('checkbox').click()
    const bar = page.getByRole('region', { name: '2 selected' })
    await bar.getByRole('button', { name: 'Replay' }).click()
    await confirm(page, 'Replay 2 messages?', 'Replay 2 messages')
    await toast(page, '2 messages replayed').waitFor()
    for (const key of ['two', 'three']) await stored(key)
    await shown(page, 2)
    // The search hides one of them; "all" still means all.
    await page.goto('/deadLetters?textSearch=nothing%20like%20this')
    await page.getByText('No dead letter matches “nothing like this”').waitFor()
    await press(page, 'Replay all')
    await confirm(page, 'Replay 2 messages?', 'Replay 2 messages')
    for (const key of ['four', 'five']) await stored(key)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('No dead letters', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Replay all' }).count(), 0)
  }))

test('the system administrator sees those of all tenants and whose they are', () =>
  stage.play(async (page) => {
    await letters('seen')
    await openAs(page, administrator, '/home')
    await mainMenu(page).getByRole('link', { name: 'Dead letters' }).click()
    await shown(page, 1)
    const { title } = await stage.call<{ title: string }>('GET', `/api/tenant/info/${device.tenantId.id}`)
    await rows(page).getByRole('link', { name: title }).waitFor()
    await press(page, 'Delete all')
    await page.getByRole('alertdialog').getByText('These messages belong to all tenants.').waitFor()
    await confirm(page, 'Delete 1 message?', 'Delete 1 message')
    await page.getByText('No dead letters', { exact: true }).waitFor()
  }))

test('a failure says what failed, and the rows come when the server answers again', () =>
  stage.play(async (page) => {
    await letters('late')
    await page.route('**/api/v2/deadLetters?**', (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of order.' } }),
    )
    await openAs(page, tenant, '/deadLetters')
    await page.getByText('Couldn’t load dead letters').waitFor()
    await page.getByText('Out of order.').waitFor()
    await page.unroute('**/api/v2/deadLetters?**')
    await page.getByRole('button', { name: 'Retry now' }).click()
    await shown(page, 1)
  }))

test('customer users have no dead letters', () =>
  stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    assert.equal(await mainMenu(page).getByRole('link', { name: 'Dead letters' }).count(), 0)
    await page.goto('/deadLetters')
    await page.getByText('You don’t have access').waitFor()
  }))

for (const viewport of [wide, phone]) {
  test(`axe finds nothing in list, details and question, light and dark, at ${viewport.width} px`, () =>
    stage.play(
      async (page) => {
        await letters('one', 'two')
        await openAs(page, tenant, '/deadLetters')
        const row = entries(page).first()
        await row.waitFor()
        const found = await inspect(page, 'dead letters')
        assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
        await row.click()
        const details = page.locator('.sd-drawer')
        await details.getByText('"one": 1').waitFor()
        found.push(...(await inspect(page, 'dead letter')))
        await details.getByRole('button', { name: 'Delete', exact: true }).click()
        await page.getByRole('alertdialog', { name: 'Delete 1 message?' }).waitFor()
        found.push(...(await inspect(page, 'question')))
        assert.deepEqual(found, [])
      },
      { viewport, bypassCSP: true },
    ))
}
