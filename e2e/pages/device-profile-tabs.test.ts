/** Tabs of a device profile from a tenant administrator's perspective: alarm rules, transports, LwM2M objects. */

import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { AlarmRule } from '@sonde/model/device-profiles/alarm-rule'
import type { Locator } from 'playwright-core'
import { makeProfile, storedProfile } from './device-profile-calls.ts'
import { main, open, press } from './page-parts.ts'
import { openAs, openStage, phone, tenant } from './stage.ts'

const stage = await openStage({ after })

/** Template as typed by the user: the server inserts the value. */
const details = `At \${pressure} bar`

const ways = { clicks: 'in at most 8 clicks', taps: 'in at most 8 taps on a phone', keys: 'by keys' } as const

for (const way of ['clicks', 'taps', 'keys'] as const) {
  test(`an alarm rule as a sentence, from the list of profiles, ${ways[way]}`, async () => {
    const name = `Oven ${way}`
    await makeProfile(stage, name)
    const device = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name: `${name} 1`, type: name })
    const values = { temperature: 60 }
    await stage.call('POST', `/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, values)
    await stage.play(
      async (page) => {
        await openAs(page, tenant, `/deviceProfiles?textSearch=${encodeURIComponent(name)}`)
        let clicks = 0
        const activate = async (target: Locator) => {
          if (way !== 'keys') {
            clicks++
            return way === 'taps' ? target.tap() : target.click()
          }
          await target.focus()
          await page.keyboard.press('Enter')
        }
        await activate(
          way === 'taps'
            ? main(page).getByRole('listitem').getByRole('button', { name })
            : main(page).getByRole('button', { name, exact: true }),
        )
        await activate(page.getByRole('tab', { name: 'Alarm rules (0)' }))
        await activate(page.getByRole('button', { name: 'Add alarm rule' }))
        await page.getByRole('combobox', { name: 'Key', exact: true }).and(page.locator(':focus')).waitFor()
        await page.keyboard.type('temperature')
        if (way !== 'keys') await activate(page.getByLabel('Value', { exact: true }))
        else for (const _ of ['operation', 'value']) await page.keyboard.press('Tab')
        await page.keyboard.type('50')
        assert.equal(await page.getByLabel('Alarm type').inputValue(), 'High temperature')
        await page.getByText('temperature is greater than 50', { exact: true }).waitFor()
        await page.getByRole('button', { name: 'Test on the last 7 days' }).click()
        await page.getByText(/^Would have raised 1 alarm on 1 device in the last 7 days/).waitFor()
        await activate(page.getByRole('button', { name: 'Clear when temperature is 50 or less' }))
        if (way !== 'keys') await activate(page.getByRole('button', { name: 'Save', exact: true }))
        else await page.keyboard.press('Control+s')
        await page.getByText('Device profile saved').waitFor()
        assert.ok(clicks <= 8, `${clicks} clicks`)
      },
      way === 'taps' ? { viewport: phone, hasTouch: true } : {},
    )
    const [alarm] = (await storedProfile(stage, name)).profileData.alarms ?? []
    assert.equal(alarm?.alarmType, 'High temperature')
    const operationOf = (rule: AlarmRule | null | undefined) => {
      const [filter] = rule?.condition.condition ?? []
      return [filter?.key.key, filter?.predicate.operation, rule?.condition.spec.type]
    }
    assert.deepEqual(operationOf(alarm?.createRules.CRITICAL), ['temperature', 'GREATER', 'SIMPLE'])
    assert.deepEqual(operationOf(alarm?.clearRule), ['temperature', 'LESS_OR_EQUAL', 'SIMPLE'])
  })
}

test('an alarm rule in full: attributes for values, durations, a schedule, groups, clearing', async () => {
  const { id } = await makeProfile(stage, 'Boiler')
  await stage.play(async (page) => {
    await openAs(page, tenant, `/deviceProfiles/${id.id}`)
    await page.getByRole('tab', { name: 'Alarm rules (0)' }).click()
    await press(page, 'Add alarm rule')
    await press(page, 'More options')
    await page.getByLabel('Alarm type').fill('Overpressure')
    await page.getByLabel('Severity', { exact: true }).selectOption('MAJOR')
    await page.getByRole('combobox', { name: 'Key', exact: true }).fill('pressure')
    await page.getByLabel('Operation').selectOption('GREATER_OR_EQUAL')
    await page.getByLabel('Value', { exact: true }).fill('7.5')
    await page.getByLabel('Value from').first().selectOption('CURRENT_DEVICE')
    await page.getByLabel('Attribute', { exact: true }).fill('pressureLimit')
    await page.getByLabel('Use the owner’s attribute if missing').check()
    await press(page, 'Create group')
    await page.getByLabel('Value', { exact: true }).fill('0')

    await page.getByRole('radio', { name: 'Duration' }).click()
    await page.getByRole('radio', { name: 'Time range' }).click()
    await page.getByLabel('Sunday').uncheck()
    await page.getByLabel('From', { exact: true }).fill('06:30')
    await page.getByLabel('To', { exact: true }).fill('22:00')
    await page.getByRole('combobox', { name: 'Time zone' }).fill('berlin')
    await page.getByRole('option', { name: /Europe\/Berlin/ }).click()
    await page.getByLabel('Alarm details').fill(details)

    // Changing the tab keeps the draft; saving there leads to the invalid field.
    await page.getByRole('tab', { name: 'Details' }).click()
    await page.getByLabel('Description').fill('In the cellar')
    await page.keyboard.press('Control+s')
    await page.getByText('Enter a whole number from 1 to 2,147,483,647.').waitFor()
    await page.getByLabel('Duration').and(page.locator(':focus')).waitFor()
    await page.getByLabel('Duration').fill('90')
    await page.getByLabel('Unit', { exact: true }).selectOption('SECONDS')

    await press(page, 'Other clear rule')
    const clear = page.getByRole('group', { name: 'Clear when' })
    await clear.getByRole('button', { name: 'More options' }).click()
    await clear.getByLabel('Key type').selectOption('ENTITY_FIELD')
    await clear.getByLabel('Value', { exact: true }).fill('spare')
    await page.getByLabel('Propagate along relations').check()
    await page.getByText('2 unsaved changes').waitFor()
    await page.keyboard.press('Control+s')
    await page.getByText('Device profile saved').waitFor()
    await page.getByRole('tab', { name: 'Alarm rules (1)' }).waitFor()
    await page.getByText('pressure').first().waitFor()

    // Leaving the page with a draft asks for confirmation, changing tabs doesn't.
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
    await press(page, 'Add communication')
    await press(page, 'Save')
    await page.getByText('Enter numbers separated by dots, such as 1.3.6.1.2.1.1.5.0.').waitFor()
    await page.getByLabel('OID').fill('1.3.6.1.2.1.1.3.0')
    await page.getByLabel('Key', { exact: true }).fill('uptime')
    await page.getByLabel('Type', { exact: true }).selectOption('LONG')
    await page.getByLabel('Interval (ms)').fill('0')
    await page.getByText('Enter a whole number of 1 ms or more.').waitFor()
    await page.getByLabel('Interval (ms)').fill('60000')
    await save()

    await openTransport('Meters')
    await page.getByRole('radio', { name: 'Bootstrap' }).click()
    await press(page, 'Add LwM2M server')
    await page.getByLabel('Short server ID').fill('0')
    await page.getByLabel('Security mode').selectOption('RPK')
    await press(page, 'Save')
    await page.getByText('Enter a number from 1 to 65534.').waitFor()
    await page.getByText('Enter the public key as Base64-encoded DER.').waitFor()
    assert.equal(await page.getByLabel('Port', { exact: true }).inputValue(), '5686')
    await page.getByLabel('Short server ID').fill('7')
    await page.getByLabel('Security mode').selectOption('NO_SEC')
    await page.getByRole('radio', { name: 'Other' }).click()
    await page.getByLabel('Firmware update').selectOption('2')
    await page.getByLabel('CoAP URL').fill('http://x')
    await press(page, 'Save')
    await page.getByText('Enter a URL that begins with coap:// or coaps://.').waitFor()
    await page.getByLabel('CoAP URL').fill('coap://platform.example:5683')
    await save()

    await openTransport('Sleepers')
    await page.getByRole('radio', { name: 'Efento NB-IoT sensor' }).click()
    await page.getByLabel('Power saving mode').selectOption('PSM')
    await page.getByLabel('Activity timer', { exact: true }).fill('1')
    await press(page, 'Save')
    await page.getByText('Enter a whole number of at least 1.28 s.').waitFor()
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
    await page.getByRole('combobox', { name: 'Add object' }).fill('temp')
    await page.getByRole('option', { name: /^Temperature/ }).click()
    await page.getByLabel('Number', { exact: true }).fill('0')
    await press(page, 'Add instance')
    await page.getByText('Enter an unused number from 0 to 65535.').waitFor()
    await page.getByLabel('Number', { exact: true }).fill('3')
    await press(page, 'Add instance')
    const value = page.getByRole('group', { name: 'Sensor Value' }).last()
    assert.equal(await value.getByLabel('Observe').isDisabled(), true)
    await value.getByLabel('Telemetry').check()
    await value.getByLabel('Observe').check()
    await value.getByLabel('Key of Sensor Value').fill('')
    await value.getByRole('button', { name: 'Set LwM2M attributes' }).click()
    await value.getByLabel('Maximum period (s)').fill('soon')
    await press(page, 'Save')
    await page.getByText('Enter a key.').waitFor()
    await page.getByText('Enter a whole number of 0 or more.').waitFor()
    await value.getByLabel('Key of Sensor Value').fill('temperature')
    await value.getByLabel('Maximum period (s)').fill('60')
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
