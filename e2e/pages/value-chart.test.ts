/** Chart of a value from a user's perspective: from the list of devices to the chart of a telemetry key. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { drawer, region, rowOf } from './page-parts.ts'
import { customer, openAs, openStage, phone, tenant, until, wide } from './stage.ts'

const stage = await openStage({ after })

const send = async (token: string, values: unknown) => {
  const answer = await fetch(`${stage.platform.baseUrl}/api/v1/${token}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  assert.equal(answer.status, 200)
}

async function newDevice(name: string): Promise<{ id: string; token: string }> {
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name, type: 'default' })
  return { id: id.id, token: await stage.deviceToken(name) }
}

const curve = (page: Page, key: string) => page.getByRole('img', { name: new RegExp(`^${key}`) })
const statistics = (page: Page) => region(page, 'Statistics')
/** Number of the chart's own series. */
async function statistic(page: Page, name: string): Promise<Locator> {
  await statistics(page).getByRole('columnheader', { name }).waitFor()
  const names = await statistics(page).getByRole('columnheader').allTextContents()
  return statistics(page).locator('tbody tr').first().locator('th, td').nth(names.indexOf(name))
}
/** Pixels of content beyond the right edge. */
const beyond = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

test('from the list of devices to the curve in three clicks', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?textSearch=Tank+T-01')
    await rowOf(page, 'Tank T-01').getByRole('button', { name: 'Tank T-01', exact: true }).click()
    await drawer(page, 'Tank T-01').getByRole('tab', { name: 'Latest telemetry' }).click()
    await page.getByRole('img', { name: 'level in the last 24 hours' }).click()
    await curve(page, 'level').waitFor()
    await page.getByRole('button', { name: /Last 24 hours/ }).waitFor()
    assert.match((await (await statistic(page, 'Max')).textContent()) ?? '', /\d/)
    // The URL contains the state.
    await page.reload()
    await curve(page, 'level').waitFor()
    await page.goBack()
    await page.getByRole('columnheader', { name: 'Key', exact: true }).waitFor()
    // From anywhere: by the name of the key and the device.
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search' }).fill('level of Tank T-05')
    await page.getByRole('option', { name: 'Tank T-05, level' }).click()
    await drawer(page, 'Tank T-05').waitFor()
    await curve(page, 'level').waitFor()
  }))

test('long keys and values leave room for the age of the value, in the drawer and on a phone', async () => {
  const { id, token } = await newDevice('Meter with long keys')
  await send(token, {
    target_fw_checksum_algorithm: 'SHA256',
    target_fw_checksum: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    [`withoutAnySeparator${'X'.repeat(80)}`]: 12_345_678.123456,
  })
  for (const viewport of [wide, phone]) {
    await stage.play(
      async (page) => {
        await openAs(page, tenant, `/devices?open=${id}&tab=telemetry`)
        await page.getByRole('cell', { name: 'SHA256' }).waitFor()
        const table = page.locator('.sd-values-box')
        assert.equal(
          await table.evaluate<boolean, HTMLElement>((element) => element.scrollWidth <= element.clientWidth),
          true,
        )
      },
      { viewport },
    )
  }
})

test('a numeric attribute with telemetry under its key leads to the chart', () =>
  stage.play(async (page) => {
    const { id, token } = await newDevice('Dial')
    await send(token, { setpoint: 20 })
    await stage.call('POST', `/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, { setpoint: 21, capacity: 5 })
    await openAs(page, tenant, `/devices?textSearch=Dial&open=${id}&tab=attributes`)
    await page.getByText('Server', { exact: true }).click()
    await page.getByText('capacity, Only the current value is stored').waitFor()
    await page.getByRole('link', { name: 'setpoint' }).click()
    await curve(page, 'setpoint').waitFor()

    // The chart is added to a dashboard as a widget.
    await stage.call('POST', '/api/dashboard', { title: 'Dials', configuration: { widgets: {}, states: {} } })
    await page.getByRole('button', { name: 'Add to dashboard' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to dashboard' })
    await dialog.getByRole('combobox', { name: 'Dashboard' }).fill('Dials')
    await page.getByRole('option', { name: 'Dials' }).click()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Chart added to Dials').waitFor()
    await dialog.getByRole('link', { name: 'Open dashboard' }).click()
    await page
      .getByRole('article', { name: 'Dial, setpoint' })
      .getByRole('img', { name: /setpoint/ })
      .waitFor()
  }))

test('values come while one looks; each kind has its form and its statistics', () =>
  stage.play(async (page) => {
    const { id, token } = await newDevice('Curve')
    await send(token, { temperature: 10, mode: 'idle', running: true })
    await openAs(page, tenant, `/devices?textSearch=Curve&open=${id}&tab=telemetry&telemetry.key=temperature`)
    await curve(page, 'temperature').waitFor()
    await page.locator('.sd-value-now').getByText('10', { exact: true }).waitFor()
    await send(token, { temperature: 30 })
    await page.locator('.sd-value-now').getByText('30', { exact: true }).waitFor()
    // Both points are in one bucket of five minutes or in two.
    await (await statistic(page, 'Points')).getByText(/^[12]$/).waitFor()
    assert.equal(await page.getByText('Total', { exact: true }).count(), 0)

    await page.getByRole('button', { name: 'Previous key' }).click()
    await page.getByRole('button', { name: 'Previous key' }).click()
    await page.getByRole('cell', { name: 'idle' }).waitFor()
    await (await statistic(page, 'Points')).getByText('1', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Next key' }).click()
    await curve(page, 'running').waitFor()
    assert.equal(await page.getByText('Max', { exact: true }).count(), 0)

    await page.getByRole('button', { name: 'Export telemetry' }).click()
    const dialog = page.getByRole('dialog').last()
    assert.equal(await dialog.getByLabel('running', { exact: true }).isChecked(), true)
    assert.equal(await dialog.getByLabel('mode', { exact: true }).isChecked(), false)
  }))

test('limits of the alarm rules and alarms of the device are on its chart', () =>
  stage.play(async (page) => {
    const numeric = (defaultValue: number) => ({ type: 'NUMERIC', operation: 'GREATER', value: { defaultValue } })
    const rule = (limit: number) => ({
      condition: {
        condition: [{ key: { type: 'TIME_SERIES', key: 'heat' }, valueType: 'NUMERIC', predicate: numeric(limit) }],
        spec: { type: 'SIMPLE' },
      },
    })
    const createRules = { CRITICAL: rule(92), WARNING: rule(85) }
    await stage.call('POST', '/api/deviceProfile', {
      name: 'oven',
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: { type: 'DEFAULT' },
        alarms: [{ id: 'a', alarmType: 'Too hot', createRules }],
      },
    })
    const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name: 'Oven', type: 'oven' })
    await openAs(page, tenant, `/devices?textSearch=Oven&open=${id.id}&tab=telemetry`)
    const token = await stage.deviceToken('Oven')
    await send(token, { heat: 80 })
    await page.getByRole('button', { name: 'heat', exact: true }).press('Enter')
    await page.getByText('Limits from the alarm rules of profile oven').waitFor()
    await page.getByText('Critical above 92, Warning above 85').waitFor()
    const state = page.locator('.sd-value-state')
    assert.equal(await state.count(), 0)
    await send(token, { heat: 88.5 })
    await state.getByText(/^Warning since \d\d:\d\d, 3\.5 to critical$/).waitFor()
    // The alarm appears while the page is open.
    await send(token, { heat: 95 })
    const alarms = page.getByRole('region', { name: 'Alarms in this time window' })
    await alarms.getByText('Critical, active since').waitFor()
    await state.getByText(/^Critical since \d\d:\d\d$/).waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/limits.png` })
    await alarms.getByRole('link', { name: 'Too hot' }).click()
    await page.getByRole('complementary', { name: 'Too hot' }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Open rules' }).click()
    await drawer(page, 'oven').waitFor()
  }))

test('unit and decimals change where the setting in effect is stored, and come back with Undo', () =>
  stage.play(async (page) => {
    const profile = await stage.call<{ id: { id: string } }>('POST', '/api/deviceProfile', {
      name: 'scale',
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
    })
    const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name: 'Scale', type: 'scale' })
    const profilePath = `/api/v2/key-descriptions/${profile.id.id}`
    await stage.call('PUT', profilePath, { keys: [{ key: 'weight', name: 'Weight', unit: 'kg' }] })
    await send(await stage.deviceToken('Scale'), { weight: 12.34 })
    type Keys = { keys: { key: string; unit?: string; decimals?: number }[] }
    const stored = async () => {
      const all = await stage.call<Keys & { profiles: (Keys & { deviceProfileId: string })[] }>(
        'GET',
        '/api/v2/key-descriptions',
      )
      const own = all.profiles.find(({ deviceProfileId }) => deviceProfileId === profile.id.id)
      return [all, own].map((list) => list?.keys.find(({ key }) => key === 'weight'))
    }

    await openAs(page, tenant, `/devices?open=${id.id}&tab=telemetry&telemetry.key=weight`)
    await page.locator('.sd-value-now').getByText('12.34\u00a0kg', { exact: true }).waitFor()
    // The profile has a unit of its own, but no decimals.
    await page.getByRole('button', { name: 'Unit kg' }).click()
    const box = page.getByRole('dialog', { name: 'Unit of Weight' })
    await box.getByText('For devices with profile scale').waitFor()
    await box.getByRole('combobox').fill('lb')
    await page.keyboard.press('Enter')
    await page.getByText('Unit of Weight changed to lb').waitFor()
    await page.locator('.sd-value-now').getByText('12.34\u00a0lb', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Decimals Auto' }).press('ArrowDown')
    await page.getByRole('menu', { name: 'Decimals of Weight' }).getByText('For all entities').waitFor()
    await page.getByRole('menuitemradio', { name: '1', exact: true }).click()
    await page.locator('.sd-value-now').getByText('12.3\u00a0lb', { exact: true }).waitFor()
    assert.deepEqual(await stored(), [
      { key: 'weight', decimals: 1 },
      { key: 'weight', name: 'Weight', unit: 'lb' },
    ])

    const toast = page.getByRole('status').filter({ hasText: 'Decimals of Weight changed to 1' })
    await toast.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.sd-value-now').getByText('12.34\u00a0lb', { exact: true }).waitFor()
    assert.deepEqual(await stored(), [undefined, { key: 'weight', name: 'Weight', unit: 'lb' }])

    // Customer users see no controls.
    await openAs(page, customer, '/devices')
    await page.locator('tbody').getByRole('row').first().getByRole('button').first().click()
    await page.getByRole('tab', { name: 'Latest telemetry' }).click()
    await page.locator('.sd-values-open').first().click()
    await page.locator('.sd-value-chart').getByRole('img').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /^(Unit|Decimals) / }).count(), 0)
  }))

test('the chart compares with other devices and keys, and Explore carries them on', () =>
  stage.play(async (page) => {
    const { id } = await stage.call<{ id: { id: string } }>('GET', '/api/tenant/devices?deviceName=Tank%20T-01')
    await openAs(page, tenant, `/devices?open=${id.id}&tab=telemetry&telemetry.key=level`)
    await curve(page, 'level').waitFor()
    assert.equal((await page.locator('.sd-drawer').boundingBox())?.width, 640)
    const rows = statistics(page).locator('tbody tr')
    const rowsAre = (count: number) =>
      until(
        `${count} series`,
        () => rows.count(),
        (now) => now === count,
      )
    // Other devices with the key, by pointer and by keyboard.
    await page.getByRole('button', { name: 'Compare device' }).click()
    await page.getByRole('option', { name: 'Tank T-05' }).click()
    await rowsAre(2)
    await rows.filter({ hasText: 'Tank T-05' }).getByRole('cell', { name: /\d/ }).first().waitFor()
    await page.getByRole('button', { name: 'Add key' }).press('Enter')
    await page.keyboard.type('infl')
    await page.getByRole('option', { name: /inflow/ }).waitFor()
    await page.keyboard.press('Enter')
    await rowsAre(3)
    await rows.filter({ hasText: 'Tank T-01, inflow' }).waitFor()
    // The plot has two axes only.
    await page.getByRole('button', { name: 'Add key' }).click()
    await page.getByRole('option', { name: /outflow/ }).click()
    await page.getByText('The chart has two axes already.').waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/compared.png` })

    await page.reload()
    await rowsAre(3)
    await page.getByRole('button', { name: 'Remove Tank T-01, inflow' }).click()
    await rowsAre(2)
    // The other device follows to the next key.
    await page.getByRole('button', { name: 'Next key' }).click()
    await curve(page, 'outflow').waitFor()
    await rows.filter({ hasText: 'Tank T-05' }).waitFor()
    await page.getByRole('button', { name: 'Previous key' }).click()
    await curve(page, 'level').waitFor()

    // Escape closes the search, not the chart.
    await page.getByRole('button', { name: 'Add key' }).click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add key' }).and(page.locator(':focus')).waitFor()
    await page.getByRole('link', { name: 'Open in Explore' }).click()
    await page.getByText('2 of 12 series').waitFor()
    await statistics(page).getByRole('row', { name: 'Tank T-05, level' }).waitFor()
    await page.goBack()
    await rowsAre(2)
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Key', exact: true }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('telemetry.with'), null)
  }))

test('by keyboard: Enter opens the curve, arrows read it, Escape leads back to the key', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?textSearch=Tank+T-01')
    await rowOf(page, 'Tank T-01').getByRole('button', { name: 'Tank T-01', exact: true }).press('Enter')
    await drawer(page, 'Tank T-01').getByRole('tab', { name: 'Latest telemetry' }).press('Enter')
    await page.getByRole('button', { name: 'level', exact: true }).press('Enter')
    await curve(page, 'level').press('End')
    await page.locator('.sd-value-chart [aria-live]').getByText('level').waitFor()
    await page.keyboard.press('Escape')
    await curve(page, 'level').locator('.u-cursor-x.u-off').waitFor({ state: 'attached' })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'level', exact: true }).and(page.locator(':focus')).waitFor()
    await drawer(page, 'Tank T-01').waitFor()
  }))

test('in a low window the actions stay above the hints of the drawer', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/devices?textSearch=Tank+T-01')
      await rowOf(page, 'Tank T-01').getByRole('button', { name: 'Tank T-01', exact: true }).click()
      await drawer(page, 'Tank T-01').getByRole('tab', { name: 'Latest telemetry' }).click()
      await page.getByRole('button', { name: 'level', exact: true }).click()
      await curve(page, 'level').waitFor()
      const link = page.getByRole('link', { name: 'Open in Explore' })
      await link.scrollIntoViewIfNeeded()
      const actions = await link.boundingBox()
      const hints = await page.locator('.sd-details-foot').boundingBox()
      assert.ok(actions && hints && actions.y + actions.height <= hints.y, 'The hints cover the actions.')
    },
    { viewport: { width: 1280, height: 640 } },
  ))

test('customer users read the curves of their devices', () =>
  stage.play(async (page) => {
    await openAs(page, customer, '/devices')
    await page.locator('tbody').getByRole('row').first().getByRole('button').first().click()
    await page.getByRole('tab', { name: 'Latest telemetry' }).click()
    await page.locator('.sd-values-open').first().click()
    await page.locator('.sd-value-chart').getByRole('img').first().waitFor()
  }))

for (const viewport of [wide, phone]) {
  test(`axe finds nothing at ${viewport.width} px, in either colour scheme`, () =>
    stage.play(
      async (page) => {
        const path = '/api/tenant/devices?deviceName=Tank%20T-01'
        const { id } = await stage.call<{ id: { id: string } }>('GET', path)
        await openAs(page, tenant, `/devices?textSearch=Tank+T-01&open=${id.id}&tab=telemetry`)
        await page.locator('.sd-values-open').filter({ hasText: 'level' }).waitFor()
        assert.deepEqual(await inspect(page, 'keys'), [])
        await page.locator('.sd-values-open').filter({ hasText: 'level' }).click()
        await curve(page, 'level').waitFor()
        await page.getByRole('button', { name: 'Compare device' }).click()
        await page.getByRole('option', { name: 'Tank T-05' }).waitFor()
        assert.deepEqual(await inspect(page, 'search'), [])
        await page.getByRole('option', { name: 'Tank T-05' }).click()
        await statistics(page).getByRole('row', { name: 'Tank T-05' }).waitFor()
        assert.deepEqual(await inspect(page, 'curve'), [])
        assert.ok((await beyond(page)) <= 0, 'The page is wider than its window.')
        if (process.env.SHOTS) {
          for (const colorScheme of ['dark', 'light'] as const) {
            await page.emulateMedia({ colorScheme })
            await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
            await page.screenshot({ path: `${process.env.SHOTS}/curve-${viewport.width}-${colorScheme}.png` })
          }
        }
      },
      { viewport, bypassCSP: true },
    ))
}
