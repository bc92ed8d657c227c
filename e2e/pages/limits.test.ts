/**
 * Limits from the perspective of tenant administrators and the operator: live usage, keyboard access, requests and
 * changes.
 */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { callAs, signIn } from '../platform/world.ts'
import { inspect } from './axe.ts'
import { busyTenant, showLimits } from './limit-scene.ts'
import { dialog, drawer, main, open, press } from './page-parts.ts'
import { administrator, customer, openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const limitsPage = '/usage?view=limits'

const expander = (page: Page, title: string) => page.getByRole('button', { name: `Details of ${title}`, exact: true })
const rowOf = (page: Page, title: string) => page.locator('[data-row]').filter({ has: expander(page, title) })

interface Profile {
  readonly id: { readonly id: string }
  readonly default: boolean
  readonly profileData: { readonly configuration: Record<string, unknown> }
}

/** Sets limits of the demo's tenant. */
async function allow(limits: Readonly<Record<string, unknown>>): Promise<Profile> {
  const token = await signIn(stage.platform, administrator.email, administrator.password)
  const path = '/api/tenantProfiles?pageSize=10&page=0'
  const { data } = await callAs<{ data: Profile[] }>(stage.platform, token, 'GET', path)
  const profile = data.find((each) => each.default)
  assert.ok(profile, 'There is no default tenant profile.')
  const configuration = { ...profile.profileData.configuration, ...limits }
  await callAs(stage.platform, token, 'POST', '/api/tenantProfile', { ...profile, profileData: { configuration } })
  return profile
}

async function send(): Promise<number> {
  const token = await stage.deviceToken('Tank T-01')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ level: 1 })
  return (await fetch(`${stage.platform.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', headers, body })).status
}

test('a device that is refused shows as the first limit, with its name, while the page is open', () =>
  stage.play(async (page) => {
    await allow({ transportDeviceMsgRateLimit: '3:3600' })
    await openAs(page, tenant, '/usage')
    await page.getByRole('radio', { name: /^Limits \d+$/ }).click()
    const rate = rowOf(page, 'Messages per device')
    await rate.getByText('of 3').waitFor()
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push(await send())
    assert.deepEqual(statuses, [200, 200, 200, 429, 429])
    await rate.getByText('Over the limit now').waitFor()
    await rate.getByText('167%').waitFor()
    await page.getByText('Messages per device: 2 refused today').waitFor()
    assert.match((await main(page).locator('[data-row]').first().textContent()) ?? '', /^.*Messages per device/)
    await rate.getByRole('link', { name: 'Tank T-01' }).click()
    await page.getByRole('heading', { name: 'Tank T-01' }).first().waitFor()
    await allow({ transportDeviceMsgRateLimit: null })
  }))

test('without history the page says that it is too early; what has no limit and what is not measured say so', () =>
  stage.play(async (page) => {
    await allow({ maxTransportMessages: 1_000_000 })
    await openAs(page, tenant, limitsPage)
    await rowOf(page, 'Transport messages').getByText('Not enough data yet').waitFor()
    await rowOf(page, 'Devices')
      .getByText(/no limit$/)
      .waitFor()
    await expander(page, 'Transport messages').click()
    await page.getByRole('region', { name: 'Transport messages, month to date' }).waitFor()
    await page.getByText(/^At 1M: Devices are refused until the month ends\. Send less often\./).waitFor()
    await allow({ maxTransportMessages: 0 })
  }))

test('keys go through the rows, open and close them, and lead to the first causer', () =>
  stage.play(async (page) => {
    await showLimits(page)
    await openAs(page, tenant, limitsPage)
    const [first, second] = [expander(page, 'Messages per device'), expander(page, 'Transport messages')]
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await second.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowRight')
    const chart = page.getByRole('img', { name: /^Transport messages: 8\.8M of 10M\. Full on Nov 25\./ })
    await chart.waitFor()
    await page.getByRole('button', { name: 'View as table' }).click()
    await page.getByRole('row', { name: 'Nov 22 8,840,000', exact: true }).waitFor()
    await second.focus()
    await page.keyboard.press('ArrowLeft')
    await chart.waitFor({ state: 'detached' })
    await page.keyboard.press('End')
    await expander(page, 'Assets').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Home')
    await first.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/devices\//)
  }))

test('a column sorts and the address keeps it', () =>
  stage.play(async (page) => {
    await showLimits(page)
    await openAs(page, tenant, limitsPage)
    await expander(page, 'Assets').waitFor()
    const titles = () => page.locator('.sd-limit-title').allTextContents()
    assert.equal((await titles())[0], 'Messages per device')
    await page.getByRole('button', { name: 'Limit', exact: true }).click()
    await page.waitForURL(/sort=title/)
    await page.reload()
    await expander(page, 'Assets').waitFor()
    assert.equal((await titles())[0], 'Assets')
    assert.equal(
      await page.getByRole('columnheader', { name: 'Limit', exact: true }).getAttribute('aria-sort'),
      'ascending',
    )
  }))

test('the limits are exported, and asked for with their figures', () =>
  stage.play(
    async (page) => {
      await showLimits(page)
      await openAs(page, tenant, limitsPage)
      const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Export')])
      assert.match(download.suggestedFilename(), /^limits-riverside-plant-2026-11-22\.csv$/)
      const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
      assert.equal(lines.length, 1 + busyTenant.limits.length)
      assert.match(
        lines[1] ?? '',
        /^transportDeviceMsgRateLimit,Messages per device,per second,14,10,140,Over the limit now,4120/,
      )

      await press(page, 'Request a higher limit')
      const ask = dialog(page, 'Request a higher limit')
      const text = await ask.getByLabel('Message').inputValue()
      assert.match(text, /the tenant Riverside plant \(tenant profile Standard\)/)
      assert.match(text, /- Transport messages \(per month\): 8\.8M of 10M \(88%\)\. Full on Nov 25\./)
      const mail = await ask.getByRole('link', { name: 'Write email' }).getAttribute('href')
      assert.equal(decodeURIComponent(mail ?? '').includes(text), true)
      await ask.getByRole('button', { name: 'Copy text' }).click()
      await page.getByText('Text copied').waitFor()
      assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), text)
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  ))

test('what cannot be loaded says so; what is old keeps its figures and its time', () =>
  stage.play(async (page) => {
    await page.route('**/api/v2/limits**', (route) => route.abort())
    await openAs(page, tenant, limitsPage)
    await page.getByText('Couldn’t load limits').waitFor()
    await page.unroute('**/api/v2/limits**')
    await showLimits(page)
    await press(page, 'Retry now')
    await page.getByText('1 limit is reached').waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.unroute('**/api/v2/limits**')
    await page.route('**/api/v2/limits**', (route) => route.abort())
    await page.getByText('As of 14:31').waitFor()
    await rowOf(page, 'Emails').getByText('78%').waitFor()
  }))

test('the operator sees a tenant’s limits without its entities, and is led to the profile', () =>
  stage.play(async (page) => {
    await allow({ transportDeviceMsgRateLimit: '1:3600' })
    for (let i = 0; i < 3; i++) await send()
    await openAs(page, administrator, '/tenants')
    await open(page, 'Riverside Works')
    const details = drawer(page, 'Riverside Works')
    await details.getByRole('tab', { name: 'Limits' }).click()
    const list = details.getByRole('list', { name: 'Limits of Riverside Works' })
    await list.getByText('Messages per device', { exact: true }).waitFor()
    await list.getByText('Device', { exact: true }).first().waitFor()
    assert.equal(await details.getByText('Tank T-01').count(), 0)
    await details.getByRole('link', { name: 'Change limits in profile “Default”' }).click()
    await drawer(page, 'Default')
      .getByRole('textbox', { name: /^Telemetry keys per entity/ })
      .waitFor()
    await allow({ transportDeviceMsgRateLimit: null })
  }))

test('customers have no limits to look at', () =>
  stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    await page.goto(limitsPage)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  }))

for (const width of [1280, 390]) {
  test(`axe finds nothing about the limits at ${width} px, in both schemes`, () =>
    stage.play(
      async (page) => {
        await showLimits(page)
        await openAs(page, tenant, limitsPage)
        await expander(page, 'Transport messages').waitFor()
        const isOpen = (await expander(page, 'Transport messages').getAttribute('aria-expanded')) === 'true'
        assert.equal(isOpen, width === 390, 'on a phone what is at risk is open')
        if (!isOpen) await expander(page, 'Transport messages').click()
        await page.getByRole('img', { name: /^Transport messages: / }).waitFor()
        const found = await inspect(page, 'limits')
        await page.getByRole('button', { name: 'View as table' }).first().click()
        await press(page, 'Request a higher limit')
        await dialog(page, 'Request a higher limit').waitFor()
        found.push(...(await inspect(page, 'ask')))
        assert.deepEqual(found, [])
        const isScrolling = 'document.documentElement.scrollWidth > document.documentElement.clientWidth'
        assert.equal(await page.evaluate(isScrolling), false, 'never sideways')
      },
      { viewport: { width, height: 844 }, bypassCSP: true },
    ))
}

test('in the system’s colors bars, lines and marks can be told from their ground', () =>
  stage.play(
    async (page) => {
      await showLimits(page)
      await openAs(page, tenant, limitsPage)
      await expander(page, 'Transport messages').click()
      await page.getByRole('img', { name: /^Transport messages: / }).waitFor()
      const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
      for (const [selector, property] of [
        ['.sd-limit-bar > i', 'backgroundColor'],
        ['.sd-limit-bar', 'borderTopColor'],
        ['.sd-limit-curve', 'stroke'],
        ['.sd-limit-line', 'stroke'],
      ] as const) {
        const color = await page
          .locator(selector)
          .first()
          .evaluate(
            (element, name) =>
              getComputedStyle(element).getPropertyValue(
                name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
              ),
            property,
          )
        assert.notEqual(color, ground, selector)
      }
    },
    { forcedColors: 'active' },
  ))

test('limits of a tenant profile: set, refused with the field, exported, imported, and back to the default', () =>
  stage.play(async (page) => {
    await openAs(page, administrator, '/tenantProfiles')
    await press(page, 'Add tenant profile')
    const add = dialog(page, 'Add tenant profile')
    await add.getByLabel('Name', { exact: true }).fill('Tight')
    const keys = add.getByRole('textbox', { name: /^Telemetry keys per entity/ })
    assert.equal(await keys.getAttribute('placeholder'), '2,000')
    await add.getByText('1 to 100,000. New keys are refused.').waitFor()
    await keys.fill('200000')
    await add.getByRole('button', { name: 'Add tenant profile' }).click()
    await add.getByText('Enter a whole number from 1 to 100,000, or leave empty.').waitFor()
    await keys.and(page.locator(':focus')).waitFor()
    await keys.fill('500')
    await add.getByRole('button', { name: 'Add tenant profile' }).click()

    const details = drawer(page, 'Tight')
    const field = details.getByRole('textbox', { name: /^Telemetry keys per entity/ })
    await field.waitFor()
    assert.equal(await field.inputValue(), '500')
    await details.getByRole('searchbox').fill('rule nodes on one path')
    await details.getByRole('textbox', { name: /^Rule nodes on one path of a message/ }).fill('50')
    await page.keyboard.press('Control+s')
    await page.getByText('Tenant profile saved').waitFor()

    await press(page, 'More: Tight')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
    ])
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>
    assert.deepEqual(file.limits, { telemetryKeys: 500, nodeVisits: 50 })
    await page.goto('/tenantProfiles?import=true')
    const bring = dialog(page, 'Import tenant profile')
    const take = (content: object) =>
      bring.locator('input[type=file]').setInputFiles({
        name: 'profile.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(content)),
      })
    await take({ ...file, name: 'Looser', limits: { telemetryKeys: 1e9 } })
    await bring.getByText(/Limit telemetryKeys in the file must be/).waitFor()
    await take({ ...file, name: 'Looser' })
    await bring.getByRole('button', { name: 'Import tenant profile' }).click()
    const imported = drawer(page, 'Looser').getByRole('textbox', { name: /^Telemetry keys per entity/ })
    await imported.waitFor()
    assert.equal(await imported.inputValue(), '500')
    await imported.fill('')
    await page.keyboard.press('Control+s')
    await page.getByText('Tenant profile saved').waitFor()
    await page.reload()
    await until(
      'the default',
      () => imported.inputValue(),
      (value) => value === '',
    )
  }))
