/** Names and units of keys: set for the tenant and for a profile, and shown with all values. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { region } from './page-parts.ts'
import { openAs, openStage, phone, tenant } from './stage.ts'

const stage = await openStage({ after })

interface Made {
  readonly id: { readonly id: string }
  readonly deviceProfileId: { readonly id: string }
}

const device = await stage.call<Made>('POST', '/api/device', { name: 'Boiler B-1', type: 'boiler' })
const deviceToken = await stage.deviceToken('Boiler B-1')
async function send(values: object): Promise<void> {
  const { status } = await fetch(`${stage.platform.baseUrl}/api/v1/${deviceToken}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  })
  assert.equal(status, 200)
}
await send({ steam: 12.3456 })

const row = (page: Page, key: string) => page.getByRole('group', { name: key, exact: true })
const save = async (page: Page) => {
  await page.getByRole('button', { name: /^Save/ }).click()
  await page
    .getByText(/saved$/)
    .first()
    .waitFor()
}
const beyond = (page: Page) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

test('a unit is set for the tenant, overridden by a profile, and shown with the value', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/settings/keys')
      await page.getByRole('button', { name: 'Add key' }).click()
      await page.getByRole('combobox', { name: 'Key', exact: true }).fill('steam')
      await page.getByRole('option', { name: 'steam', exact: true }).click()
      await row(page, 'steam').getByLabel('Display name').fill('Steam pressure')
      await row(page, 'steam').getByLabel('Unit').fill('bar')
      await row(page, 'steam').getByLabel('Decimals').fill('1')
      await row(page, 'steam').getByLabel('Minimum').fill('0')
      await row(page, 'steam').getByLabel('Maximum').fill('0')
      await page.getByRole('button', { name: /^Save/ }).click()
      await page.getByText('Enter more than the minimum.').waitFor()
      assert.deepEqual(await inspect(page, 'names and units'), [])
      await row(page, 'steam').getByLabel('Maximum').fill('20')
      await save(page)

      await page.goto(`/devices?textSearch=Boiler&open=${device.id.id}&tab=telemetry`)
      await page.getByRole('button', { name: 'Steam pressure steam' }).waitFor()
      await page.getByRole('complementary').getByText('12.3 bar', { exact: true }).waitFor()

      await page.goto(`/deviceProfiles?textSearch=boiler&open=${device.deviceProfileId.id}&tab=keys`)
      await page.getByRole('button', { name: 'steam', exact: true }).click()
      assert.equal(await row(page, 'steam').getByLabel('Display name').getAttribute('placeholder'), 'Steam pressure')
      await row(page, 'steam').getByLabel('Unit').fill('psi')
      await save(page)
      assert.deepEqual(await inspect(page, 'names and units of a profile'), [])

      await page.goto(`/devices?textSearch=Boiler&open=${device.id.id}&tab=telemetry`)
      await page.getByRole('complementary').getByText('12.3 psi', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Steam pressure steam' }).click()
      await page.getByRole('heading', { name: 'Steam pressure steam' }).waitFor()
      await page.getByRole('img', { name: /^Steam pressure/ }).waitFor()
      assert.deepEqual(await inspect(page, 'chart of a named key'), [])
    },
    { bypassCSP: true },
  ))

test('a named key is found, drawn and compared in Explore by its name and unit, and causes of alarms use both', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/explore')
      const finder = page.getByRole('combobox', { name: 'Add series' })
      await finder.fill('pressure of boiler')
      await page.getByRole('option', { name: 'Boiler B-1, Steam pressure' }).waitFor()
      await finder.press('ArrowDown')
      await finder.press('Enter')
      const statistics = region(page, 'Statistics')
      const values = statistics.getByRole('row', { name: 'Boiler B-1, Steam pressure psi' })
      await values.getByText('12.3', { exact: true }).first().waitFor()
      await region(page, 'Charts').getByRole('heading', { name: 'Steam pressure', exact: true }).waitFor()
      await region(page, 'Steam pressure chart 1, psi').waitFor()
      await finder.press('Escape')
      assert.deepEqual(await inspect(page, 'Explore of a named key'), [])

      const profile = await stage.call<{ profileData: object }>(
        'GET',
        `/api/deviceProfile/${device.deviceProfileId.id}`,
      )
      const predicate = { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 20 } }
      const condition = [{ key: { type: 'TIME_SERIES', key: 'steam' }, valueType: 'NUMERIC', predicate }]
      const createRules = { MAJOR: { condition: { condition, spec: { type: 'SIMPLE' } } } }
      const alarms = [{ id: 'a', alarmType: 'Too much steam', createRules }]
      await stage.call('POST', '/api/deviceProfile', { ...profile, profileData: { ...profile.profileData, alarms } })
      await send({ steam: 25.5 })
      await page.goto('/alarms?textSearch=steam')
      await page.getByRole('button', { name: 'Too much steam', exact: true }).click()
      const details = page.getByRole('complementary', { name: 'Too much steam' })
      await details.getByText('Steam pressure was 25.5 psi, greater than 20 psi.').waitFor()
    },
    { bypassCSP: true },
  ))

test('on a phone each key is a card', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/settings/keys')
      await row(page, 'steam').waitFor()
      assert.equal(await beyond(page), 0)
      assert.deepEqual(await inspect(page, 'names and units on a phone'), [])
    },
    { viewport: phone, bypassCSP: true },
  ))
