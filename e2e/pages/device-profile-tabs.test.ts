/** The tabs of a device profile as the tenant administrator fills them in: alarm rules, transports, objects of LwM2M. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { makeProfile, storedProfile } from './device-profile-calls.ts'
import { open, press } from './page-parts.ts'
import { openAs, openStage, tenant } from './stage.ts'

const stage = await openStage({ after })

/** As it is typed: the platform puts the value in. */
const details = `At \${pressure} bar`

test('an alarm rule in full: attributes for values, durations, a schedule, groups, clearing', async () => {
  const { id } = await makeProfile(stage, 'Boiler')
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
  const [alarm] = (await storedProfile(stage, 'Boiler')).profileData.alarms ?? []
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
  await makeProfile(stage, 'Switches', 'SNMP')
  await makeProfile(stage, 'Meters', 'LWM2M')
  await makeProfile(stage, 'Sleepers', 'COAP')
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
  const settings = async (name: string) => (await storedProfile(stage, name)).profileData.transportConfiguration
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
  const { id } = await makeProfile(stage, 'Thermometers', 'LWM2M')
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
  assert.deepEqual((await storedProfile(stage, 'Thermometers')).profileData.transportConfiguration.observeAttr, {
    observe: ['/3303_1.1/3/5700'],
    attribute: [],
    telemetry: ['/3303_1.1/3/5700'],
    keyName: { '/3303_1.1/3/5700': 'temperature' },
    attributeLwm2m: { '/3303_1.1/3/5700': { pmax: 60 } },
  })
})
