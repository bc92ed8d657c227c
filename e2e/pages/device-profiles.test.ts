/**
 * Device profiles from a tenant administrator's perspective: wizard, firmware, concurrent edits, files, the default
 * profile, rejections.
 */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test, { after } from 'node:test'
import { inspect } from './axe.ts'
import { makeProfile, storedProfile, temperatureIs } from './device-profile-calls.ts'
import { choose, dialog, drawer, main, makeDefault, open, openMenu, press } from './page-parts.ts'
import { administrator, customer, openAs, openStage, tenant, until } from './stage.ts'

const stage = await openStage({ after })

test('a profile in four steps: faults on the way, an alarm rule, keys made for it', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/deviceProfiles')
    await press(page, 'Add device profile')
    const add = dialog(page, 'Add device profile')
    const next = () => add.getByRole('button', { name: 'Next', exact: true }).click()
    await next()
    await add.getByText('Enter a name.').waitFor()
    await add.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
    await add.getByLabel('Name', { exact: true }).fill('p'.repeat(256))
    await add.getByText('Use at most 255 characters (now 256).').waitFor()
    await add.getByLabel('Name', { exact: true }).fill('Cold store')
    await next()

    await add.getByLabel('Transport', { exact: true }).selectOption('MQTT')
    await add.getByLabel('Attributes topic').fill('v1/devices/me/telemetry')
    await next()
    await add.getByText('Enter a different topic than for telemetry.').waitFor()
    await add.getByLabel('Attributes topic').fill('store/#/attributes')
    await add.getByText('Use + as a whole level only, and # as the last level.').waitFor()
    await add.getByLabel('Attributes topic').fill('store/+/attributes')
    await add.getByText('Devices send JSON. Protobuf isn’t supported.').waitFor()
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
    await add.getByText('Enter a value, or generate one.').waitFor()
    await add.getByLabel('Provision device secret').fill('cold-secret')
    await add.getByRole('button', { name: 'Add device profile' }).click()
    await drawer(page, 'Cold store').getByRole('heading', { name: 'Cold store' }).waitFor()

    const profile = await storedProfile(stage, 'Cold store')
    assert.deepEqual(
      [profile.transportType, profile.provisionType, profile.provisionDeviceKey],
      ['MQTT', 'ALLOW_CREATE_NEW_DEVICES', key],
    )
    assert.equal(profile.profileData.provisionConfiguration.provisionDeviceSecret, 'cold-secret')
    assert.equal(profile.profileData.transportConfiguration.deviceAttributesTopic, 'store/+/attributes')
    const [alarm] = profile.profileData.alarms ?? []
    assert.deepEqual(alarm?.createRules, {
      CRITICAL: {
        condition: temperatureIs('GREATER', -18),
        schedule: { type: 'ANY_TIME' },
        alarmDetails: null,
        dashboardId: null,
      },
    })

    // The name is taken: the server's message is shown, and the input stays.
    await page.goto('/deviceProfiles?add=true')
    await add.getByLabel('Name', { exact: true }).fill('Cold store')
    await add.getByRole('button', { name: 'Create now' }).click()
    await add.getByRole('alert').waitFor()
    assert.equal(await add.getByLabel('Name', { exact: true }).inputValue(), 'Cold store')
  }))

const schema = (name: string, fields: string) => `syntax = "proto3";\nmessage ${name} { ${fields} }`
const protobuf = {
  transportPayloadType: 'PROTOBUF',
  deviceTelemetryProtoSchema: schema('M', 'optional int32 a = 1;'),
  deviceAttributesProtoSchema: schema('M', 'optional int32 a = 1;'),
  deviceRpcRequestProtoSchema: schema(
    'M',
    'optional string method = 1; optional int32 requestId = 2; optional string params = 3;',
  ),
  deviceRpcResponseProtoSchema: schema('M', 'optional string payload = 1;'),
}

test('a stored profile that asks for Protobuf says that it does not work, and is saved with JSON', async () => {
  const topics = { deviceTelemetryTopic: 'p/tel', deviceAttributesTopic: 'p/att' }
  const { id } = await makeProfile(stage, 'Binary', 'MQTT', {
    ...topics,
    transportPayloadTypeConfiguration: protobuf,
  })
  await stage.play(async (page) => {
    await openAs(page, tenant, `/deviceProfiles/${id.id}?tab=transport`)
    await page.getByRole('tab', { name: 'Transport' }).click()
    await page.getByText('This profile uses Protobuf, which isn’t supported.').waitFor()
    await page.getByRole('textbox', { name: 'Telemetry schema' }).waitFor()
    await page.getByLabel('Telemetry topic').fill('other/tel')
    await press(page, 'Save')
    await page.getByRole('alert').getByText('Protobuf isn’t supported. Use JSON, or also accept JSON.').waitFor()
    await press(page, 'Use JSON')
    await press(page, 'Save')
    await page.getByText('Device profile saved').waitFor()
  })
  const stored = await storedProfile(stage, 'Binary')
  assert.deepEqual(stored.profileData.transportConfiguration.transportPayloadTypeConfiguration, {
    transportPayloadType: 'JSON',
  })
})

test('new firmware says how many devices it reaches, and asks', async () => {
  const profile = await makeProfile(stage, 'Trackers')
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
    await question.getByText('2 devices get new firmware.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await press(page, 'Save')
    await question.getByRole('button', { name: 'Save and update' }).click()
    await page.getByText('Device profile saved').waitFor()

    // The device's form links to the profile.
    await page.goto('/devices?textSearch=Tracker%201')
    await open(page, 'Tracker 1')
    await page.getByRole('link', { name: 'Open profile' }).click()
    await page.getByRole('heading', { level: 1, name: 'Trackers' }).waitFor()
    // The server rejects the change with its own message: devices keep their transport.
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
  const profile = await makeProfile(stage, 'Shared')
  await stage.play(async (page) => {
    await openAs(page, tenant, `/deviceProfiles/${profile.id.id}`)
    await page.getByLabel('Description').fill('Mine')
    await stage.call('POST', '/api/deviceProfile', { ...profile, description: 'Theirs' })
    await press(page, 'Save')
    await page.getByText('Someone else changed this.').waitFor()
    await press(page, 'Discard my changes')
    assert.equal(await page.getByLabel('Description').inputValue(), 'Theirs')
  })
})

test('as a file and back, the default, and what is not deleted', async () => {
  await makeProfile(stage, 'Gold meters', 'MQTT', {
    deviceTelemetryTopic: 'gold/up',
    deviceAttributesTopic: 'gold/attributes',
  })
  await stage.play(async (page) => {
    await openAs(page, tenant, '/deviceProfiles')
    const begun = page.waitForEvent('download')
    await choose(page, 'Gold meters', 'Export as JSON')
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
    await bring.getByText(/This file isn’t a device profile/).waitFor()
    await give('gold_meters.json', text)
    await bring.getByRole('button', { name: 'Import device profile' }).click()
    await bring.getByRole('alert').waitFor()
    await give('silver.json', text.replace('Gold meters', 'Silver meters'))
    await bring.getByRole('button', { name: 'Import device profile' }).click()
    await drawer(page, 'Silver meters').getByRole('heading', { name: 'Silver meters' }).waitFor()
    await page.goto('/deviceProfiles?pageSize=30')

    await makeDefault(page, 'Silver meters')
    assert.equal(await page.getByRole('checkbox', { name: 'Select Silver meters' }).count(), 0)
    await openMenu(page, 'Silver meters')
    assert.equal(await page.getByRole('menuitem', { name: 'Delete device profile' }).count(), 0)
    await page.keyboard.press('Escape')
    await makeDefault(page, 'default')

    // A profile that is used by devices can't be deleted; the server's message is shown.
    await choose(page, 'tank', 'Delete device profile')
    await page.getByRole('alert').waitFor()
    await main(page).getByRole('button', { name: 'tank', exact: true }).waitFor()

    await choose(page, 'Silver meters', 'Delete device profile')
    const gone = page.getByText('Silver meters deleted')
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
        const transport = add.getByLabel('Transport', { exact: true })
        assert.deepEqual(await transport.locator('option').allTextContents(), ['Default', 'MQTT'])
        await transport.selectOption('MQTT')
        found.push(...(await inspect(page, 'MQTT')))
        await next()
        await add.getByRole('button', { name: 'Add alarm rule' }).click()
        found.push(...(await inspect(page, 'sentence')))
        await add.getByRole('button', { name: 'More options' }).click()
        await add.getByRole('button', { name: 'Create group' }).click()
        await add.getByRole('radio', { name: 'Duration' }).click()
        await add.getByRole('radio', { name: 'Custom' }).click()
        await next()
        await add.getByText('Needs attention').first().waitFor()
        found.push(...(await inspect(page, 'alarm rule')))
        assert.deepEqual(found, [])
      },
      { bypassCSP: true, viewport: { width, height: 900 } },
    ))
}
