/** Device profiles as the tenant administrator meets them: steps, transports, alarm rules, provisioning, files, refusals. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import type { ProfileAlarm } from '@sonde/model/device-profiles/alarm-rule'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { administrator, customer, openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })

interface Profile {
  readonly id: { readonly id: string }
  readonly name: string
  readonly transportType: string
  readonly provisionType: string
  readonly provisionDeviceKey: string | null
  readonly profileData: {
    readonly transportConfiguration: Readonly<Record<string, unknown>>
    readonly provisionConfiguration: { readonly provisionDeviceSecret: string | null }
    readonly alarms: readonly ProfileAlarm[] | null
  }
}

/** As it is typed: the platform puts the value in. */
const details = `At \${pressure} bar`

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const drawer = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true })
const main = (page: Page) => page.getByRole('main')
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()
const open = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true }).first().click()

async function stored(name: string): Promise<Profile> {
  const { data } = await stage.call<{ data: Profile[] }>(
    'GET',
    `/api/deviceProfiles?pageSize=100&page=0&textSearch=${encodeURIComponent(name)}`,
  )
  const profile = data.find((one) => one.name === name)
  assert.ok(profile, `There is no profile ${name}.`)
  return profile
}

const make = (name: string, transportType = 'DEFAULT', settings: object = {}) =>
  stage.call<Profile>('POST', '/api/deviceProfile', {
    name,
    type: 'DEFAULT',
    transportType,
    provisionType: 'DISABLED',
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: transportType, ...settings },
      provisionConfiguration: { type: 'DISABLED' },
      alarms: [],
    },
  })

test('a profile in four steps: faults on the way, protobuf, an alarm rule, keys made for it', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/deviceProfiles')
    await press(page, 'Add device profile')
    const add = dialog(page, 'Add device profile')
    const next = () => add.getByRole('button', { name: 'Next', exact: true }).click()
    await next()
    await add.getByText('Enter a name.').waitFor()
    await add.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
    await add.getByLabel('Name', { exact: true }).fill('p'.repeat(256))
    await add.getByText('This has 256 characters; use at most 255.').waitFor()
    await add.getByLabel('Name', { exact: true }).fill('Cold store')
    await next()

    await add.getByLabel('Transport', { exact: true }).selectOption('MQTT')
    await add.getByLabel('Attributes topic').fill('v1/devices/me/telemetry')
    await next()
    await add.getByText('Use another topic than for telemetry.').waitFor()
    await add.getByLabel('Attributes topic').fill('store/#/attributes')
    await add.getByText('Use + as a whole level only, and # as the last one.').waitFor()
    await add.getByLabel('Attributes topic').fill('store/+/attributes')
    await add.getByRole('radio', { name: 'Protobuf' }).click()
    await add.getByRole('textbox', { name: 'Telemetry schema' }).waitFor()
    await next()

    await add.getByRole('button', { name: 'Add alarm rule' }).click()
    await next()
    await add.getByText('Enter an alarm type, such as High temperature.').waitFor()
    await add.getByText('Needs attention').first().waitFor()
    await add.getByLabel('Alarm type').fill('Too warm')
    await add.getByRole('combobox', { name: 'Key', exact: true }).fill('temperature')
    await add.getByLabel('Value', { exact: true }).fill('warm')
    await next()
    await add.getByText('Enter a number.').waitFor()
    await add.getByLabel('Value', { exact: true }).fill('-18')
    await next()

    await add.getByLabel('Strategy').selectOption('ALLOW_CREATE_NEW_DEVICES')
    const key = await add.getByLabel('Provision device key').inputValue()
    assert.match(key, /^[a-z0-9]{20}$/)
    await add.getByLabel('Provision device secret').fill('')
    await add.getByRole('button', { name: 'Add device profile' }).click()
    await add.getByText('Enter a text, or make a new one.').waitFor()
    await add.getByLabel('Provision device secret').fill('cold-secret')
    await add.getByRole('button', { name: 'Add device profile' }).click()
    await drawer(page, 'Cold store').getByRole('heading', { name: 'Cold store' }).waitFor()

    const profile = await stored('Cold store')
    assert.deepEqual(
      [profile.transportType, profile.provisionType, profile.provisionDeviceKey],
      ['MQTT', 'ALLOW_CREATE_NEW_DEVICES', key],
    )
    assert.equal(profile.profileData.provisionConfiguration.provisionDeviceSecret, 'cold-secret')
    assert.equal(profile.profileData.transportConfiguration.deviceAttributesTopic, 'store/+/attributes')
    const [alarm] = profile.profileData.alarms ?? []
    assert.deepEqual(alarm?.createRules, {
      CRITICAL: {
        condition: {
          condition: [
            {
              key: { type: 'TIME_SERIES', key: 'temperature' },
              valueType: 'NUMERIC',
              predicate: {
                type: 'NUMERIC',
                operation: 'GREATER',
                value: { defaultValue: -18, userValue: null, dynamicValue: null },
              },
            },
          ],
          spec: { type: 'SIMPLE' },
        },
        schedule: { type: 'ANY_TIME' },
        alarmDetails: null,
        dashboardId: null,
      },
    })

    // The name is taken: the platform's words, and what was typed stays.
    await page.goto('/deviceProfiles?add=true')
    await add.getByLabel('Name', { exact: true }).fill('Cold store')
    await add.getByRole('button', { name: 'Create now' }).click()
    await add.getByRole('alert').waitFor()
    assert.equal(await add.getByLabel('Name', { exact: true }).inputValue(), 'Cold store')
  }))

test('an alarm rule in full: attributes for values, durations, a schedule, groups, clearing', async () => {
  const { id } = await make('Boiler')
  await stage.play(async (page) => {
    await openAs(page, tenant, `/deviceProfiles/${id.id}`)
    await page.getByRole('tab', { name: 'Alarm rules (0)' }).click()
    await press(page, 'Add alarm rule')
    await page.getByLabel('Alarm type').fill('Overpressure')
    await page.getByLabel('Severity', { exact: true }).selectOption('MAJOR')
    await page.getByRole('combobox', { name: 'Key', exact: true }).fill('pressure')
    await page.getByLabel('Operation').selectOption('GREATER_OR_EQUAL')
    await page.getByLabel('Value', { exact: true }).fill('7.5')
    await page.getByLabel('Value from').first().selectOption('CURRENT_DEVICE')
    await page.getByLabel('Attribute', { exact: true }).fill('pressureLimit')
    await page.getByLabel('Ask the owner when it is not there').check()
    await press(page, 'Make a group')
    await page.getByLabel('Value', { exact: true }).fill('0')

    await page.getByRole('radio', { name: 'For a time' }).click()
    await page.getByRole('radio', { name: 'One time range' }).click()
    await page.getByLabel('Sunday').uncheck()
    await page.getByLabel('From', { exact: true }).fill('06:30')
    await page.getByLabel('To', { exact: true }).fill('22:00')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('berlin')
    await page.getByRole('option', { name: /Europe\/Berlin/ }).click()
    await page.getByLabel('Details of the alarm').fill(details)

    // Another tab keeps the draft; saving there leads to what is wrong.
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByLabel('Description').fill('In the cellar')
    await page.keyboard.press('Control+s')
    await page.getByText('Use a whole number from 1 to 2,147,483,647.').waitFor()
    await page.getByLabel('Duration').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Duration').fill('90')
    await page.getByLabel('Unit', { exact: true }).selectOption('SECONDS')

    await press(page, 'Add clear rule')
    const clear = page.getByRole('group', { name: 'Clear when' })
    await clear.getByLabel('Key type').selectOption('ENTITY_FIELD')
    await clear.getByLabel('Value', { exact: true }).fill('spare')
    await page.getByLabel('Propagate along relations').check()
    await page.getByText('2 unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Device profile saved').waitFor()
    await page.getByRole('tab', { name: 'Alarm rules (1)' }).waitFor()
    await page.getByText('pressure').first().waitFor()

    // Leaving with a draft asks, moving between tabs does not.
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByLabel('Description').fill('Moved')
    await page.getByRole('tab', { name: 'Relations' }).click()
    await page.getByRole('link', { name: 'Devices', exact: true }).first().click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('tab', { name: 'Details' }).click()
    assert.equal(await page.getByLabel('Description').inputValue(), 'Moved')
    await press(page, 'Discard')
  })
  const [alarm] = (await stored('Boiler')).profileData.alarms ?? []
  assert.deepEqual(alarm?.createRules.MAJOR, {
    condition: {
      condition: [
        {
          key: { type: 'TIME_SERIES', key: 'pressure' },
          valueType: 'NUMERIC',
          predicate: {
            type: 'COMPLEX',
            operation: 'OR',
            predicates: [
              {
                type: 'NUMERIC',
                operation: 'GREATER_OR_EQUAL',
                value: {
                  defaultValue: 7.5,
                  userValue: null,
                  dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'pressureLimit', inherit: true },
                },
              },
              {
                type: 'NUMERIC',
                operation: 'GREATER',
                value: { defaultValue: 0, userValue: null, dynamicValue: null },
              },
            ],
          },
        },
      ],
      spec: {
        type: 'DURATION',
        unit: 'SECONDS',
        predicate: { defaultValue: 90, userValue: null, dynamicValue: null },
      },
    },
    schedule: {
      type: 'SPECIFIC_TIME',
      timezone: 'Europe/Berlin',
      daysOfWeek: [1, 2, 3, 4, 5, 6],
      startsOn: 23_400_000,
      endsOn: 79_200_000,
    },
    alarmDetails: details,
    dashboardId: null,
  })
  assert.equal(alarm?.propagate, true)
  assert.deepEqual(alarm?.clearRule?.condition.condition[0]?.key, { type: 'ENTITY_FIELD', key: 'name' })
})

test('SNMP, LwM2M and CoAP: their forms, and what they send', async () => {
  await make('Switches', 'SNMP')
  await make('Meters', 'LWM2M')
  await make('Sleepers', 'COAP')
  await stage.play(async (page) => {
    const save = async () => {
      await press(page, 'Save')
      await page.getByText('Device profile saved').first().waitFor()
      await page.getByText('unsaved').waitFor({ state: 'detached' })
    }
    const openTransport = async (name: string) => {
      await page.goto(`/deviceProfiles?textSearch=${name}`)
      await open(page, name)
      await page.getByRole('tab', { name: 'Transport' }).click()
    }
    await openAs(page, tenant, '/deviceProfiles')
    await openTransport('Switches')
    await press(page, 'Add a way')
    await press(page, 'Save')
    await page.getByText('Use numbers with dots, such as 1.3.6.1.2.1.1.5.0.').waitFor()
    await page.getByLabel('OID').fill('1.3.6.1.2.1.1.3.0')
    await page.getByLabel('Key', { exact: true }).fill('uptime')
    await page.getByLabel('Type', { exact: true }).selectOption('LONG')
    await page.getByLabel('Every, ms').fill('0')
    await page.getByText('Use a whole number of ms from 1.').waitFor()
    await page.getByLabel('Every, ms').fill('60000')
    await save()

    await openTransport('Meters')
    await page.getByRole('radio', { name: 'Bootstrap' }).click()
    await press(page, 'Add LwM2M server')
    await page.getByLabel('Short server id').fill('0')
    await page.getByLabel('Security mode').selectOption('RPK')
    await press(page, 'Save')
    await page.getByText('Use a number from 1 to 65534.').waitFor()
    await page.getByText('Enter the public key as base64 of DER.').waitFor()
    assert.equal(await page.getByLabel('Port', { exact: true }).inputValue(), '5686')
    await page.getByLabel('Short server id').fill('7')
    await page.getByLabel('Security mode').selectOption('NO_SEC')
    await page.getByRole('radio', { name: 'Other' }).click()
    await page.getByLabel('Firmware update').selectOption('2')
    await page.getByLabel('CoAP address').fill('http://x')
    await press(page, 'Save')
    await page.getByText('Enter an address that begins with coap:// or coaps://.').waitFor()
    await page.getByLabel('CoAP address').fill('coap://platform.example:5683')
    await save()

    await openTransport('Sleepers')
    await page.getByRole('radio', { name: 'Efento NB-IoT sensor' }).click()
    await page.getByLabel('Power saving mode').selectOption('PSM')
    await page.getByLabel('Activity timer', { exact: true }).fill('1')
    await press(page, 'Save')
    await page.getByText('Use a whole number of at least 1.28 s.').waitFor()
    await page.getByLabel('Unit of Activity timer').selectOption('MINUTES')
    await save()
  })
  const settings = async (name: string) => (await stored(name)).profileData.transportConfiguration
  assert.deepEqual((await settings('Switches')).communicationConfigs, [
    {
      spec: 'TELEMETRY_QUERYING',
      queryingFrequencyMs: 60_000,
      mappings: [{ oid: '1.3.6.1.2.1.1.3.0', key: 'uptime', dataType: 'LONG' }],
    },
  ])
  const { bootstrap, clientLwM2mSettings } = await settings('Meters')
  const [server] = bootstrap as { shortServerId: number; port: number; securityMode: string }[]
  assert.deepEqual([server?.shortServerId, server?.port, server?.securityMode], [7, 5685, 'NO_SEC'])
  assert.equal((clientLwM2mSettings as { fwUpdateResource: string }).fwUpdateResource, 'coap://platform.example:5683')
  assert.deepEqual(await settings('Sleepers'), {
    type: 'COAP',
    coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' },
    clientSettings: { powerMode: 'PSM', psmActivityTimer: 60_000, edrxCycle: null, pagingTransmissionWindow: null },
  })
})

test('LwM2M: an object of the library, its instances, what of it is kept and when it is told', async () => {
  const items = [
    ['5700', 'Sensor Value'],
    ['5701', 'Sensor Units'],
  ].map(([id, name]) => `<Item ID="${id}"><Name>${name}</Name><Operations>R</Operations></Item>`)
  const model = `<LWM2M><Object ObjectType="MODefinition"><Name>Temperature</Name><ObjectID>3303</ObjectID>
    <ObjectVersion>1.1</ObjectVersion><MultipleInstances>Multiple</MultipleInstances><Mandatory>Optional</Mandatory>
    <Resources>${items.join('')}</Resources></Object></LWM2M>`
  const data = Buffer.from(model).toString('base64')
  await stage.call('POST', '/api/resource', { resourceType: 'LWM2M_MODEL', fileName: '3303.xml', data })
  const { id } = await make('Thermometers', 'LWM2M')
  await stage.play(async (page) => {
    await openAs(page, tenant, `/deviceProfiles/${id.id}?tab=transport`)
    await page.getByRole('combobox', { name: 'Add an object' }).fill('temp')
    await page.getByRole('option', { name: /^Temperature/ }).click()
    await page.getByLabel('Number', { exact: true }).fill('0')
    await press(page, 'Add an instance')
    await page.getByText('Use a number from 0 to 65535 that is not there yet.').waitFor()
    await page.getByLabel('Number', { exact: true }).fill('3')
    await press(page, 'Add an instance')
    const value = page.getByRole('group', { name: 'Sensor Value' }).last()
    assert.equal(await value.getByLabel('Observe').isDisabled(), true)
    await value.getByLabel('Telemetry').check()
    await value.getByLabel('Observe').check()
    await value.getByLabel('Key of Sensor Value').fill('')
    await value.getByRole('button', { name: 'Set when devices tell it' }).click()
    await value.getByLabel('Longest period, s').fill('soon')
    await press(page, 'Save')
    await page.getByText('Enter a key.').waitFor()
    await page.getByText('Use a whole number from 0.').waitFor()
    await value.getByLabel('Key of Sensor Value').fill('temperature')
    await value.getByLabel('Longest period, s').fill('60')
    await press(page, 'Save')
    await page.getByText('Device profile saved').waitFor()
  })
  assert.deepEqual((await stored('Thermometers')).profileData.transportConfiguration.observeAttr, {
    observe: ['/3303_1.1/3/5700'],
    attribute: [],
    telemetry: ['/3303_1.1/3/5700'],
    keyName: { '/3303_1.1/3/5700': 'temperature' },
    attributeLwm2m: { '/3303_1.1/3/5700': { pmax: 60 } },
  })
})

test('new firmware says how many devices it reaches, and asks', async () => {
  const profile = await make('Trackers')
  const { id } = profile
  const firmware = await stage.call<{ id: { id: string } }>('POST', '/api/otaPackage', {
    type: 'FIRMWARE',
    title: 'Tracker firmware',
    version: '2.0',
    deviceProfileId: { entityType: 'DEVICE_PROFILE', id: id.id },
    usesUrl: true,
    url: 'https://updates.example/tracker.bin',
  })
  for (const name of ['Tracker 1', 'Tracker 2']) {
    await stage.call('POST', '/api/device', { name, deviceProfileId: { entityType: 'DEVICE_PROFILE', id: id.id } })
  }
  await stage.play(async (page) => {
    await openAs(page, tenant, `/deviceProfiles/${id.id}`)
    await page.getByRole('combobox', { name: 'Firmware' }).click()
    await page.getByRole('option', { name: 'Tracker firmware (2.0)' }).click()
    await press(page, 'Save')
    const question = page.getByRole('alertdialog', { name: 'Save and update devices?' })
    await question.getByText('2 devices get another firmware.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await press(page, 'Save')
    await question.getByRole('button', { name: 'Save and update' }).click()
    await page.getByText('Device profile saved').waitFor()

    // The device's form leads here.
    await page.goto('/devices?textSearch=Tracker%201')
    await open(page, 'Tracker 1')
    await page.getByRole('link', { name: 'Open profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'Trackers' }).waitFor()
    // What cannot work is refused by the platform, in its words: devices keep their transport.
    await page.getByRole('tab', { name: 'Transport' }).click()
    await page.getByRole('combobox', { name: 'Transport', exact: true }).selectOption('MQTT')
    await press(page, 'Save')
    await page.getByRole('alert').waitFor()
    await press(page, 'Discard')
    assert.equal(await page.getByRole('combobox', { name: 'Transport', exact: true }).inputValue(), 'DEFAULT')
  })
  const { firmwareId } = await stage.call<{ firmwareId: { id: string } }>('GET', `/api/deviceProfile/${id.id}`)
  assert.equal(firmwareId.id, firmware.id.id)
})

test('somebody else saved meanwhile: the page says so and lets choose', async () => {
  const profile = await make('Shared')
  await stage.play(async (page) => {
    await openAs(page, tenant, `/deviceProfiles/${profile.id.id}`)
    await page.getByLabel('Description').fill('Mine')
    await stage.call('POST', '/api/deviceProfile', { ...profile, description: 'Theirs' })
    await press(page, 'Save')
    await page.getByText('Somebody else changed this meanwhile.').waitFor()
    await press(page, 'Show theirs, drop mine')
    assert.equal(await page.getByLabel('Description').inputValue(), 'Theirs')
  })
})

test('as a file and back, the default, and what is not deleted', async () => {
  await make('Gold meters', 'MQTT', { deviceTelemetryTopic: 'gold/up', deviceAttributesTopic: 'gold/attributes' })
  await stage.play(async (page) => {
    await openAs(page, tenant, '/deviceProfiles')
    const menu = async (profile: string, item: string) => {
      await page.getByRole('button', { name: `More: ${profile}`, exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    const begun = page.waitForEvent('download')
    await menu('Gold meters', 'Export as JSON')
    const download = await begun
    assert.equal(download.suggestedFilename(), 'gold_meters.json')
    const text = await readFile(await download.path(), 'utf8')
    const file = JSON.parse(text)
    assert.deepEqual([file.name, file.id, file.tenantId, file.default], ['Gold meters', undefined, undefined, false])

    await press(page, 'Import')
    const bring = dialog(page, 'Import device profile')
    const give = (name: string, content: string) =>
      bring.getByLabel('File').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) })
    await give('other.json', '{"name":"A dashboard"}')
    await bring.getByText(/This file holds no device profile/).waitFor()
    await give('gold_meters.json', text)
    await bring.getByRole('button', { name: 'Import device profile' }).click()
    await bring.getByRole('alert').waitFor()
    await give('silver.json', text.replace('Gold meters', 'Silver meters'))
    await bring.getByRole('button', { name: 'Import device profile' }).click()
    await drawer(page, 'Silver meters').getByRole('heading', { name: 'Silver meters' }).waitFor()
    await page.goto('/deviceProfiles?pageSize=30')

    const makeDefault = async (profile: string) => {
      await menu(profile, 'Make default')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Make default' }).click()
      await page
        .getByRole('row', { name: new RegExp(profile) })
        .getByText('Yes')
        .waitFor()
    }
    await makeDefault('Silver meters')
    assert.equal(await page.getByRole('checkbox', { name: 'Select Silver meters' }).count(), 0)
    await page.getByRole('button', { name: 'More: Silver meters' }).click()
    assert.equal(await page.getByRole('menuitem', { name: 'Delete device profile' }).count(), 0)
    await page.keyboard.press('Escape')
    await makeDefault('default')

    // One that devices have stays; the platform says why.
    await menu('tank', 'Delete device profile')
    const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Delete device profile' })
    await sure.or(page.getByRole('alert')).first().waitFor()
    if (await sure.isVisible()) await sure.click()
    await page.getByRole('alert').waitFor()
    await main(page).getByRole('button', { name: 'tank', exact: true }).waitFor()

    await menu('Silver meters', 'Delete device profile')
    const gone = page.getByText('Silver meters deleted')
    await sure.or(gone).first().waitFor()
    if (await sure.isVisible()) await sure.click()
    await gone.waitFor()
    await until(
      'the row to go',
      () => main(page).getByRole('button', { name: 'Silver meters', exact: true }).count(),
      (count) => count === 0,
    )
  })
})

test('others have no business here', async () => {
  for (const account of [administrator, customer]) {
    await stage.play(async (page) => {
      await openAs(page, account, '/profile')
      await page.goto('/deviceProfiles')
      await page.getByRole('alertdialog').waitFor()
    })
  }
})

for (const width of [1440, 390]) {
  test(`axe finds nothing on device profiles at ${width} px`, () =>
    stage.play(
      async (page) => {
        const found: string[] = []
        await openAs(page, tenant, '/deviceProfiles')
        await main(page).getByText('MQTT').first().waitFor()
        found.push(...(await inspect(page, 'list')))

        await page.goto('/deviceProfiles?add=true')
        const add = dialog(page, 'Add device profile')
        await add.getByLabel('Name', { exact: true }).fill(`Looked at ${width}`)
        found.push(...(await inspect(page, 'details step')))
        const next = () => add.getByRole('button', { name: 'Next', exact: true }).click()
        await next()
        for (const transport of ['SNMP', 'COAP', 'LWM2M', 'MQTT']) {
          await add.getByLabel('Transport', { exact: true }).selectOption(transport)
          if (transport === 'SNMP') await add.getByRole('button', { name: 'Add a way' }).click()
          if (transport === 'LWM2M') {
            await add.getByRole('radio', { name: 'Bootstrap' }).click()
            await add.getByRole('button', { name: 'Add LwM2M server' }).click()
            await add.getByLabel('Short server id').waitFor()
          }
          if (transport !== 'MQTT') found.push(...(await inspect(page, transport)))
        }
        await add.getByRole('radio', { name: 'Protobuf' }).click()
        await add.getByRole('textbox', { name: 'Telemetry schema' }).waitFor()
        found.push(...(await inspect(page, 'protobuf')))
        await next()
        await add.getByRole('button', { name: 'Add alarm rule' }).click()
        await add.getByRole('button', { name: 'Make a group' }).click()
        await add.getByRole('radio', { name: 'For a time' }).click()
        await add.getByRole('radio', { name: 'Custom' }).click()
        await next()
        await add.getByText('Needs attention').first().waitFor()
        found.push(...(await inspect(page, 'alarm rule')))
        assert.deepEqual(found, [])
      },
      { bypassCSP: true, viewport: { width, height: 900 } },
    ))
}
