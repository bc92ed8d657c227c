/**
 * Guarantee: whatever one or two tenants query, the calls of another one are answered and its messages acknowledged
 * normally, memory stays bounded, and the server can restart.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Platform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, reopenWorld, type World } from '../platform/world.ts'
import { type FilledTenant, fillTenant } from './filled-tenant.ts'
import type { HttpLoad, HttpLoadFigures } from './http-load.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs, type Probe, startMeasured, startProbe } from './probe.ts'

const seriesPoints = 300_000
/** One value per second up to now: within the days that a trial of an alarm rule evaluates. */
const firstTs = Date.now() - seriesPoints * 1000

type Requests = HttpLoad['requests']

const field = (key: string) => ({ type: 'ENTITY_FIELD', key })
const attribute = (key: string) => ({ type: 'SERVER_ATTRIBUTE', key })
const post = (path: string, body: unknown): Requests[number] => ({ method: 'POST', path, body: JSON.stringify(body) })
const get = (path: string): Requests[number] => ({ method: 'GET', path })
const find = (query: object) => post('/api/entitiesQuery/find', query)

const devices = { type: 'entityType', entityType: 'DEVICE' }
const page = { page: 0, pageSize: 10, textSearch: null, dynamic: false }
const above = (key: string, defaultValue: number) => ({
  key: attribute(key),
  valueType: 'NUMERIC',
  predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue, dynamicValue: null } },
})

/** Relation searches from each asset to all others. */
const walks = ({ assetIds }: FilledTenant): Requests => [
  find({
    entityFilter: {
      type: 'relationsQuery',
      multiRoot: true,
      multiRootEntitiesType: 'ASSET',
      multiRootEntityIds: assetIds,
      direction: 'FROM',
      maxLevel: 10,
    },
    pageLink: { ...page, pageSize: 100 },
    entityFields: [field('name')],
  }),
]

/** Pages that exceed the maximum size of a response. */
const heavyPages: Requests = [
  get('/api/tenant/assetInfos?pageSize=10000&page=0'),
  get('/api/tenant/assets?pageSize=100&page=0&textSearch=Described'),
  find({
    entityFilter: { type: 'entityType', entityType: 'ASSET' },
    pageLink: { ...page, pageSize: 1000 },
    entityFields: [field('additionalInfo')],
  }),
  find({
    entityFilter: { type: 'entityType', entityType: 'ASSET' },
    pageLink: page,
    entityFields: [field('name')],
    keyFilters: [
      {
        key: field('additionalInfo'),
        valueType: 'STRING',
        predicate: { type: 'STRING', operation: 'CONTAINS', value: { defaultValue: 'y' } },
      },
    ],
  }),
]

/** Long pages with alternating page numbers, so that none is cached. */
const longPages: Requests = [
  ...Array.from({ length: 20 }, (_, i) =>
    get(`/api/tenant/deviceInfos?pageSize=10000&page=${i % 2}&sortProperty=label`),
  ),
  ...Array.from({ length: 20 }, (_, i) =>
    find({
      entityFilter: devices,
      pageLink: { ...page, pageSize: 1000 + i },
      entityFields: [field('name'), field('label'), field('type')],
      latestValues: ['a0', 'a1', 'a2'].map(attribute),
    }),
  ),
]

/** Queries that scan all devices. */
const passes: Requests = Array.from({ length: 40 }, (_, i) =>
  find({
    entityFilter: devices,
    pageLink: { ...page, textSearch: `7${i}`, sortOrder: { key: attribute('a1'), direction: 'DESC' } },
    entityFields: [field('name'), field('label')],
    latestValues: [attribute('a0'), attribute('a2')],
    keyFilters: Array.from({ length: 50 }, (_, n) => above('a0', -n)),
  }),
)

/** Queries for which SQL must scan every row. */
const scans: Requests = [
  get('/api/tenant/deviceInfos?pageSize=10&page=900&sortProperty=label&sortOrder=DESC'),
  get('/api/tenant/deviceInfos?pageSize=10&page=0&textSearch=%25x%25'),
  post('/api/entitiesQuery/count', { entityFilter: { ...devices, type: 'entityName', entityNameFilter: 'De_ic' } }),
  get('/api/deviceProfile/devices/keys/attributes'),
  get('/api/alarms?pageSize=1000&page=0&textSearch=zzz'),
  get('/api/audit/logs?pageSize=1000&page=0&textSearch=zzz'),
  find({
    entityFilter: devices,
    pageLink: { ...page, page: 1900, sortOrder: { key: field('label'), direction: 'ASC' } },
  }),
  post('/api/entitiesQuery/find/keys?timeseries=true&attributes=true', {
    entityFilter: devices,
    pageLink: { ...page, pageSize: 100 },
  }),
]

/** Batches with as many calls as they may have: queries, and changes. */
const batches = (originator: string): Requests => {
  const of = (calls: readonly object[]) => post('/api/v2/batch', { requests: calls })
  const queries = scans.map(({ method, path, body }) => ({ method, path, ...(body && { body: JSON.parse(body) }) }))
  const alarms = Array.from({ length: 100 }, (_, i) => ({
    method: 'POST',
    path: '/api/alarm',
    body: {
      originator: { entityType: 'DEVICE', id: originator },
      type: `Batch ${i}`,
      severity: 'MAJOR',
      status: 'ACTIVE_UNACK',
    },
  }))
  return [of(alarms), of(Array.from({ length: 100 }, (_, i) => queries[i % queries.length] as object))]
}

const points = (deviceId: string): Requests => {
  const range = `startTs=1&endTs=1900000000000&limit=${seriesPoints}`
  return [get(`/api/plugins/telemetry/DEVICE/${deviceId}/values/timeseries?keys=v&${range}`)]
}

/** Dry runs of an alarm rule for the devices of a profile, one of which has the long series. */
const trials = (profileId: string): Requests => {
  const predicate = { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 0 } }
  const condition = ['v', 'w'].map((key) => ({ key: { type: 'TIME_SERIES', key }, valueType: 'NUMERIC', predicate }))
  const rule = (keys: number) => ({ condition: { condition: condition.slice(0, keys), spec: { type: 'SIMPLE' } } })
  const alarm = { id: 'a', alarmType: 'Above', createRules: { MAJOR: rule(1) }, clearRule: rule(2) }
  return [post(`/api/v2/deviceProfile/${profileId}/alarmRuleTrial`, { alarm })]
}

async function fillSeries(world: World): Promise<string> {
  const device = await world.device('Long series')
  for (let from = 0; from < seriesPoints; from += 20_000) {
    const entries = Array.from({ length: 20_000 }, (_, i) => ({
      ts: firstTs + (from + i) * 1000,
      values: { v: i * 1.37 },
    }))
    await world.call('POST', `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, entries)
  }
  return device.id
}

interface Stage {
  readonly t: TestContext
  readonly platform: Platform
  readonly probe: Probe
}

interface Attacker {
  readonly token: string
  readonly requests: Requests
  readonly connections: number
  readonly isDeaf?: boolean
  readonly untilAnswered?: HttpLoad['untilAnswered']
}

async function callAs({ baseUrl }: Platform, token: string, { method, path, body }: Requests[number]) {
  const headers = { 'x-authorization': `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await fetch(baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) })
  await answer.arrayBuffer()
}

/** Runs the attackers and checks the probe's measurements against the limits. */
async function attack({ t, platform, probe }: Stage, what: string, attackers: readonly Attacker[]) {
  const loads = attackers.map((attacker) => ({ attacker, own: startOwnProcess(t, './http-load.ts', 'load') }))
  // Compilation and cold reads of the first call of a kind aren't measured.
  await Promise.all(attackers.map(({ token, requests: [first] }) => first && callAs(platform, token, first)))
  await probe.restart()
  const figures = await Promise.all(
    loads.map(({ attacker, own }) =>
      own.ask<HttpLoadFigures>('load', { ...attacker, baseUrl: platform.baseUrl, ms: attackMs } satisfies HttpLoad),
    ),
  )
  await Promise.all(loads.map(({ own }) => own.stop()))
  for (const { statuses, bytes, rejection } of figures) {
    const mb = (bytes / 1e6).toFixed(0)
    t.diagnostic(`${what}: ${JSON.stringify(statuses)}, ${mb} MB${rejection ? `, ${rejection.slice(0, 160)}` : ''}`)
  }
  const seen = await probe.look()
  assertUnharmed(t, seen, what)
  return figures
}

test('whatever two tenants ask for, a third one is served', async (t) => {
  const dataFolder = temporaryFolder(t)
  const first = await startMeasured(t, { dataFolder })
  const worlds = [await createWorld(first, 'Good'), await createWorld(first, 'Evil'), await createWorld(first, 'Worse')]
  const deviceId = await fillSeries(worlds[1] as World)
  await first.stop()
  const filling = { related: 120, devices: 20_000 }
  const filled = [
    fillTenant(dataFolder, 'Evil', { ...filling, described: { count: 150, characters: 950_000 } }),
    fillTenant(dataFolder, 'Worse', filling),
  ]
  const [ofEvil, ofWorse] = filled as [FilledTenant, FilledTenant]
  const by = (world: World, requests: Requests, connections = 20): Attacker => ({
    token: world.accessToken,
    requests,
    connections,
  })

  /**
   * The attacks with the most memory and those with the most time use separate servers; the second one starts with the
   * data of the first.
   */
  async function onFreshServer(
    work: (scene: Stage & { readonly evil: World; readonly worse: World }) => Promise<void>,
  ) {
    const platform = await startMeasured(t, { dataFolder })
    const [good, evil, worse] = (await Promise.all(worlds.map((world) => reopenWorld(platform, world)))) as [
      World,
      World,
      World,
    ]
    const probe = await startProbe(t, platform, good)
    await work({ t, platform, probe, evil, worse })
    await probe.stop()
    await platform.stop()
  }

  await onFreshServer(async ({ evil, worse, ...stage }) => {
    await attack(stage, 'walks from 120 roots', [by(evil, walks(ofEvil)), by(worse, walks(ofWorse))])
    const [heavy] = await attack(stage, 'pages of 150 MB', [
      { ...by(evil, heavyPages), untilAnswered: [['400', '429']] },
    ])
    assert.ok((heavy?.statuses['400'] ?? 0) + (heavy?.statuses['429'] ?? 0) > 0, 'pages that are too large are refused')
    assert.match(heavy?.rejection ?? '', /Bytes (of|per) |Memory for searches/)
    // Last, because abandoned requests are still processed and would take long to end.
    await attack(stage, 'pages of 10,000 rows', [by(evil, longPages, 8), by(worse, longPages, 8)])
  })
  await onFreshServer(async ({ evil, worse, ...stage }) => {
    await attack(stage, 'passes over 20,000 devices', [by(evil, passes), by(worse, passes)])
    await attack(stage, 'scans', [by(evil, scans), by(worse, scans)])
    await attack(stage, 'batches', [by(evil, batches(deviceId)), by(worse, batches(deviceId))])
    const { id: profile } = await evil.call<{ id: { id: string } }>('GET', '/api/deviceProfileInfo/default')
    const [tested] = await attack(stage, 'trials of alarm rules', [by(evil, trials(profile.id))])
    assert.deepEqual(
      Object.keys(tested?.statuses ?? {}).filter((status) => !['200', '429'].includes(status)),
      [],
    )
    await attack(stage, 'long series, not read', [{ ...by(evil, points(deviceId), 60), isDeaf: true }])
  })
})
