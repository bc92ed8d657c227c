/** Layouts that depend on the width: nothing is cut, and wide windows are used. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { region } from './page-parts.ts'
import { openAs, openStage, tenant } from './stage.ts'

const stage = await openStage({ after })

const at = (width: number) => ({ viewport: { width, height: 1080 } })

/** Labels of visible text fields whose text is longer than the field. */
const cutFields = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('main input')]
    .filter((field) => field.checkVisibility() && field.scrollWidth > field.clientWidth)
    .map((field) => field.value)`)

test('names and units are readable in a wide window, for the tenant and for a profile', () =>
  stage.play(async (page) => {
    const keys = [{ key: 'cargoTemperature', name: 'Temperature of the cargo', unit: '°C' }]
    await stage.call('PUT', '/api/v2/key-descriptions', { keys })
    await openAs(page, tenant, '/settings/keys')
    await page.getByRole('group', { name: 'cargoTemperature', exact: true }).waitFor()
    assert.deepEqual(await cutFields(page), [])

    const { id } = await stage.call<{ id: { id: string } }>('GET', '/api/deviceProfileInfo/default')
    await stage.call('PUT', `/api/v2/key-descriptions/${id.id}`, { keys })
    await page.goto(`/deviceProfiles/${id.id}?tab=keys`)
    await page.getByRole('group', { name: 'cargoTemperature', exact: true }).waitFor()
    assert.deepEqual(await cutFields(page), [])
  }, at(1920)))

test('on a tablet, keys and their names are readable too', () =>
  stage.play(async (page) => {
    const keys = [{ key: 'cargoTemperature', name: 'Cargo temperature', unit: 'mm/h', min: 0, max: 100 }]
    await stage.call('PUT', '/api/v2/key-descriptions', { keys })
    await openAs(page, tenant, '/settings/keys')
    await page.getByRole('group', { name: 'cargoTemperature', exact: true }).waitFor()
    assert.deepEqual(await cutFields(page), [])
  }, at(768)))

test('a wide page of a device shows its values beside its fields, a narrow one above them', () =>
  stage.play(async (page) => {
    const { id } = await stage.call<{ id: { id: string } }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
    await openAs(page, tenant, `/devices/${id.id}`)
    const places = async () => {
      await region(page, 'State and values')
        .getByRole('link', { name: /^level/ })
        .waitFor()
      const values = await region(page, 'State and values').boundingBox()
      const name = await page.getByLabel('Name', { exact: true }).boundingBox()
      assert.ok(values && name)
      return { values, name }
    }
    const wide = await places()
    assert.ok(wide.values.x + wide.values.width <= wide.name.x, 'beside')
    await page.setViewportSize({ width: 1280, height: 900 })
    const narrow = await places()
    assert.ok(narrow.values.y + narrow.values.height <= narrow.name.y, 'above')
  }, at(1920)))

test('on a tablet, the statistics of Explore are whole, and its buttons share a row', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/explore')
    const finder = page.getByRole('combobox', { name: 'Add series' })
    await finder.fill('Tank T-01 level')
    await page.getByRole('option').first().waitFor()
    await finder.press('ArrowDown')
    await finder.press('Enter')
    const table = region(page, 'Statistics')
    await table.getByRole('row', { name: 'Tank T-01, level' }).waitFor()
    assert.ok(await table.evaluate<boolean, Element>((one) => one.scrollWidth <= one.clientWidth), 'the table is cut')
    const middles = await Promise.all(
      ['Export', 'Add to dashboard'].map(async (name) => {
        const box = await page.getByRole('button', { name }).boundingBox()
        return box && box.y + box.height / 2
      }),
    )
    assert.ok(middles[0])
    assert.equal(middles[0], middles[1])
  }, at(768)))

for (const [width, isOpen] of [
  [1440, false],
  [1440, true],
  [1280, false],
  [1280, true],
  [1024, false],
] as const) {
  test(`at ${width} px${isOpen ? ', next to the drawer' : ''}, title and tools of the alarms are one row each`, () =>
    stage.play(async (page) => {
      const { id } = await stage.call<{ id: unknown }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
      const alarm = { type: 'Low level', severity: 'WARNING', status: 'ACTIVE_UNACK', originator: id }
      await stage.call('POST', '/api/alarm', alarm)
      await openAs(page, tenant, '/alarms')
      await page.locator('[data-row]').first().waitFor()
      if (isOpen) {
        await page.locator('[data-row]').first().click()
        await page.getByRole('complementary').getByRole('button', { name: 'Close' }).waitFor()
        await page.getByRole('group', { name: 'Alarm severity' }).getByRole('button', { name: 'Critical' }).waitFor()
      }
      const middles = (selector: string) =>
        page.evaluate<number[]>(`[...new Set([...document.querySelectorAll('${selector}')]
          .map((one) => one.getBoundingClientRect())
          .filter(({ height }) => height > 0)
          .map(({ top, bottom }) => Math.round((top + bottom) / 2)))]`)
      const title = await middles('.sd-page-head > :not(.sd-spacer)')
      const tools = await middles('.sd-tab-tools > *')
      assert.ok(title.length > 0 && Math.max(...title) - Math.min(...title) <= 2, `title: ${title}`)
      assert.ok(tools.length > 0 && Math.max(...tools) - Math.min(...tools) <= 2, `tools: ${tools}`)
    }, at(width)))
}

test('beside the drawer, the buttons of the list share the row of its title, and names of values are whole', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?textSearch=Tank%20T-01')
    await page.getByRole('button', { name: 'Tank T-01', exact: true }).click()
    await region(page, 'State and values')
      .getByRole('link', { name: /^level/ })
      .waitFor()
    const title = await page.getByRole('heading', { level: 1, name: 'Devices' }).boundingBox()
    const add = await page.getByRole('button', { name: 'Add device' }).boundingBox()
    assert.ok(title && add)
    assert.ok(add.y < title.y + title.height, 'the button is in a second row')
    assert.deepEqual(
      await page.evaluate<string[]>(`[...document.querySelectorAll('.sd-overview-key')]
        .filter((name) => name.checkVisibility() && name.scrollWidth > name.clientWidth)
        .map((name) => name.textContent)`),
      [],
    )
  }, at(1280)))

test('on a phone, the actions for selected rows are in sight, and filters of a tab take one line', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/devices')
      await page.getByRole('main').getByRole('button', { name: 'Select', exact: true }).click()
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click()
      const actions = await page.getByRole('region', { name: /selected$/ }).boundingBox()
      assert.ok(actions && actions.y + actions.height <= 844, 'the actions are below the window')

      const { id } = await stage.call<{ id: { id: string } }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
      await page.goto(`/devices/${id.id}?tab=alarms`)
      await page.getByRole('radiogroup', { name: 'Alarm status' }).waitFor()
      const tops = await page
        .getByRole('radiogroup', { name: 'Alarm status' })
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
      assert.equal(new Set(tops).size, 1)
    },
    { viewport: { width: 390, height: 844 } },
  ))
