/** Creates dashboards from the keys of a device and of a profile: choice of keys, the new dashboard, undo, no data. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { storedProfile } from './device-profile-calls.ts'
import { choose, dialog, entries, main } from './page-parts.ts'
import { customer, openAs, openStage, phone, tenant, until, wide } from './stage.ts'

const stage = await openStage({ after })

interface Stored {
  readonly title: string
  readonly configuration: {
    readonly widgets: Record<string, { readonly typeAlias: string }>
    readonly states: Record<string, unknown>
  }
}

/** Id of the dashboard in the address. */
const openedId = (page: Page) =>
  until(
    'a dashboard in the address',
    async () => /\/dashboards\/([\da-f-]{36})/.exec(page.url())?.[1] ?? '',
    (id) => id !== '',
  )
const titles = async () =>
  (await stage.call<{ data: { title: string }[] }>('GET', '/api/tenant/dashboards?pageSize=100&page=0')).data.map(
    ({ title }) => title,
  )
const create = (page: Page, name: string) =>
  dialog(page, `Create dashboard of ${name}`).getByRole('button', { name: 'Create dashboard', exact: true }).click()

/** Describes keys of the vans, with a limit of the cargo's temperature. */
async function describeVans(): Promise<void> {
  const profile = await storedProfile(stage, 'delivery van')
  const condition = {
    condition: [
      {
        key: { type: 'TIME_SERIES', key: 'cargoTemperature' },
        valueType: 'NUMERIC',
        predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 8 } },
      },
    ],
    spec: { type: 'SIMPLE' },
  }
  await stage.call('POST', '/api/deviceProfile', {
    ...profile,
    profileData: {
      ...profile.profileData,
      alarms: [{ id: 'warm', alarmType: 'Too warm', createRules: { CRITICAL: { condition } }, propagate: false }],
    },
  })
  const keys = [
    { key: 'cargoTemperature', name: 'Cargo', unit: '°C', decimals: 1, min: -20, max: 30 },
    { key: 'fuel', name: 'Fuel', unit: '%' },
  ]
  await stage.call('PUT', `/api/v2/key-descriptions/${profile.id.id}`, { keys })
}

test('a dashboard of a device has the keys that were selected, and undo moves it to the trash', () =>
  stage.play(
    async (page) => {
      await describeVans()
      await stage.call('POST', '/api/dashboard', { title: 'Van V-01' })
      await openAs(page, tenant, '/devices?textSearch=Van%20V-01')
      await choose(page, 'Van V-01', 'Create dashboard')
      const asked = dialog(page, 'Create dashboard of Van V-01')
      // Names, units and limits are those of the profile; the title is free.
      await asked.getByText('Limits: > 8 °C').waitFor()
      const titleIs = (wanted: string) =>
        until(
          `title ${wanted}`,
          () => asked.getByRole('textbox', { name: 'Title', exact: true }).inputValue(),
          (now) => now === wanted,
        )
      await titleIs('Van V-01 2')
      const key = (name: RegExp) => asked.getByRole('checkbox', { name })
      assert.equal(await key(/^Fuel/).isChecked(), true)
      assert.equal(await key(/^active/).isChecked(), false)
      assert.deepEqual(await inspect(page, 'keys'), [])
      await asked.getByRole('checkbox', { name: 'Attributes', exact: true }).check()
      assert.equal(await key(/^active/).isChecked(), true)
      await asked.getByRole('checkbox', { name: 'Attributes', exact: true }).uncheck()
      await key(/^speed/).uncheck()
      await create(page, 'Van V-01')

      const id = await openedId(page)
      for (const title of ['Map', 'Alarms', 'Fuel', 'doorOpen']) {
        await main(page).getByText(title, { exact: true }).first().waitFor()
      }
      const stored = await stage.call<Stored>('GET', `/api/dashboard/${id}`)
      assert.equal(stored.title, 'Van V-01 2')
      assert.deepEqual(
        Object.values(stored.configuration.widgets)
          .map(({ typeAlias }) => typeAlias)
          .sort(),
        [
          'alarms_table',
          'basic_timeseries',
          'basic_timeseries',
          'gauge_justgage',
          'led_indicator',
          'openstreetmap',
          'simple_card',
          'state_chart',
        ],
      )
      assert.ok(!JSON.stringify(stored).includes('"speed"'))
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByText('Van V-01 2 moved to the trash').waitFor()
      await main(page).getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
      assert.deepEqual(
        (await titles()).filter((title) => title.startsWith('Van V-01')),
        ['Van V-01'],
      )

      // A device without data: what to do, in a narrow window too.
      await stage.makeDevice('Silent')
      await page.setViewportSize(phone)
      await page.goto(new URL('/devices?textSearch=Silent', page.url()).href)
      await entries(page).filter({ hasText: 'Silent' }).click()
      await page.locator('.sd-drawer').getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Create dashboard', exact: true }).click()
      const silent = dialog(page, 'Create dashboard of Silent')
      await silent.getByRole('heading', { name: 'This device hasn’t sent anything yet' }).waitFor()
      assert.equal(await silent.getByRole('button', { name: 'Create dashboard', exact: true }).isDisabled(), true)
      assert.deepEqual(await inspect(page, 'no keys'), [])
      await silent.getByRole('button', { name: 'Connect device' }).click()
      await page.getByRole('dialog', { name: /Connect/ }).waitFor()
    },
    { viewport: wide, bypassCSP: true, reducedMotion: 'reduce' },
  ))

test('a dashboard of a profile lists its devices, and a row opens the details; customers can’t create any', () =>
  stage.play(
    async (page) => {
      await openAs(page, tenant, '/deviceProfiles')
      await choose(page, 'delivery van', 'Create dashboard')
      const asked = dialog(page, 'Create dashboard of delivery van')
      await asked.getByRole('checkbox', { name: /^[Ff]uel/ }).waitFor()
      // The first attempt fails: the reason stays in the dialog.
      await page.route('**/api/dashboard', (route) =>
        route.fulfill({ status: 400, json: { status: 400, message: 'Too many dashboards', errorCode: 31 } }),
      )
      await create(page, 'delivery van')
      await asked.getByText('Too many dashboards').waitFor()
      await page.unroute('**/api/dashboard')
      await create(page, 'delivery van')

      const id = await openedId(page)
      const { configuration } = await stage.call<Stored>('GET', `/api/dashboard/${id}`)
      assert.deepEqual(Object.keys(configuration.states), ['default', 'details'])
      await main(page).getByText('Inactive', { exact: true }).waitFor()
      await main(page).getByRole('columnheader', { name: /^fuel/i }).waitFor()
      await main(page)
        .getByRole('row', { name: /^Van V-02/ })
        .getByRole('button', { name: 'Van V-02', exact: true })
        .click()
      await until('the details in the address', async () => new URL(page.url()).searchParams.has('state'), Boolean)
      await main(page).getByText('doorOpen', { exact: true }).first().waitFor()

      await openAs(page, customer, '/devices')
      await main(page)
        .getByRole('button', { name: /^More: / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Copy ID', exact: true }).waitFor()
      assert.equal(await page.getByRole('menuitem', { name: 'Create dashboard' }).count(), 0)
    },
    { viewport: wide },
  ))
