/**
 * Guarantee: whatever visitors and users of one or two tenants do with live sockets, the calls of another tenant are
 * answered and its messages acknowledged normally, memory stays bounded, and the server can restart.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runLoad } from '@sonde/simulator/load/load'
import { type Platform, temporaryFolder } from '../platform/start-platform.ts'
import { callAs, createWorld, reopenWorld, type World } from '../platform/world.ts'
import { fillTenant } from './filled-tenant.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs, type Probe, startMeasured, startProbe } from './probe.ts'
import type { SocketLoad, SocketLoadFigures } from './socket-load.ts'

/** Commands per frame, to stay below the limit of 32 KiB. */
const commandsPerFrame = 60

type Commands = Readonly<Record<string, readonly object[]>>

const frames = (list: string, commands: readonly object[], perFrame = commandsPerFrame): string[] =>
  Array.from({ length: Math.ceil(commands.length / perFrame) }, (_, i) =>
    JSON.stringify({ [list]: commands.slice(i * perFrame, (i + 1) * perFrame) } satisfies Commands),
  )

const field = (key: string) => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string) => ({ type: 'SERVER_ATTRIBUTE', key })
const series = (key: string) => ({ type: 'TIME_SERIES', key })
const devices = { type: 'entityType', entityType: 'DEVICE' }
const link = { page: 0, pageSize: 500, sortOrder: { key: field('name'), direction: 'ASC' } }

/** Subscriptions to one device. */
const ofOneDevice = (id: string, count: number) =>
  Array.from({ length: count }, (_, cmdId) => ({
    cmdId,
    query: {
      entityFilter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id } },
      pageLink: { page: 0, pageSize: 1 },
      latestValues: [series('n')],
    },
    latestCmd: { keys: [series('n')] },
  }))

/** Subscription to a page of 500 devices with ten keys. */
const ofPage = (cmdId: number, keys = Array.from({ length: 10 }, (_, i) => attribute(`a${i}`))) => ({
  cmdId,
  query: { entityFilter: devices, pageLink: link, entityFields: [field('name')], latestValues: keys },
  latestCmd: { keys },
})

const ofAlarms = (cmdId: number) => ({
  cmdId,
  query: {
    entityFilter: devices,
    pageLink: { page: 0, pageSize: 10, timeWindow: 86_400_000, textSearch: 'zzz' },
    alarmFields: [{ type: 'ALARM_FIELD', key: 'type' }],
  },
})

/** Subscription that fills a frame: many keys, and filters on many of them. */
const ofManyKeys = (cmdId: number) => ({
  cmdId,
  query: {
    entityFilter: devices,
    pageLink: { ...link, textSearch: `x${cmdId}` },
    latestValues: Array.from({ length: 200 }, (_, i) => series(`k${i}`)),
    keyFilters: Array.from({ length: 50 }, (_, i) => ({
      key: attribute(`a${i % 3}`),
      valueType: 'NUMERIC',
      predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: i, dynamicValue: null } },
    })),
  },
})

/** Dashboard that shows the device, enlarged by additional charts. */
const shownDevice = (id: string, charts: number) => ({
  title: 'Public',
  configuration: {
    widgets: Object.fromEntries(
      Array.from({ length: charts }, (_, i) => {
        const dataKeys = ['n', `k${i}`].map((name) => ({ type: 'timeseries', name }))
        return [`w${i}`, { type: 'latest', config: { datasources: [{ entityAliasId: alias, dataKeys }] } }]
      }),
    ),
    entityAliases: {
      [alias]: { alias: 'Device', filter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id } } },
    },
  },
})
const alias = '5a2d7f4e-0000-4000-8000-00000000000a'

interface Stage {
  readonly t: TestContext
  readonly platform: Platform
  readonly probe: Probe
}

async function attack(
  { t, platform, probe }: Stage,
  what: string,
  loads: readonly Omit<SocketLoad, 'baseUrl' | 'ms'>[],
) {
  const own = loads.map(() => startOwnProcess(t, './socket-load.ts', 'load'))
  await probe.restart()
  const figures = await Promise.all(
    loads.map((load, i) =>
      own[i]?.ask<SocketLoadFigures>('load', { ...load, baseUrl: platform.baseUrl, ms: attackMs } satisfies SocketLoad),
    ),
  )
  await Promise.all(own.map((process) => process.stop()))
  const seen = await probe.look()
  for (const one of figures) t.diagnostic(`${what}: ${JSON.stringify(one).slice(0, 500)}`)
  assertUnharmed(t, seen, what)
  return figures.map((one) => one as SocketLoadFigures)
}

test('whatever visitors and users do with sockets, another tenant is served', async (t) => {
  const dataFolder = temporaryFolder(t)
  const first = await startMeasured(t, { dataFolder })
  const worlds = [await createWorld(first, 'Good'), await createWorld(first, 'Evil'), await createWorld(first, 'Worse')]
  await first.stop()
  for (const title of ['Evil', 'Worse']) fillTenant(dataFolder, title, { devices: 10_000 })
  const platform = await startMeasured(t, { dataFolder })
  const [good, evil, worse] = (await Promise.all(worlds.map((world) => reopenWorld(platform, world)))) as [
    World,
    World,
    World,
  ]
  const device = await evil.device('Public')
  await evil.call('POST', `/api/customer/public/device/${device.id}`)
  const shown = await evil.call<{ customerId: { id: string } }>('GET', `/api/device/${device.id}`)
  const publicId = shown.customerId.id
  const visitor = (await callAs<{ token: string }>(platform, null, 'POST', '/api/auth/login/public', { publicId }))
    .token
  const { id: dashboardId } = await evil.call<{ id: { id: string } }>(
    'POST',
    '/api/dashboard',
    shownDevice(device.id, 1),
  )
  await evil.call('POST', `/api/customer/public/dashboard/${dashboardId.id}`)
  const probe = await startProbe(t, platform, good)
  const stage = { t, platform, probe }
  // Compilation and cold reads of the first command of a kind aren't measured.
  await attack({ ...stage, probe: await startProbe(t, platform, good) }, 'warm', [
    { token: evil.accessToken, sockets: 1, frames: frames('entityDataCmds', [ofPage(1), ofManyKeys(2)], 1) },
    { token: evil.accessToken, sockets: 1, frames: frames('alarmDataCmds', [ofAlarms(1)]) },
  ]).catch(() => {})

  const [many] = await attack(stage, 'a visitor, 20 sockets with 5,000 subscriptions each', [
    { token: visitor, sockets: 20, frames: frames('entityDataCmds', ofOneDevice(device.id, 5_000)) },
  ])
  assert.equal(many?.opened, 20)
  assert.deepEqual(many?.closed, {})

  const endMs = performance.now() + attackMs
  const saving = (async () => {
    while (performance.now() < endMs) {
      await evil.call('POST', '/api/dashboard', { ...shownDevice(device.id, 3_000), id: dashboardId })
    }
  })()
  await attack(stage, 'visitors of a large dashboard that changes again and again', [
    { token: visitor, sockets: 20, frames: frames('entityDataCmds', ofOneDevice(device.id, 400)) },
  ])
  await saving

  const pages = { sockets: 300, frames: frames('entityDataCmds', [ofPage(1)]), untilRejected: true }
  const [ofEvil] = await attack(stage, '600 sockets with a page of 500 devices each', [
    { token: evil.accessToken, ...pages },
    { token: worse.accessToken, ...pages },
  ])
  assert.ok(Object.keys(ofEvil?.rejections ?? {}).some((words) => /Memory for live subscriptions/.test(words)))

  await attack(stage, 'subscribing again and again', [
    {
      token: evil.accessToken,
      sockets: 20,
      frames: frames('entityDataCmds', [ofPage(1), ofManyKeys(2)], 1),
      everyMs: 5,
    },
    { token: worse.accessToken, sockets: 20, frames: frames('alarmDataCmds', [ofAlarms(1)]), everyMs: 5 },
  ])

  const deaf = frames(
    'entityDataCmds',
    Array.from({ length: 50 }, (_, i) => ofPage(i)),
    20,
  )
  await attack(stage, 'clients that never read, and ping', [
    { token: evil.accessToken, sockets: 100, frames: deaf, isDeaf: true },
    { token: worse.accessToken, sockets: 20, frames: [], isDeaf: true, pings: true },
    { token: visitor, sockets: 50, frames: frames('entityDataCmds', ofOneDevice(device.id, 500)), isDeaf: true },
  ])

  const flood = runLoad({
    host: '127.0.0.1',
    port: platform.mqttPort,
    tokens: [device.token],
    seconds: attackMs / 1000,
    rate: 300,
    inFlightMax: 100,
    payload: (_, n) => Buffer.from(`{"n":${n}}`),
    settle: false,
  })
  const watching = attack(stage, 'a device that thousands of subscriptions watch', [
    { token: visitor, sockets: 20, frames: frames('entityDataCmds', ofOneDevice(device.id, 400)) },
    { token: evil.accessToken, sockets: 20, frames: frames('entityDataCmds', ofOneDevice(device.id, 400)) },
  ])
  await Promise.all([watching, flood])
  await probe.stop()

  await platform.stop()
  const again = await startMeasured(t, { dataFolder })
  await reopenWorld(again, good)
})
