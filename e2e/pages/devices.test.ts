/**
 * Devices from a user's perspective: list, details, attributes, telemetry, the wizard, commands; with real MQTT
 * clients.
 */

import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import test, { after } from 'node:test'
import { promisify } from 'node:util'
import { connectAsync } from 'mqtt'
import type { Page } from 'playwright-core'
import { inspect } from './axe.ts'
import { choose, drawer, rowOf, rows } from './page-parts.ts'
import { openAs, openStage, patienceMs, tenant, until } from './stage.ts'

const stage = await openStage({ after })
const { platform } = stage
const run = promisify(execFile)

const sortBy = (page: Page, column: string) =>
  page.getByRole('columnheader', { name: column }).getByRole('button', { name: column })

async function createDevice(name: string): Promise<{ id: string; token: string }> {
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', { name, type: 'default' })
  return { id: id.id, token: await stage.deviceToken(name) }
}

const send = (token: string, values: unknown) =>
  fetch(`${platform.baseUrl}/api/v1/${token}/telemetry`, { method: 'POST', body: JSON.stringify(values) })

async function openDevice(page: Page, name: string, tab: string): Promise<void> {
  await openAs(page, tenant, `/devices?textSearch=${encodeURIComponent(name)}`)
  await rowOf(page, name).getByRole('button', { name, exact: true }).click()
  await drawer(page, name).getByRole('tab', { name: tab }).click()
}

const connectDevice = (username: string) =>
  connectAsync({ host: '127.0.0.1', port: platform.mqttPort, username, reconnectPeriod: 0 })

test('the list: search, sort, page', () =>
  stage.play(async (page) => {
    const sizes: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // The others count devices.
      const size = searchParams.get('pageSize') ?? '1'
      if (pathname === '/api/tenant/deviceInfos' && size !== '1') sizes.push(size)
    })
    await openAs(page, tenant, '/devices')
    // As many as the window has room for, loaded once.
    await page.getByText('1–13 of 30').waitFor()
    assert.equal(await rows(page).count(), 13)
    assert.deepEqual(sizes, ['13'])
    const box = page.locator('main .sd-table-box')
    assert.equal(await box.evaluate((element) => element.scrollHeight > element.clientHeight), false)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText('14–26 of 30').waitFor()
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('30')
    await page.getByText('1–30 of 30').waitFor()
    assert.equal(await rows(page).count(), 30)

    await sortBy(page, 'Name').click()
    const first = (name: string) => rows(page).first().getByRole('button', { name, exact: true }).waitFor()
    await first('Meter M-01')
    await sortBy(page, 'Name').click()
    await first('Weather station yard')

    const searches: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // Counts of the segments use pages of one row.
      const isList = pathname === '/api/tenant/deviceInfos' && searchParams.get('pageSize') !== '1'
      if (isList) searches.push(searchParams.get('textSearch') ?? '')
    })
    await page.getByRole('searchbox', { name: 'Search devices' }).pressSequentially('Pump P-0', { delay: 10 })
    await page.getByText('1–8 of 8').waitFor()
    await page.waitForURL((url) => url.searchParams.get('textSearch') === 'Pump P-0')
    assert.ok(searches.length <= 3, `Typing at speed asked for each letter: ${JSON.stringify(searches)}`)
    await page.reload()
    await page.getByText('1–8 of 8').waitFor()
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('no such device')
    await page.getByText('No device matches “no such device”').waitFor()
  }))

test('details open and close by keyboard, and stay in the address', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices?textSearch=Tank')
    await rowOf(page, 'Tank T-01').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(' T-01')
    await rowOf(page, 'Tank T-06').waitFor({ state: 'detached' })
    await rowOf(page, 'Tank T-01').getByRole('button', { name: 'Tank T-01', exact: true }).focus()
    await page.keyboard.press('Enter')
    await drawer(page, 'Tank T-01').getByRole('heading', { name: 'Tank T-01' }).waitFor()
    await page.waitForURL((url) => url.searchParams.has('open'))
    await page.reload()
    await drawer(page, 'Tank T-01').getByRole('heading', { name: 'Tank T-01' }).waitFor()
    await drawer(page, 'Tank T-01').getByRole('tab', { name: 'Details' }).focus()
    await page.keyboard.press('Escape')
    await drawer(page, 'Tank T-01').waitFor({ state: 'detached' })
    await rowOf(page, 'Tank T-01').getByRole('button', { name: 'Open as page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tank T-01' }).waitFor()
  }))

for (const scope of ['Server', 'Shared']) {
  test(`attributes of the ${scope.toLowerCase()} scope: add, edit, delete, undo`, () =>
    stage.play(async (page) => {
      const name = `Attributes ${scope}`
      const { id } = await createDevice(name)
      const stored = () =>
        stage.call<{ key: string; value: unknown }[]>(
          'GET',
          `/api/plugins/telemetry/DEVICE/${id}/values/attributes/${scope.toUpperCase()}_SCOPE?keys=limit`,
        )
      const row = page.getByRole('row', { name: /limit/ })
      await openDevice(page, name, 'Attributes')
      await page.getByRole('radio', { name: scope }).click()

      await page.getByRole('button', { name: 'Add attribute' }).click()
      const add = page.getByRole('dialog', { name: 'Add attribute' })
      await add.getByLabel('Key').fill('limit')
      await add.getByLabel('Type').selectOption({ label: 'Integer' })
      await add.getByLabel('Value').fill('not a number')
      await add.getByRole('button', { name: 'Add', exact: true }).click()
      await add.getByText('Enter a whole number').waitFor()
      await add.getByLabel('Value').fill('41')
      await add.getByRole('button', { name: 'Add', exact: true }).click()
      await row.getByRole('cell', { name: '41' }).waitFor()

      await row.hover()
      await page.getByRole('button', { name: 'Edit limit' }).click()
      const edit = page.getByRole('dialog', { name: 'Edit limit' })
      await edit.getByLabel('Value').fill('42')
      await edit.getByRole('button', { name: 'Save' }).click()
      await row.getByRole('cell', { name: '42' }).waitFor()
      assert.deepEqual(
        (await stored()).map(({ value }) => value),
        [42],
      )

      await row.hover()
      await page.getByRole('button', { name: 'Delete limit' }).click()
      await row.waitFor({ state: 'detached' })
      assert.deepEqual(await stored(), [])
      await page.getByRole('button', { name: 'Undo' }).click()
      await row.getByRole('cell', { name: '42' }).waitFor()
      assert.deepEqual(
        (await stored()).map(({ value }) => value),
        [42],
      )
    }))
}

test('latest telemetry changes while one looks', () =>
  stage.play(async (page) => {
    const { token } = await createDevice('Telemetry')
    await openDevice(page, 'Telemetry', 'Latest telemetry')
    await page.getByText('No telemetry yet').waitFor()
    await send(token, { temperature: 18.5, mode: 'idle' })
    await page.getByRole('row', { name: /temperature 18.5/ }).waitFor()
    await page.getByRole('row', { name: /mode idle/ }).waitFor()
    await send(token, { temperature: 19.25, running: true })
    await page.getByRole('row', { name: /temperature 19.25/ }).waitFor()
    await page.getByRole('row', { name: /running Yes/ }).waitFor()
  }))

test('latest telemetry has its last day beside it', () =>
  stage.play(async (page) => {
    const rejected: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) rejected.push(`${response.status()} ${response.url()}`)
    })
    await openDevice(page, 'Tank T-01', 'Latest telemetry')
    await page.getByRole('img', { name: 'level in the last 24 hours' }).waitFor()
    assert.deepEqual(rejected, [])
  }))

test('the wizard: its own command sends the first message, which the page sees', () =>
  stage.play(async (page) => {
    await openAs(page, tenant, '/devices')
    await page.getByRole('button', { name: 'Add device' }).click()
    const wizard = page.getByRole('dialog', { name: 'Add device' })
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByText('Enter a name.').waitFor()
    await wizard.getByLabel('Name', { exact: true }).fill('Wizard made')
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByLabel('Credentials type').waitFor()
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByRole('button', { name: 'Create device' }).click()
    await wizard.getByText('Waiting for data…').waitFor()

    // The HTTP command is only read, to check that it contains the same token.
    const commandOf = (tool: string) =>
      wizard
        .getByText(new RegExp(`^${tool} `))
        .first()
        .textContent()
    await wizard.getByRole('radio', { name: 'HTTP' }).click()
    const curl = (await commandOf('curl')) ?? ''
    await wizard.getByRole('radio', { name: 'MQTT' }).click()
    const command = (await commandOf('mosquitto_pub')) ?? ''
    const token = /-u (\S+)/.exec(command)?.[1]
    assert.ok(token && curl.includes(`/api/v1/${token}/telemetry`), `${command}\n${curl}`)

    await run('sh', ['-c', command], { timeout: patienceMs })
    await wizard.getByText('First message received').waitFor()
    await wizard.getByText('temperature').last().waitFor()
    await wizard.getByText('21.5', { exact: true }).waitFor()
    await run('sh', ['-c', curl], { timeout: patienceMs })
    await wizard.getByRole('button', { name: 'Done' }).click()
    await wizard.waitFor({ state: 'detached' })
    await rowOf(page, 'Wizard made').getByText('Active').waitFor()
  }))

interface Stored {
  readonly deviceProfileId: { readonly id: string }
  readonly customerId: { readonly id: string }
  readonly type: string
  readonly label: string
  readonly additionalInfo: { readonly gateway?: boolean; readonly description?: string }
}

/** The stored device of this name, and its credentials. */
async function storedDevice(name: string) {
  const found = await stage.call<{ id: { id: string } }>(
    'GET',
    `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`,
  )
  const device = await stage.call<Stored>('GET', `/api/device/${found.id.id}`)
  const credentials = await stage.call<{ credentialsType: string; credentialsId: string; credentialsValue: string }>(
    'GET',
    `/api/device/${found.id.id}/credentials`,
  )
  return { device, credentials }
}

async function startWizard(page: Page, name: string) {
  await openAs(page, tenant, '/devices')
  await page.getByRole('button', { name: 'Add device' }).click()
  const wizard = page.getByRole('dialog', { name: 'Add device' })
  await wizard.getByLabel('Name', { exact: true }).fill(name)
  return wizard
}

test('the wizard makes a new profile, a device with a token of its own, and gives it to a customer', () =>
  stage.play(async (page) => {
    const wizard = await startWizard(page, 'Wizard profile')
    await wizard.getByRole('radio', { name: 'New profile' }).click()
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByText('Enter a name for the profile.').waitFor()
    await wizard.getByLabel('Profile name').fill('greenhouse')
    await wizard.getByLabel('Label').fill('Bay 7')
    assert.equal(await wizard.getByLabel('Gateway').count(), 0, 'the gateway API is not supported')
    await wizard.getByLabel('Description').fill('By the south door')
    await wizard.getByRole('button', { name: 'Next' }).click()

    await wizard.getByLabel('Transport').selectOption('MQTT')
    await wizard.getByLabel('Strategy').selectOption('ALLOW_CREATE_NEW_DEVICES')
    await wizard.getByRole('button', { name: 'Next' }).click()

    await wizard.getByRole('button', { name: 'Add alarm rule' }).click()
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByText('Enter a key.').first().waitFor()
    await wizard.getByRole('combobox', { name: 'Key', exact: true }).fill('temperature')
    await wizard.getByLabel('Value', { exact: true }).fill('40')
    await wizard.getByLabel('Alarm type').fill('Greenhouse too hot')
    await wizard.getByRole('button', { name: 'Next' }).click()

    await wizard.getByLabel('Access token').fill('t'.repeat(33))
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByText('Use 1 to 32 characters.').waitFor()
    await wizard.getByLabel('Access token').fill('greenhouse-token')
    await wizard.getByRole('button', { name: 'Next' }).click()

    const { title: customerName } = await stage.call<{ title: string }>('POST', '/api/customer', {
      title: 'Zebra gardens',
    })
    const customer = wizard.getByRole('combobox', { name: 'Customer' })
    await customer.fill('Zebra')
    await wizard.getByRole('option', { name: customerName }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await customer.inputValue(), customerName)
    // Going back and forth keeps all input.
    await wizard.getByRole('button', { name: 'Back' }).click()
    assert.equal(await wizard.getByLabel('Access token').inputValue(), 'greenhouse-token')
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByRole('button', { name: 'Create device' }).click()
    await wizard.getByText('Waiting for data…').waitFor()

    const { device, credentials } = await storedDevice('Wizard profile')
    assert.deepEqual(
      [device.type, device.label, device.additionalInfo.description],
      ['greenhouse', 'Bay 7', 'By the south door'],
    )
    assert.deepEqual([credentials.credentialsType, credentials.credentialsId], ['ACCESS_TOKEN', 'greenhouse-token'])
    const { title } = await stage.call<{ title: string }>('GET', `/api/customer/${device.customerId.id}`)
    assert.equal(title, customerName)
    const profile = await stage.call<{
      profileData: { alarms: readonly { alarmType: string; createRules: object }[] }
    }>('GET', `/api/deviceProfile/${device.deviceProfileId.id}`)
    assert.deepEqual(
      profile.profileData.alarms.map(({ alarmType, createRules }) => [alarmType, Object.keys(createRules)]),
      [['Greenhouse too hot', ['CRITICAL']]],
    )
  }))

test('the wizard refuses a name that is taken at the step where it can be changed', () =>
  stage.play(async (page) => {
    const wizard = await startWizard(page, 'Tank T-01')
    await wizard.getByRole('button', { name: 'Create now' }).click()
    await wizard.getByText(/already|taken/i).waitFor()
    assert.equal(await wizard.getByLabel('Name', { exact: true }).inputValue(), 'Tank T-01')
  }))

test('the wizard with MQTT basic: a device that connects with its user name and password', () =>
  stage.play(async (page) => {
    const wizard = await startWizard(page, 'Wizard basic')
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByLabel('Credentials type').selectOption({ label: 'MQTT Basic' })
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByText('Enter a username or a client ID.').waitFor()
    await wizard.getByLabel(/^Password/).fill('secret 7')
    await wizard.getByText('A password needs a username.').waitFor()
    await wizard.getByLabel('Username').fill('bay-7')
    await wizard.getByRole('button', { name: 'Next' }).click()
    await wizard.getByRole('button', { name: 'Create device' }).click()
    await wizard.getByText('Waiting for data…').waitFor()
    const { credentials } = await storedDevice('Wizard basic')
    assert.equal(credentials.credentialsType, 'MQTT_BASIC')
    assert.deepEqual(JSON.parse(credentials.credentialsValue), { userName: 'bay-7', password: 'secret 7' })
    const command = await wizard
      .getByText(/^mosquitto_pub /)
      .first()
      .textContent()
    await run('sh', ['-c', command ?? ''], { timeout: patienceMs })
    await wizard.getByText('First message received').waitFor()
  }))

test('X.509 certificates are not offered; a stored one is shown, kept, and said not to be accepted', () =>
  stage.play(async (page) => {
    const wizard = await startWizard(page, 'Wizard certificate')
    await wizard.getByRole('button', { name: 'Next' }).click()
    const types = wizard.getByLabel('Credentials type').locator('option')
    assert.deepEqual(await types.allTextContents(), ['Access token', 'MQTT Basic'])
    await page.keyboard.press('Escape')

    const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', {
      name: 'Certified',
      type: 'default',
    })
    const path = `/api/device/${id.id}/credentials`
    const before = await stage.call<object>('GET', path)
    await stage.call('POST', '/api/device/credentials', {
      ...before,
      credentialsType: 'X509_CERTIFICATE',
      credentialsId: null,
      credentialsValue: certificate,
    })
    await page.goto(`/devices/${id.id}?tab=credentials`)
    await page.getByText('the device can’t connect with them').waitFor()
    const pem = page.getByLabel('Certificate (PEM)')
    assert.equal(bodyOf(await pem.inputValue()), bodyOf(certificate))
    await pem.fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Paste the certificate.').waitFor()
  }))

/** PEM without armor and line breaks. */
const bodyOf = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '')

const certificate = `-----BEGIN CERTIFICATE-----
MIIBdjCCAR2gAwIBAgIUXzyWy6OdY8VbokGixa+XHZCn/8AwCgYIKoZIzj0EAwIw
ETEPMA0GA1UEAwwGd2l6YXJkMB4XDTI2MTEyMTE1NTkwNFoXDTM2MTExODE1NTkw
NFowETEPMA0GA1UEAwwGd2l6YXJkMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
rGbtuGwRlAI991djA7HPZ5sgykUjc724l0qKYMbnkV8D3a2UYm3Ll5UAbI39unDm
KKe3okqKSgYKr4rdVdn4laNTMFEwHQYDVR0OBBYEFBGiSyDOgFNKsPQWCTtSdk8t
HzlAMB8GA1UdIwQYMBaAFBGiSyDOgFNKsPQWCTtSdk8tHzlAMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgfUS3TNEftUNgCJdEL+7GS8n4heSbyhWx
AbxcaZgh4/ACIDMH+VXodX1jMmKeOhZxrTNnAovmeYaO5F+Y8eQXrxMh
-----END CERTIFICATE-----`

/** Runs mosquitto_sub until it is stopped, with its output so far. */
function subscribe(token: string, topic: string): { lines: () => string; child: ChildProcess } {
  const child = spawn(
    // Output to a pipe is line by line, too.
    'stdbuf',
    [
      '-oL',
      'mosquitto_sub',
      '-d',
      '-q',
      '1',
      '-h',
      '127.0.0.1',
      '-p',
      String(platform.mqttPort),
      '-u',
      token,
      '-t',
      topic,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  return { lines: () => text, child }
}

test('a shared attribute written in the page reaches a subscribed mosquitto_sub', () =>
  stage.play(async (page) => {
    const { token } = await createDevice('Subscriber')
    const subscriber = subscribe(token, 'v1/devices/me/attributes')
    try {
      await until('the subscription', subscriber.lines, (text) => text.includes('Subscribed'))
      await openDevice(page, 'Subscriber', 'Attributes')
      await page.getByRole('radio', { name: 'Shared' }).click()
      await page.getByRole('button', { name: 'Add attribute' }).click()
      const add = page.getByRole('dialog', { name: 'Add attribute' })
      await add.getByLabel('Key').fill('target')
      await add.getByLabel('Type').selectOption({ label: 'Double' })
      await add.getByLabel('Value').fill('21.5')
      await add.getByRole('button', { name: 'Add', exact: true }).click()
      await until('the update', subscriber.lines, (text) => text.includes('{"target":21.5}'))
    } finally {
      subscriber.child.kill()
    }
  }))

test('a two-way command is answered by the device; one without a device fails', () =>
  stage.play(async (page) => {
    const { token } = await createDevice('Answering')
    const device = await connectDevice(token)
    try {
      device.on('message', (topic, payload) => {
        const { method, params } = JSON.parse(payload.toString()) as { method: string; params: unknown }
        device.publish(topic.replace('request', 'response'), JSON.stringify({ did: method, given: params }), { qos: 1 })
      })
      await device.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
      await openDevice(page, 'Answering', 'RPC')
      await page.getByLabel('Method').fill('setValue')
      await page.getByLabel('Parameters').fill('{"pin": 7')
      await page.getByRole('button', { name: 'Send RPC' }).click()
      await page.getByText('Invalid JSON.').waitFor()
      await page.getByLabel('Parameters').fill('{"pin": 7}')
      await page.getByRole('button', { name: 'Send RPC' }).click()
      await page.getByText(/^Response after/).waitFor()
      await page.getByText('"did"').waitFor()
    } finally {
      await device.endAsync()
    }
    await page.getByLabel('Timeout (s)').fill('5')
    await page.getByRole('button', { name: 'Send RPC' }).click()
    await page.getByText(/^No response within/).waitFor()
  }))

test('a persistent call waits for its device, and the list shows what becomes of it', () =>
  stage.play(
    async (page) => {
      const { token } = await createDevice('Sleeping')
      await openDevice(page, 'Sleeping', 'RPC')
      await page.getByText('Persistent calls').click()
      await page.getByText('No persistent calls').waitFor()
      await page.getByRole('button', { name: 'Send RPC' }).click()
      await page.getByLabel('Method').fill('reboot')
      await page.getByLabel('Persistent', { exact: true }).check()
      await page.getByLabel('Retries').waitFor()
      const found = await inspect(page, 'send')
      await page.getByRole('button', { name: 'Send RPC' }).click()
      const call = rowOf(page, 'reboot')
      await call.getByText('Queued').waitFor()
      found.push(...(await inspect(page, 'list')))
      await choose(page, 'reboot', 'Delete RPC call')
      await page.getByText('RPC call reboot deleted').waitFor()
      await page.getByRole('button', { name: 'Undo' }).click()
      await call.getByText('Queued').waitFor()

      const device = await connectDevice(token)
      try {
        device.on('message', (topic) =>
          device.publish(topic.replace('request', 'response'), '{"up": true}', { qos: 1 }),
        )
        await device.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
        await call.getByText('Successful').waitFor()
      } finally {
        await device.endAsync()
      }
      await call.getByRole('button', { name: 'reboot', exact: true }).click()
      await page.getByRole('dialog', { name: 'RPC call reboot' }).getByText('"up": true').waitFor()
      found.push(...(await inspect(page, 'call')))
      assert.deepEqual(found, [])
    },
    { bypassCSP: true },
  ))

test('a device is deleted at once, and its toast brings it back', () =>
  stage.play(async (page) => {
    const { id } = await createDevice('Short-lived')
    const statusOf = () =>
      stage.call('GET', `/api/device/${id}`).then(
        () => 'there',
        () => 'gone',
      )
    await openAs(page, tenant, '/devices?textSearch=Short-lived')
    await choose(page, 'Short-lived', 'Delete device')
    const toast = page.getByRole('status').filter({ hasText: 'Short-lived deleted' })
    await toast.waitFor()
    await rowOf(page, 'Short-lived').waitFor({ state: 'detached' })
    assert.equal(await statusOf(), 'gone')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Short-lived restored').waitFor()
    await rowOf(page, 'Short-lived').waitFor()
    assert.equal(await statusOf(), 'there')
  }))

test('the list shows the key value of each device and its worst active alarm, live, also on a phone', async () => {
  const profile = await stage.call<{ id: { id: string } }>('POST', '/api/deviceProfile', {
    name: 'Freezers',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
      provisionConfiguration: { type: 'DISABLED' },
      alarms: [],
    },
  })
  await stage.call('PUT', `/api/v2/key-descriptions/${profile.id.id}`, {
    keys: [{ key: 'frost', unit: '°C', decimals: 1 }],
  })
  const { id } = await stage.call<{ id: { id: string } }>('POST', '/api/device', {
    name: 'Freezer F-1',
    deviceProfileId: profile.id,
  })
  const token = await stage.deviceToken('Freezer F-1')
  await send(token, { frost: -18.44 })
  await stage.play(async (page) => {
    await openAs(page, tenant, '/devices?textSearch=Freezer')
    const row = rowOf(page, 'Freezer F-1')
    await row.getByText('−18.4 °C').waitFor()
    await send(token, { frost: -11.2 })
    await row.getByText('−11.2 °C').waitFor()
    for (const [type, severity] of [
      ['Warm', 'MAJOR'],
      ['Door open', 'CRITICAL'],
    ]) {
      await stage.call('POST', '/api/alarm', { originator: id, type, severity, status: 'ACTIVE_UNACK' })
    }
    await row.getByText('Critical, 2 active alarms').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    const item = page.getByRole('button', { name: /Freezer F-1/ })
    await item.getByText('−11.2 °C').waitFor()
    await item.getByText('Critical', { exact: true }).waitFor()
  })
})
