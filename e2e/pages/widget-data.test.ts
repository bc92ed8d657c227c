/** Data tab of a widget's settings: aliases, entities, keys and their values, which the widget shows at once. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { dialog, drawer, main, press } from './page-parts.ts'
import { openAs, openStage, phone, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const alias = 'b0000000-0000-4000-8000-000000000001'
const oven = await stage.makeDevice('Oven')
const cooler = await stage.makeDevice('Cooler')
const send = (id: string, values: object) =>
  stage.call('POST', `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values)
await send(oven.id, { heat: 211.26, load: 40 })
await send(cooler.id, { heat: 4.5 })

interface Key {
  readonly name: string
  readonly type: string
  readonly label: string
  readonly color: string
  readonly units?: string
  readonly decimals?: number
}

interface Config {
  readonly unknownKey?: string
  readonly datasources?: readonly {
    readonly type: string
    readonly entityAliasId: string
    readonly dataKeys: readonly Key[]
  }[]
  readonly alarmSource?: { readonly entityAliasId: string; readonly dataKeys: readonly Key[] }
  readonly alarmSeverityList?: readonly string[]
  readonly alarmTypeList?: readonly string[]
  readonly targetDeviceAliasIds?: readonly string[]
  readonly useDashboardTimewindow?: boolean
  readonly timewindow?: object
}

interface Stored {
  readonly configuration: {
    readonly widgets: Record<string, { readonly config: Config }>
    readonly entityAliases: Record<string, { readonly alias: string; readonly filter: object }>
  }
}

const types = {
  card: ['cards', 'attributes_card', 'latest'],
  one: ['cards', 'simple_card', 'latest'],
  chart: ['charts', 'basic_timeseries', 'timeseries'],
  alarms: ['alarm_widgets', 'alarms_table', 'alarm'],
  control: ['control_widgets', 'rpcbutton', 'rpc'],
} as const

/** Creates a dashboard with an alias of the oven and a widget of each of these types, named like it. */
async function makeDashboard(title: string, names: readonly (keyof typeof types)[]): Promise<string> {
  const widgets = names.map((name) => {
    const [bundleAlias, typeAlias, type] = types[name]
    const config = { title: name, showTitle: true, unknownKey: 'kept', datasources: [] }
    return [name, { isSystemType: true, bundleAlias, typeAlias, type, title: name, config }]
  })
  const places = names.map((name, at) => [name, { sizeX: 8, sizeY: 5, col: (at % 3) * 8, row: Math.floor(at / 3) * 5 }])
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets: Object.fromEntries(widgets),
      entityAliases: {
        [alias]: {
          id: alias,
          alias: 'My oven',
          filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: oven },
        },
      },
      states: { default: { name: title, root: true, layouts: { main: { widgets: Object.fromEntries(places) } } } },
    },
  })
  return id.id
}

const panel = (page: Page, name: string): Locator => drawer(page, `Settings of ${name}`)

async function openPanel(page: Page, name: string): Promise<Locator> {
  await main(page)
    .getByRole('button', { name: new RegExp(`^${name}, `) })
    .dblclick()
  await panel(page, name).getByRole('tab', { name: 'Data', selected: true }).waitFor()
  return panel(page, name)
}

async function chooseIn(field: Locator, text: string, option: string | RegExp): Promise<void> {
  await field.click()
  await field.fill(text)
  await field.page().getByRole('option', { name: option }).first().click()
}

const addKey = (place: Locator, text: string, option: string | RegExp) =>
  chooseIn(place.getByRole('combobox', { name: 'Add key' }), text, option)

const save = async (page: Page, title: string, id: string): Promise<Stored['configuration']> => {
  await press(page, 'Save')
  await page.getByText(`${title} saved`).first().waitFor()
  return (await stage.call<Stored>('GET', `/api/dashboard/${id}`)).configuration
}

test('a widget gets datasources and keys, shows their values at once, and all is stored as one step each', () =>
  stage.play(
    async (page) => {
      const id = await makeDashboard('Values', ['card', 'one', 'chart'])
      await openAs(page, tenant, `/dashboards/${id}`)
      await press(page, 'Edit dashboard')
      const card = await openPanel(page, 'card')
      const shown = main(page).locator('[data-widget=card]')

      // The only alias is the default; what is missing is a hint.
      await card.getByText('Add a datasource.').waitFor()
      await card.getByRole('button', { name: 'Add datasource' }).click()
      await card.getByText('Add a key.').waitFor()
      await addKey(card, 'hea', /^heat time series/)
      await shown.getByText('211.26').waitFor()
      await addKey(card, 'createdT', /^Created time/)
      await addKey(card, 'limit', /^Create limit as attribute/)
      await stage.call('POST', `/api/plugins/telemetry/DEVICE/${oven.id}/attributes/SERVER_SCOPE`, { limit: 999 })
      await shown.getByText('999').waitFor()
      await page.keyboard.press('Escape')

      // Edited in place; the widget follows.
      await card.getByRole('button', { name: /^heat/ }).click()
      await card.getByLabel('Label', { exact: true }).fill('Oven heat')
      await shown.getByText('Oven heat').waitFor()
      await chooseIn(card.getByRole('combobox', { name: 'Unit' }).first(), '°C', '°C')
      await card.getByLabel('Decimals').first().fill('16')
      await card.getByText('Enter a number from 0 to 15.').waitFor()
      await card.getByLabel('Decimals').first().fill('1')
      await shown.getByText('211.3').waitFor()
      assert.deepEqual(await inspect(page, 'Data tab'), [])
      await card.getByRole('button', { name: /^Oven heat/ }).click()

      // By keys: the focus stays on the moved key.
      const list = card.getByRole('list', { name: 'Data keys of My oven' })
      await card.getByRole('button', { name: 'Move Oven heat, 1 of 3' }).press('ArrowDown')
      await card.getByRole('button', { name: 'Move Oven heat, 2 of 3' }).and(page.locator(':focus')).waitFor()
      await page.keyboard.press('ArrowDown')
      await list.getByRole('listitem').nth(2).getByText('Oven heat').waitFor()
      await list.getByRole('button', { name: 'Move Oven heat, 3 of 3' }).dragTo(list.getByRole('listitem').first(), {
        targetPosition: { x: 40, y: 4 },
      })
      await card.getByRole('button', { name: 'Move Oven heat, 1 of 3' }).waitFor()

      // A second datasource of an entity, whose alias is added with it and undone with it.
      await card.getByRole('button', { name: 'Add datasource' }).click()
      const second = card.getByRole('list', { name: 'Datasources' }).locator('> li').nth(1)
      await chooseIn(second.getByRole('combobox', { name: 'Entity alias' }), '', 'Choose an entity…')
      const choose = dialog(page, 'Choose an entity')
      await chooseIn(choose.getByRole('combobox', { name: 'Device' }), 'Cooler', /^Cooler/)
      await choose.getByRole('button', { name: 'Choose', exact: true }).click()
      await addKey(second, 'heat', /^heat time series/)
      await shown.getByText('4.5').waitFor()
      await second.getByRole('button', { name: 'Remove heat' }).click()
      await shown.getByText('4.5').waitFor({ state: 'detached' })
      await page.getByRole('toolbar', { name: 'Dashboard editor' }).getByRole('button', { name: /^Undo/ }).click()
      await shown.getByText('4.5').waitFor()

      // A widget of one value: one datasource, one key.
      const one = await openPanel(page, 'one')
      await one.getByRole('button', { name: 'Add datasource' }).click()
      await one.getByText('Choose an alias.').waitFor()
      await chooseIn(one.getByRole('combobox', { name: 'Entity alias' }), 'oven', 'My oven')
      await addKey(one, 'load', /^load time series/)
      await main(page).locator('[data-widget=one]').getByText('40').first().waitFor()
      await one.getByText('1 of 1').waitFor()
      assert.equal(await one.getByRole('combobox', { name: 'Add key' }).count(), 0)
      assert.equal(await one.getByRole('button', { name: 'Add datasource' }).count(), 0)

      // A chart of a function in its own time window.
      const chart = await openPanel(page, 'chart')
      await chart.getByRole('switch', { name: 'Use the dashboard time window' }).click()
      await chart.getByRole('button', { name: 'Add datasource' }).click()
      await chart.getByLabel('Type').selectOption('Function')
      await addKey(chart, '', 'Sin')
      await page.keyboard.press('Escape')
      await chart.getByRole('button', { name: /^Sin/ }).click()
      await chart.getByRole('textbox', { name: 'Value function' }).waitFor()

      const { widgets, entityAliases } = await save(page, 'Values', id)
      const keys = widgets.card?.config.datasources?.[0]?.dataKeys ?? []
      assert.deepEqual(
        keys.map(({ name, type, label }) => [name, type, label]),
        [
          ['heat', 'timeseries', 'Oven heat'],
          ['createdTime', 'entityField', 'Created time'],
          ['limit', 'attribute', 'limit'],
        ],
      )
      assert.deepEqual([keys[0]?.units, keys[0]?.decimals], ['°C', 1])
      assert.equal(new Set(keys.map(({ color }) => color)).size, 3)
      assert.equal(widgets.card?.config.unknownKey, 'kept')
      const [, added = ''] = Object.keys(entityAliases)
      assert.deepEqual(entityAliases[added]?.filter, {
        type: 'singleEntity',
        resolveMultiple: false,
        singleEntity: cooler,
      })
      assert.equal(widgets.card?.config.datasources?.[1]?.entityAliasId, added)
      assert.equal(widgets.chart?.config.useDashboardTimewindow, false)
    },
    { bypassCSP: true },
  ))

test('alarms are chosen by source, status, severity and type; controls get a device; on a phone too', () =>
  stage.play(
    async (page) => {
      const id = await makeDashboard('Others', ['alarms', 'control'])
      await openAs(page, tenant, `/dashboards/${id}`)
      await press(page, 'Edit dashboard')
      const open = async (name: string) => {
        await main(page)
          .getByRole('button', { name: new RegExp(`^${name}, `) })
          .tap()
        await press(page, 'Settings')
        return page.getByRole('dialog', { name: `Settings of ${name}` })
      }
      const alarms = await open('alarms')
      await chooseIn(alarms.getByRole('combobox', { name: 'Entity alias' }), 'oven', 'My oven')
      await addKey(alarms, 'severity', /^Severity/)
      await alarms.getByRole('checkbox', { name: 'Critical' }).check()
      await alarms.getByRole('checkbox', { name: 'Major' }).check()
      await alarms.getByRole('textbox', { name: 'Alarm types' }).fill('Too hot;Too cold,')
      await alarms.getByText('Too cold').waitFor()
      await alarms.getByRole('button', { name: 'Close settings' }).click()
      await page.keyboard.press('Escape')

      const control = await open('control')
      await control.getByText('Choose an alias.').waitFor()
      await chooseIn(control.getByRole('combobox', { name: 'Target device' }), '', 'Choose a device…')
      const choose = dialog(page, 'Choose a device')
      await chooseIn(choose.getByRole('combobox', { name: 'Device' }), 'Oven', /^Oven/)
      await choose.getByRole('button', { name: 'Choose', exact: true }).click()
      await until(
        'the alias that the entity has already',
        () => control.getByRole('combobox', { name: 'Target device' }).inputValue(),
        (value) => value === 'My oven',
      )
      await control.getByRole('button', { name: 'Close settings' }).click()

      const { widgets, entityAliases } = await save(page, 'Others', id)
      assert.deepEqual(Object.keys(entityAliases), [alias])
      assert.deepEqual(widgets.control?.config.targetDeviceAliasIds, [alias])
      const config = widgets.alarms?.config
      assert.equal(config?.alarmSource?.entityAliasId, alias)
      assert.deepEqual(
        config?.alarmSource?.dataKeys.map(({ name, type }) => [name, type]),
        [['severity', 'alarm']],
      )
      assert.deepEqual(config?.alarmSeverityList, ['CRITICAL', 'MAJOR'])
      assert.deepEqual(config?.alarmTypeList, ['Too hot', 'Too cold'])
    },
    { viewport: phone, hasTouch: true },
  ))
