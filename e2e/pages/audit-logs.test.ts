/** Audit log of the tenant from its administrator's perspective. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { mainMenu, rows } from './page-parts.ts'
import { customer, openAs, openStage, phone, tenant, until } from './stage.ts'

const stage = await openStage({ after })

const count = (page: Page, wanted: number) =>
  until(
    `${wanted} entries`,
    () => rows(page).count(),
    (one) => one === wanted,
  )

// A successful call and a failed one.
await stage.call('POST', '/api/device', { name: 'Audited device', type: 'default' })
await assert.rejects(stage.call('POST', '/api/device', { name: 'Audited device', type: 'default' }))

test('it is found in the menu, searched, sorted, and an entry tells its data and why it failed', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await mainMenu(page).getByRole('link', { name: 'Audit log' }).click()
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
    await count(page, 13)

    await page.keyboard.press('/')
    await page.keyboard.type('Audited device')
    await count(page, 2)
    await page.waitForURL((url) => url.searchParams.get('textSearch') === 'Audited device')
    await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
    await page.waitForURL((url) => url.searchParams.get('property') === 'actionStatus')
    await rows(page).first().getByText('Failure').waitFor()
    await page.reload()
    await count(page, 2)

    await rows(page).first().getByRole('button').first().click()
    const entry = page.getByRole('dialog', { name: 'Added' })
    await entry.getByText('A device with this name already exists.').waitFor()
    await entry.getByText('"name": "Audited device"').waitFor()
    await page.keyboard.press('Escape')
    await entry.waitFor({ state: 'detached' })

    await rows(page).filter({ hasText: 'Success' }).getByRole('link', { name: 'Audited device' }).click()
    await page.getByRole('heading', { level: 1, name: 'Audited device' }).waitFor()
  }))

test('its time is chosen, stays in the address, and what is too early is refused', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/auditLogs?textSearch=Audited%20device')
    await count(page, 2)
    await page.getByRole('button', { name: /Last 24 hours/ }).click()
    const editor = page.getByRole('dialog', { name: 'Time window' })
    assert.equal(await editor.getByRole('tab').count(), 0)
    await editor.getByRole('button', { name: '7 days' }).click()
    await editor.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL((url) => url.searchParams.get('window') === 'last-604800000')
    await count(page, 2)

    await page.getByRole('button', { name: /Last 7 days/ }).click()
    await editor.getByRole('radio', { name: 'From, to' }).click()
    await editor.getByLabel('From', { exact: true }).fill('2020-01-02T00:00:00')
    await editor.getByLabel('To', { exact: true }).fill('2020-01-01T00:00:00')
    await editor.getByRole('alert').waitFor()
    assert.equal(await editor.getByRole('button', { name: 'Update' }).isDisabled(), true)
    await editor.getByLabel('To', { exact: true }).fill('2020-01-03T00:00:00')
    await editor.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL((url) => /^\d+-\d+$/.test(url.searchParams.get('window') ?? ''))
    await page.getByText('No entry matches “Audited device”').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('No entries yet').waitFor()
    await page.goBack()
    await page.getByText('No entry matches “Audited device”').waitFor()
  }))

test('columns are chosen and remembered', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/auditLogs')
    await count(page, 13)
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Entity type', { exact: true }).click()
    await page.getByRole('columnheader', { name: 'Entity type' }).waitFor({ state: 'detached' })
    await page.reload()
    await count(page, 13)
    assert.equal(await page.getByRole('columnheader', { name: 'Entity type' }).count(), 0)
  }))

test('a failing platform is told, and the rows come when it is well again', () =>
  stage.play(async (page) => {
    await page.route('**/api/audit/logs?**', (route) =>
      route.fulfill({ status: 500, json: { message: 'Out of order.' } }),
    )
    await openAs(page, tenant, '/auditLogs')
    await page.getByText('Couldn’t load the audit log').waitFor()
    await page.getByText('Out of order.').waitFor()
    await page.unroute('**/api/audit/logs?**')
    await page.getByRole('button', { name: 'Retry now' }).click()
    await count(page, 13)
  }))

test('customers have no business there', () =>
  stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    assert.equal(await mainMenu(page).getByRole('link', { name: 'Audit log' }).count(), 0)
    await page.goto('/auditLogs')
    await page.getByText('You don’t have access').waitFor()
  }))

test('on a phone it is a list without sideways scrolling', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/auditLogs?textSearch=Audited%20device')
      await page.getByRole('button', { name: /Audited device.*Failure|Failure.*Audited device/s }).click()
      await page.getByRole('dialog', { name: 'Added' }).getByText('already exists').waitFor()
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
    },
    { viewport: phone },
  ))

for (const width of [1440, 390]) {
  test(`axe finds nothing on it at ${width} px`, () =>
    stage.play(
      async (page) => {
        await openAs(page, tenant, '/auditLogs')
        const entry = page.locator('[data-row], .sd-list-item:not([aria-hidden])').first()
        await entry.waitFor()
        const found = await inspect(page, `audit log, ${width} px`)
        await entry.click()
        await page.getByRole('dialog').waitFor()
        found.push(...(await inspect(page, `entry, ${width} px`)))
        assert.deepEqual(found, [])
      },
      { viewport: { width, height: 900 }, bypassCSP: true },
    ))
}
