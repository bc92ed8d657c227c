/**
 * Queries over REST at 1,000 and 100,000 devices: pages as dashboards request them, key filters, text search, sorting
 * by values, alarms. Each runs sequentially and, for the rate, from eight callers at once. The first query of a kind
 * fills the in-memory copies and is reported separately.
 */

import { startPlatform, temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { createWorld, reopenWorld, type World } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { fillFleet, nameOf } from './fleet.ts'
import type { Row } from './report.ts'

const sizes = [1_000, 100_000]
const requested = 200
const callers = 8

type Key = { type: string; key: string }
const field = (key: string): Key => ({ type: 'ENTITY_FIELD', key })
const series = (key: string): Key => ({ type: 'TIME_SERIES', key })
const attribute = (key: string): Key => ({ type: 'ATTRIBUTE', key })

const pageLink = { page: 0, pageSize: 10, textSearch: null, dynamic: true }
const byName = { key: field('name'), direction: 'ASC' }
const page = {
  pageLink: { ...pageLink, sortOrder: { key: field('createdTime'), direction: 'DESC' } },
  entityFields: ['name', 'label', 'additionalInfo'].map(field),
  latestValues: [series('temp'), attribute('floor'), attribute('active')],
}
const all = { type: 'entityType', entityType: 'DEVICE' }
const above = (key: Key, defaultValue: number) => ({
  key,
  valueType: 'NUMERIC',
  predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue, dynamicValue: null } },
})

interface Query {
  readonly what: string
  readonly path: string
  /** The n-th body differs from earlier ones, as those of different users do. */
  readonly body: (n: number, size: number) => unknown
  readonly mustReach?: string
}

const find = '/api/entitiesQuery/find'

const queries: readonly Query[] = [
  {
    what: 'page of a device type, newest first',
    path: find,
    body: () => ({ ...page, entityFilter: { type: 'deviceType', deviceType: 'meter', deviceNameFilter: '' } }),
    mustReach: 'p99 ≤ 50 ms',
  },
  {
    what: 'page 20 of all devices by name',
    path: find,
    body: () => ({ ...page, entityFilter: all, pageLink: { ...pageLink, page: 20, sortOrder: byName } }),
    mustReach: 'p99 ≤ 50 ms',
  },
  {
    what: '1,024 devices with latest values',
    path: find,
    body: () => ({ ...page, entityFilter: all, pageLink: { ...page.pageLink, pageSize: 1024 } }),
  },
  {
    what: 'text search in names, labels and values',
    path: find,
    body: (n, size) => ({
      ...page,
      entityFilter: all,
      pageLink: { ...pageLink, textSearch: nameOf((n * 7919) % size).slice(3), sortOrder: byName },
    }),
    mustReach: 'p99 ≤ 50 ms',
  },
  {
    what: 'two key filters, on a series and an attribute',
    path: find,
    body: (n) => ({
      ...page,
      entityFilter: all,
      keyFilters: [above(series('temp'), n % 50), above(attribute('floor'), 3)],
    }),
    mustReach: 'p99 ≤ 50 ms',
  },
  {
    what: 'sorted by a series',
    path: find,
    body: (n) => ({
      ...page,
      entityFilter: all,
      pageLink: { ...pageLink, page: n % 10, sortOrder: { key: series('temp'), direction: 'DESC' } },
    }),
    mustReach: 'p99 ≤ 50 ms',
  },
  {
    what: 'count with a key filter',
    path: '/api/entitiesQuery/count',
    body: (n) => ({ entityFilter: all, keyFilters: [above(series('temp'), n % 50)] }),
    mustReach: 'p99 ≤ 50 ms',
  },
  {
    what: 'alarms of all devices',
    path: '/api/alarmsQuery/find',
    body: () => ({
      entityFilter: all,
      pageLink: { ...pageLink, sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' } },
      alarmFields: [{ type: 'ALARM_FIELD', key: 'type' }],
      entityFields: [field('name')],
      latestValues: [series('temp')],
    }),
    mustReach: 'p99 ≤ 50 ms',
  },
]

export async function benchQueries(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const rows: Row[] = []
    for (const size of sizes) {
      const dataFolder = temporaryFolder(t)
      const empty = await startPlatform(t, { dataFolder })
      const world = await createWorld(empty, 'Fleet')
      await empty.stop()
      await fillFleet(dataFolder, size)
      const platform = await startPlatform(t, { dataFolder })
      const { call } = await reopenWorld(platform, world)
      for (const query of queries) rows.push(await measure(call, query, size))
      await platform.stop()
    }
    return rows
  })
}

async function measure(call: World['call'], { what, path, body, mustReach }: Query, size: number): Promise<Row> {
  const ask = async (n: number) => {
    const started = performance.now()
    await call('POST', path, body(n, size))
    return performance.now() - started
  }
  const first = await ask(0)
  const times: number[] = []
  for (let n = 1; n <= requested; n++) times.push(await ask(n))
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] as number).toFixed(1)
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < requested) await ask(next++)
    }),
  )
  const rate = requested / ((performance.now() - started) / 1000)
  return {
    what: `${size.toLocaleString('en')} devices: ${what}`,
    reference: '',
    mustReach: mustReach ?? '',
    measured: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${Math.round(rate).toLocaleString('en')}/s (first ${first.toFixed(0)} ms)`,
  }
}
