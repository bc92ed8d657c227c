/** Starting and stopping from an operator's perspective. */

import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { connectAsync } from 'mqtt'
import { until } from '../../packages/server/src/until-testing.ts'
import { figureOf } from '../platform/metrics.ts'
import { openDatabase } from '../platform/open-database.ts'
import { administrator, runToExit, startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, reopenWorld, signIn } from '../platform/world.ts'

const demoEnvironment = { SONDE_DEMO: 'true', SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '' }

/** Asserts a single error line for people: without a stack, naming the problem. */
function assertOneLine(output: string, pattern: RegExp) {
  const lines = output
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('{'))
  assert.equal(lines.length, 1, output)
  assert.match(output, pattern)
}

test('the demo starts with its four accounts, the plant and its story, and starts again on the same data', async (t: TestContext) => {
  const dataFolder = temporaryFolder(t)
  for (const round of ['first', 'second']) {
    const platform = await startPlatform(t, {
      dataFolder,
      env: { ...demoEnvironment, SONDE_DEMO_STORY: 'true', SONDE_QUEUE_STATISTICS: 'true' },
    })
    for (const [email, password] of [
      ['sysadmin@sonde.example', 'sonde-sysadmin'],
      ['tenant@sonde.example', 'sonde-tenant'],
      ['customer@sonde.example', 'sonde-customer'],
      ['courier@sonde.example', 'sonde-courier'],
    ] as const) {
      assert.ok(await signIn(platform, email, password), `${email}, ${round} start`)
      assert.match(platform.output(), new RegExp(`${email} / ${password}`))
    }
    const token = await signIn(platform, 'tenant@sonde.example', 'sonde-tenant')
    const get = async (path: string) =>
      (await fetch(platform.baseUrl + path, { headers: { 'X-Authorization': `Bearer ${token}` } })).json()
    const devices = (await get('/api/tenant/devices?pageSize=100&page=0')) as {
      totalElements: number
      data: { id: { id: string }; name: string }[]
    }
    assert.equal(devices.totalElements, 30)
    const tank = devices.data.find((device) => device.name === 'Tank T-01')
    const now = Date.now()
    const week = (await get(
      `/api/plugins/telemetry/DEVICE/${tank?.id.id}/values/timeseries?keys=level&startTs=${now - 8 * 86_400_000}&endTs=${now}&limit=100000`,
    )) as { level: { ts: number }[] }
    assert.ok(week.level.length > 2_500, `${week.level.length} points of a week`)
    // Entities of the demo's story.
    const count = async (path: string) => ((await get(path)) as { totalElements: number }).totalElements
    // Among them the one with the statistics of the queue.
    assert.equal(await count('/api/tenant/assets?pageSize=10&page=0'), 7)
    const [queue] = ((await get('/api/tenant/assets?pageSize=10&page=0&type=TbServiceQueue')) as typeof devices).data
    const { totalMsgs } = (await get(
      `/api/plugins/telemetry/ASSET/${queue?.id.id}/values/timeseries?keys=totalMsgs&startTs=${now - 8 * 86_400_000}&endTs=${now}&limit=100000`,
    )) as { totalMsgs: { value: string }[] }
    assert.ok(totalMsgs.length > 7 * 24 * 6, `${totalMsgs.length} statistics of a week`)
    assert.equal(await count('/api/customers?pageSize=10&page=0'), 2)
    assert.equal(await count('/api/tenant/dashboards?pageSize=10&page=0'), 3)
    assert.equal(await count('/api/otaPackages?pageSize=10&page=0'), 1)
    assert.ok((await count('/api/alarms?pageSize=10&page=0')) >= 10)
    const { keys } = (await get('/api/v2/key-descriptions')) as { keys: { key: string; unit?: string }[] }
    assert.equal(keys.find(({ key }) => key === 'level')?.unit, '%')
    assert.equal(await platform.stop(), 0)
  }
})

test('a new store without the demo has one administrator, whose password is printed once', async (t: TestContext) => {
  const dataFolder = temporaryFolder(t)
  const env = { SONDE_ADMIN_EMAIL: '', SONDE_ADMIN_PASSWORD: '' }
  const first = await startPlatform(t, { dataFolder, env })
  const file = join(dataFolder, 'admin-password.txt')
  const password = readFileSync(file, 'utf8').trim()
  assert.equal(statSync(file).mode & 0o077, 0, 'readable by its owner only')
  assert.match(first.output(), new RegExp(password.replaceAll(/[^\w]/g, '\\$&')))
  assert.ok(await signIn(first, 'admin@localhost', password))
  await first.stop()
  const second = await startPlatform(t, { dataFolder, env })
  assert.doesNotMatch(second.output(), new RegExp(password.replaceAll(/[^\w]/g, '\\$&')))
  assert.ok(await signIn(second, 'admin@localhost', password))
})

test('where others reach the server the base URL is asked for until it is set', async (t: TestContext) => {
  const dataFolder = temporaryFolder(t)
  const requested = (output: string) => [/Base URL {2}not set/.test(output), /The base URL isn’t set/.test(output)]
  const start = (env: Record<string, string>) => startPlatform(t, { dataFolder, env })
  const open = await start({ SONDE_HOST: '0.0.0.0' })
  await open.stop()
  assert.deepEqual(requested(open.output()), [true, true])
  for (const env of [
    // The operator has set the base URL, or it isn't needed.
    { SONDE_HOST: '0.0.0.0', SONDE_BASE_URL: 'https://iot.example.org' },
    { SONDE_HOST: '127.0.0.1' },
  ] as Record<string, string>[]) {
    const reported = await start(env)
    await reported.stop()
    assert.deepEqual(requested(reported.output()), [false, false], JSON.stringify(env))
  }
  const proxied = await start({ SONDE_TRUSTED_PROXIES: '127.0.0.1' })
  const token = await signIn(proxied, administrator.email, administrator.password)
  const saved = await fetch(`${proxied.baseUrl}/api/admin/settings`, {
    method: 'POST',
    headers: { 'X-Authorization': `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      key: 'general',
      jsonValue: { baseUrl: 'https://iot.example.org', prohibitDifferentUrl: false },
    }),
  })
  assert.equal(saved.status, 200)
  await proxied.stop()
  assert.deepEqual(requested(proxied.output()), [true, true], 'a proxy brings others')
  const settled = await start({ SONDE_TRUSTED_PROXIES: '127.0.0.1' })
  await settled.stop()
  assert.deepEqual(requested(settled.output()), [false, false])
})

test('a data folder that everyone may read becomes the owner’s alone, and the log says so once', async (t: TestContext) => {
  const dataFolder = join(temporaryFolder(t), 'made-before')
  mkdirSync(dataFolder)
  writeFileSync(join(dataFolder, 'note'), '')
  for (const path of [dataFolder, join(dataFolder, 'note')]) chmodSync(path, 0o755)
  const readable = () =>
    [dataFolder, ...readdirSync(dataFolder, { recursive: true }).map((name) => join(dataFolder, String(name)))].filter(
      (path) => statSync(path).mode & 0o077,
    )
  const platform = await startPlatform(t, { dataFolder })
  await createWorld(platform)
  assert.ok(existsSync(join(dataFolder, 'sonde.db-wal')), 'there is something to look at')
  assert.deepEqual(readable(), [])
  const warnings = (output: string) => output.split('\n').filter((line) => /Other users of this computer/.test(line))
  assert.equal(warnings(platform.output()).length, 1)
  await platform.stop()
  const again = await startPlatform(t, { dataFolder })
  assert.deepEqual(warnings(again.output()), [])
  assert.deepEqual(readable(), [])
  await again.stop()
})

test('the demo does not listen beyond this machine', async (t: TestContext) => {
  const dataFolder = temporaryFolder(t)
  const rejected = await runToExit({ dataFolder, env: { ...demoEnvironment, SONDE_HOST: '0.0.0.0' } })
  assert.notEqual(rejected.code, 0)
  assertOneLine(rejected.output, /SONDE_HOST/)

  const demo = await startPlatform(t, { dataFolder, env: demoEnvironment })
  await demo.stop()
  const withAccounts = await runToExit({ dataFolder, env: { SONDE_DEMO: 'false', SONDE_HOST: '0.0.0.0' } })
  assert.notEqual(withAccounts.code, 0)
  assertOneLine(withAccounts.output, /demo/i)
})

test('a port in use, a folder in use, an unwritable folder and a newer store are each refused with one line', async (t: TestContext) => {
  const busy = createServer()
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
  t.after(() => busy.close())
  const { port } = busy.address() as { port: number }
  for (const setting of ['SONDE_HTTP_PORT', 'SONDE_MQTT_PORT']) {
    const { code, output } = await runToExit({
      dataFolder: temporaryFolder(t),
      env: {
        SONDE_DEMO: 'false',
        SONDE_ADMIN_EMAIL: administrator.email,
        SONDE_ADMIN_PASSWORD: administrator.password,
        SONDE_LOG_LEVEL: 'warn',
        [setting]: String(port),
      },
    })
    assert.notEqual(code, 0, setting)
    assertOneLine(output, new RegExp(`${port}.*${setting}|${setting}.*${port}`))
  }

  const platform = await startPlatform(t)
  await createWorld(platform)
  const second = await runToExit({ dataFolder: platform.dataFolder, env: { SONDE_DEMO: 'false' } })
  assert.notEqual(second.code, 0)
  assertOneLine(second.output, /another process/i)
  assert.ok(await signIn(platform, administrator.email, administrator.password), 'the first one goes on')
  await platform.stop()

  const database = openDatabase(platform.dataFolder)
  database.exec("update meta set value = 9999 where key = 'schema_version'")
  database.close()
  const newer = await runToExit({ dataFolder: platform.dataFolder, env: { SONDE_DEMO: 'false' } })
  assert.notEqual(newer.code, 0)
  assertOneLine(newer.output, /newer version/i)

  const blocked = join(temporaryFolder(t), 'a-file')
  mkdirSync(blocked)
  chmodSync(blocked, 0o500)
  if (process.getuid?.() !== 0) {
    const unwritable = await runToExit({ dataFolder: blocked, env: { SONDE_DEMO: 'false' } })
    assert.notEqual(unwritable.code, 0)
    assertOneLine(unwritable.output, /isn’t writable|couldn't create/i)
  }
  // Root can write everywhere, but not below a file.
  const below = join(platform.dataFolder, 'sonde.db', 'data')
  const unwritable = await runToExit({ dataFolder: below, env: { SONDE_DEMO: 'false' } })
  assert.notEqual(unwritable.code, 0)
  assertOneLine(unwritable.output, /isn’t writable|couldn't create/i)
  assert.ok(!existsSync(below))
})

test('wrong settings are named all at once', async (t: TestContext) => {
  const { code, output } = await runToExit({
    dataFolder: temporaryFolder(t),
    env: { SONDE_HTTP_PORT: 'eighty', SONDE_DEMO: 'perhaps' },
  })
  assert.notEqual(code, 0)
  assert.match(output, /SONDE_HTTP_PORT.*eighty/)
  assert.match(output, /SONDE_DEMO.*perhaps/)
  assert.doesNotMatch(output, /\n\s+at /, 'no stack')
})

/** Module that makes the server fail on a signal, in ways that no input may cause. */
const faults = new URL('./faults.mjs', import.meta.url).href

test('an unexpected error is counted and logged, and ends nothing that it does not belong to', async (t) => {
  const platform = await startPlatform(t, { env: { NODE_OPTIONS: `--import=${faults}` } })
  const world = await createWorld(platform, 'Acme')
  const device = await world.device('d')
  const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort}`, { username: device.token })
  t.after(() => client.endAsync(true))
  process.kill(platform.pid, 'SIGUSR2')
  await until(async () => (await figureOf(platform, 'sonde_unexpected_errors_total', 'part="other"')) === 1)
  await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 })
  assert.equal(client.reconnecting, false)
  assert.match(platform.output(), /"err":\{[^\n]*a fault of the test[^\n]*faults\.mjs[^\n]*caught by the last guard/)
  assert.equal(await platform.stop(), 0)
})

test('a store in doubt ends the server; the next one has all that was acknowledged', async (t) => {
  const dataFolder = temporaryFolder(t)
  const platform = await startPlatform(t, { dataFolder, env: { NODE_OPTIONS: `--import=${faults}` } })
  const world = await createWorld(platform, 'Acme')
  const device = await world.device('d')
  const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort}`, { username: device.token })
  t.after(() => client.endAsync(true))
  await client.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 })
  process.kill(platform.pid, 'SIGURG')
  assert.equal(await platform.ended, 1)
  assert.match(platform.output(), /"level":60[^\n]*The server ends; start it again/)

  const again = await startPlatform(t, { dataFolder })
  const reopened = await reopenWorld(again, world)
  const path = `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries`
  await until(async () => (await reopened.call<{ a?: { value: string }[] }>('GET', path)).a?.[0]?.value === '1')
})
