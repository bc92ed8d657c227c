/** Control widgets of a dashboard, with devices that are connected by MQTT and answer RPC calls. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { main } from './page-parts.ts'
import { openAs, openStage, type Ref, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const { platform } = stage
const aliasId = '6f8d5ad0-0000-4222-8333-0000000000e1'

const still = { reducedMotion: 'reduce' } as const

interface ControlWidget {
  readonly alias: string
  readonly title: string
  readonly settings?: object
  readonly hasDevice?: boolean
}

/** Creates a dashboard with control widgets for a device; returns its path. */
async function openBoard(device: Ref, title: string, controls: readonly ControlWidget[]): Promise<string> {
  const filter = { type: 'singleEntity', singleEntity: device, resolveMultiple: false }
  const place = (index: number) => ({ sizeX: 6, sizeY: 4, col: (index % 4) * 6, row: Math.floor(index / 4) * 4 })
  const widgets = controls.map(({ alias, title: name, settings = {}, hasDevice = true }) => ({
    isSystemType: true,
    bundleAlias: 'control_widgets',
    typeAlias: alias,
    type: 'rpc',
    title: name,
    config: {
      title: name,
      showTitle: false,
      targetDeviceAliasIds: hasDevice ? [aliasId] : [],
      settings: { title: name, ...settings },
    },
  }))
  const { id } = await stage.call<{ id: Ref }>('POST', '/api/dashboard', {
    title,
    configuration: {
      widgets: Object.fromEntries(widgets.map((widget, index) => [`w${index}`, widget])),
      states: {
        default: {
          name: title,
          root: true,
          layouts: { main: { widgets: Object.fromEntries(widgets.map((_, index) => [`w${index}`, place(index)])) } },
        },
      },
      entityAliases: { [aliasId]: { id: aliasId, alias: 'Valve', filter } },
    },
  })
  return `/dashboards/${id.id}`
}

interface Call {
  readonly method: string
  readonly params: unknown
}

/** Connects a device that answers each call with what `answer` returns; undefined: it doesn't answer. */
async function connectDevice(name: string, answer: (call: Call) => unknown) {
  const id = await stage.makeDevice(name)
  const client = await connectAsync({
    host: '127.0.0.1',
    port: platform.mqttPort,
    username: await stage.deviceToken(name),
    reconnectPeriod: 0,
  })
  const calls: Call[] = []
  client.on('message', (topic, payload) => {
    const call = JSON.parse(payload.toString()) as Call
    calls.push(call)
    const response = answer(call)
    if (response === undefined) return
    client.publish(topic.replace('request', 'response'), JSON.stringify(response), { qos: 1 })
  })
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
  const received = (method: string, params: unknown) =>
    until(
      `the call ${method} ${JSON.stringify(params)}`,
      async () => calls.map((call) => JSON.stringify([call.method, call.params])),
      (texts) => texts.includes(JSON.stringify([method, params])),
    )
  return { id, calls, received, end: () => client.endAsync() }
}

const widget = (page: Page, name: string) => main(page).getByRole('article', { name, exact: true })
const isOn = (page: Page, name: string, on: boolean) =>
  widget(page, name).getByRole('switch', { name, checked: on }).waitFor()

test('switches show what the device reports, send what the user sets, and take back what fails', async () => {
  let isOpen = true
  const valve = await connectDevice('Valve', ({ method, params }) => {
    if (method === 'getOpen') return isOpen
    if (method === 'getValue') return 'open'
    if (method !== 'setOpen') return undefined
    isOpen = params === true
    return {}
  })
  const attributes = `/api/plugins/telemetry/DEVICE/${valve.id.id}/SHARED_SCOPE`
  await stage.call('POST', attributes, { lamp: false })
  const path = await openBoard(valve.id, 'Valve board', [
    { alias: 'switch_control', title: 'Open', settings: { getValueMethod: 'getOpen', setValueMethod: 'setOpen' } },
    {
      alias: 'round_switch',
      title: 'Lamp',
      settings: { retrieveValueMethod: 'attribute', valueKey: 'lamp', setValueMethod: 'setLamp' },
    },
    {
      alias: 'switch_control',
      title: 'Coded',
      settings: {
        parseValueFunction: 'return data === "open";',
        convertValueFunction: 'return value ? "open" : { to: "shut" };',
      },
    },
    { alias: 'round_switch', title: 'Failing', settings: { parseValueFunction: 'var a = 1\nreturn missing.member' } },
    { alias: 'round_switch', title: 'Lonely', hasDevice: false },
  ])
  await stage.play(async (page) => {
    await openAs(page, tenant, path)
    await isOn(page, 'Open', true)
    await isOn(page, 'Lamp', false)
    await isOn(page, 'Coded', true)
    const failing = 'Parse value function failed at line 2, column 1. ReferenceError'
    await widget(page, 'Failing').getByRole('alert').getByText(failing).waitFor()
    await widget(page, 'Failing').getByRole('img', { name: failing }).waitFor()
    await widget(page, 'Lonely').getByText('This widget has no device.').waitFor()
    assert.deepEqual(await inspect(page, 'controls'), [])

    await widget(page, 'Open').getByRole('switch').press('Space')
    await valve.received('setOpen', false)
    await widget(page, 'Coded').getByRole('switch').click()
    await valve.received('setValue', { to: 'shut' })
    await isOn(page, 'Open', false)
    await stage.call('POST', attributes, { lamp: true })
    await isOn(page, 'Lamp', true)

    await valve.end()
    await widget(page, 'Lamp').getByRole('switch').click()
    await widget(page, 'Lamp').getByRole('alert').getByText('didn’t respond').waitFor()
    await isOn(page, 'Lamp', true)
    await widget(page, 'Lamp').getByRole('button', { name: 'Retry now' }).waitFor()
  }, still)
})

test('a lamp waits until its device is ready; a button shows the response; a knob sends where it stops', async () => {
  let isReady = false
  const pump = await connectDevice('Pump with knob', ({ method, params }) => {
    if (method === 'checkStatus') return isReady
    if (method === 'getValue') return '20'
    if (method === 'boost') return { taken: params }
    return {}
  })
  const attributes = `/api/plugins/telemetry/DEVICE/${pump.id.id}/SERVER_SCOPE`
  await stage.call('POST', attributes, { value: true })
  const path = await openBoard(pump.id, 'Pump board', [
    { alias: 'led_indicator', title: 'Running' },
    {
      alias: 'rpcbutton',
      title: 'Boost',
      settings: { buttonText: 'Boost now', oneWayElseTwoWay: false, methodName: 'boost', methodParams: '{"for": 5}' },
    },
    { alias: 'knob_control', title: 'Speed', settings: { maxValue: 200 } },
    { alias: 'update_attributes', title: 'Mode', settings: { entityParameters: '{"mode": "eco"}' } },
    { alias: 'slide_toggle_control', title: 'Night', settings: { retrieveValueMethod: 'none' } },
    { alias: 'rpcbutton', title: 'Broken', settings: { methodParams: '{"for"' } },
  ])
  await stage.play(async (page) => {
    await openAs(page, tenant, path)
    await widget(page, 'Running').getByText('The device isn’t ready').waitFor()
    await widget(page, 'Broken').getByText('aren’t valid JSON').waitFor()
    isReady = true
    await widget(page, 'Running').getByRole('button', { name: 'Retry now' }).click()
    await widget(page, 'Running').getByRole('img', { name: 'Running: on' }).waitFor()
    await stage.call('POST', attributes, { value: false })
    await widget(page, 'Running').getByRole('img', { name: 'Running: off' }).waitFor()

    await widget(page, 'Boost').getByRole('button', { name: 'Boost now' }).click()
    await widget(page, 'Boost').getByText('Response {"taken":{"for":5}}').waitFor()

    const knob = widget(page, 'Speed').getByRole('slider', { name: 'Speed' })
    const isAt = (value: number) => widget(page, 'Speed').locator(`[role=slider][aria-valuenow="${value}"]`).waitFor()
    await isAt(20)
    await knob.press('PageUp')
    await pump.received('setValue', 40)
    const box = await knob.boundingBox()
    assert.ok(box)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.3)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 2, box.y + 4)
    await page.mouse.up()
    await pump.received('setValue', 100)
    await isAt(100)

    await widget(page, 'Night').getByRole('switch', { name: 'Night' }).click()
    await pump.received('setValue', true)
    await widget(page, 'Mode').getByRole('button', { name: 'Update device attribute' }).click()
    await widget(page, 'Mode').getByText('Saved').waitFor()
    const stored = await stage.call<{ key: string; value: unknown }[]>(
      'GET',
      `/api/plugins/telemetry/DEVICE/${pump.id.id}/values/attributes/SERVER_SCOPE?keys=mode`,
    )
    assert.equal(stored[0]?.value, 'eco')
    assert.deepEqual(await inspect(page, 'more controls'), [])
  }, still)
  await pump.end()
})

test('a form checks, saves and restores attributes, and is locked by what it says', async () => {
  const boiler = await stage.makeDevice('Boiler with form')
  const telemetry = `/api/plugins/telemetry/DEVICE/${boiler.id}`
  await stage.call('POST', `${telemetry}/SHARED_SCOPE`, { limit: 70.0, isManual: true, coded: 'DEEP' })
  const key = (name: string, label: string, settings: object, type = 'attribute') => ({ name, label, type, settings })
  const shared = { dataKeyType: 'shared' }
  const dataKeys = [
    key('limit', 'Limit', { ...shared, dataKeyValueType: 'double', minValue: 10, maxValue: 90, required: true }),
    key('isManual', 'Manual', { ...shared, dataKeyValueType: 'booleanSwitch' }),
    key('note', 'Note', { ...shared, disabledOnDataKey: 'isManual' }),
    key('level', 'Level', { dataKeyType: 'timeseries', dataKeyValueType: 'integer' }, 'timeseries'),
    key('coded', 'Coded', {
      ...shared,
      useGetValueFunction: true,
      getValueFunctionBody: 'return value.toLowerCase()',
      useSetValueFunction: true,
      setValueFunctionBody: 'return value.toUpperCase() + " after " + originValue',
    }),
  ]
  const filter = { type: 'singleEntity', singleEntity: boiler, resolveMultiple: false }
  const place = { sizeX: 14, sizeY: 8, row: 0, col: 0 }
  const { id } = await stage.call<{ id: Ref }>('POST', '/api/dashboard', {
    title: 'Boiler form',
    configuration: {
      widgets: {
        w: {
          isSystemType: true,
          bundleAlias: 'input_widgets',
          typeAlias: 'update_multiple_attributes',
          type: 'latest',
          title: 'Form',
          config: {
            title: 'Form',
            settings: { showGroupTitle: true },
            datasources: [{ type: 'entity', entityAliasId: aliasId, dataKeys }],
          },
        },
      },
      states: { default: { name: 'Main', root: true, layouts: { main: { widgets: { w: place } } } } },
      entityAliases: { [aliasId]: { id: aliasId, alias: 'Boiler', filter } },
    },
  })
  const stored = async () => {
    const list = await stage.call<{ key: string; value: unknown }[]>(
      'GET',
      `${telemetry}/values/attributes/SHARED_SCOPE?keys=limit,note,isManual,coded`,
    )
    return Object.fromEntries(list.map(({ key: name, value }) => [name, value]))
  }
  await stage.play(async (page) => {
    await openAs(page, tenant, `/dashboards/${id.id}`)
    const form = widget(page, 'Form')
    await form.getByRole('group', { name: 'Boiler with form' }).waitFor()
    const limit = form.getByLabel('Limit')
    assert.equal(await limit.inputValue(), '70')
    const coded = form.getByLabel('Coded')
    await until(
      'what the function shows',
      () => coded.inputValue(),
      (text) => text === 'deep',
    )
    const save = form.getByRole('button', { name: 'Save' })
    assert.equal(await save.isDisabled(), true)
    await limit.fill('95')
    await form.getByText('Enter 90 or less.').waitFor()
    assert.equal(await save.isDisabled(), true)
    assert.deepEqual(await inspect(page, 'form'), [])
    await form.getByRole('button', { name: 'Undo' }).click()
    assert.equal(await limit.inputValue(), '70')
    await limit.fill('80.5')
    await form.getByLabel('Note').fill('checked')
    await form.getByLabel('Level').fill('7')
    await coded.fill('low')
    await save.click()
    await page.getByText('4 values saved').waitFor()
    assert.deepEqual(await stored(), {
      limit: 80.5,
      note: 'checked',
      isManual: true,
      coded: 'LOW after DEEP',
    })
    const latest = await stage.call<{ level: { value: string }[] }>('GET', `${telemetry}/values/timeseries?keys=level`)
    assert.equal(latest.level[0]?.value, '7')
    await page.locator('.sd-toast').getByRole('button', { name: 'Undo' }).click()
    await until(
      'the old values',
      stored,
      ({ limit: old, note, coded: text }) => old === 70 && note === undefined && text === 'DEEP',
    )
    await until(
      'the old limit in its field',
      () => limit.inputValue(),
      (text) => Number(text) === 70,
    )
    await form.getByRole('switch', { name: 'Manual' }).click()
    assert.equal(await form.getByLabel('Note').isDisabled(), true)
  }, still)
})
