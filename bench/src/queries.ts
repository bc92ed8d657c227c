/**
 * Queries over REST at 1,000 and 100,000 devices: pages as dashboards ask for them, key filters, text search, sorting by
 * values, alarms. Each is asked one after the other and, for the rate, by eight callers at once. The first of its kind
 * reads the copies in memory and is named apart.
 */

import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { startPlatform, temporaryFolder } from '../../e2e/platform/start-platform.ts'
import { createWorld, reopenWorld, type World } from '../../e2e/platform/world.ts'
import { systemClock } from '../../packages/server/src/clock.ts'
import { silent } from '../../packages/server/src/http/http-testing.ts'
import { newId } from '../../packages/server/src/ids.ts'
import { openSqliteStorage } from '../../packages/server/src/storage/sqlite/sqlite-storage.ts'
import { withCleanUp } from './clean-up.ts'
import type { Row } from './report.ts'

const sizes = [1_000, 100_000]
/** Devices per transaction while the store is filled. */
const batch = 2_000
const startMs = 1_700_000_000_000
const asked = 200
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
  /** The nth one differs from those before, as those of different users do. */
  readonly body: (n: number, size: number) => unknown
  readonly mustReach?: string
}

const find = '/api/entitiesQuery/find'
const nameOf = (i: number) => `Device ${String(i).padStart(6, '0')}`

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
      await fill(dataFolder, size)
      const platform = await startPlatform(t, { dataFolder })
      const { call } = await reopenWorld(platform, world)
      for (const query of queries) rows.push(await measure(call, query, size))
      await platform.stop()
    }
    return rows
  })
}

/**
 * Devices of two types with a series, two attributes, and an alarm on every hundredth: through the store, since filling
 * is not what is measured here.
 */
async function fill(dataFolder: string, size: number): Promise<void> {
  const storage = await openSqliteStorage({
    dataFolder,
    journalHours: 24,
    journalBytes: 2 ** 28,
    log: silent,
    clock: systemClock,
  })
  const { build, statement, first } = storage.relational
  const profile = await first(
    build
      .selectFrom('device_profile')
      .innerJoin('tenant', 'tenant.id', 'device_profile.tenant_id')
      .select(['device_profile.id', 'tenant_id']),
  )
  if (!profile) throw new Error('The new tenant has no device profile.')
  const tenantId = profile.tenant_id
  for (let from = 0; from < size; from += batch) {
    const numbers = Array.from({ length: Math.min(batch, size - from) }, (_, i) => from + i)
    const made = numbers.map((n) => ({ n, entity: entityId('DEVICE', newId()), createdTime: startMs + n }))
    const owned = { tenantId, lastUpdateTs: startMs, scope: 'SERVER_SCOPE', notifyDevice: false } as const
    await storage.transact({
      statements: made.flatMap(({ n, entity, createdTime }) => {
        const device = statement(
          build.insertInto('device').values({
            id: entity.id,
            created_time: createdTime,
            tenant_id: tenantId,
            customer_id: NIL_UUID,
            device_profile_id: profile.id,
            name: nameOf(n),
            type: n % 3 === 0 ? 'pump' : 'meter',
            label: `Line ${n % 40}`,
            device_data: '{}',
            firmware_id: null,
            software_id: null,
            additional_info: '{"description":""}',
          }),
        )
        return n % 100 === 0 ? [device, ...alarmOf(tenantId, entity, createdTime)] : [device]
      }),
      points: made.map(({ n, entity }) => ({
        ...{ tenantId, entity, key: 'temp', ts: startMs },
        ...{ type: ValueType.LONG, value: (n * 37) % 1000, ttlSeconds: 0 },
      })),
      attributes: made.flatMap(({ n, entity }) => [
        { ...owned, entity, key: 'floor', value: { type: ValueType.LONG, value: n % 20 } },
        { ...owned, entity, key: 'active', value: { type: ValueType.BOOLEAN, value: n % 2 === 0 } },
      ]),
    })
  }
  await storage.close()

  function alarmOf(tenant: string, { entityType, id }: EntityId, createdTime: number) {
    const alarmId = newId()
    const alarm = {
      id: alarmId,
      created_time: createdTime,
      tenant_id: tenant,
      customer_id: NIL_UUID,
      originator_type: entityType,
      originator_id: id,
      type: 'Hot',
      severity: 'MAJOR',
      ...{ start_ts: createdTime, end_ts: createdTime, ack_ts: 0, clear_ts: 0, acknowledged: 0, cleared: 0 },
      details: null,
      ...{ propagate: 0, propagate_to_owner: 0, propagate_to_tenant: 0, propagate_relation_types: '[]' },
    }
    const link = { entity_id: id, entity_type: entityType, alarm_id: alarmId, created_time: createdTime }
    return [
      statement(build.insertInto('alarm').values(alarm)),
      statement(build.insertInto('alarm_entity').values(link)),
    ]
  }
}

async function measure(call: World['call'], { what, path, body, mustReach }: Query, size: number): Promise<Row> {
  const ask = async (n: number) => {
    const started = performance.now()
    await call('POST', path, body(n, size))
    return performance.now() - started
  }
  const first = await ask(0)
  const times: number[] = []
  for (let n = 1; n <= asked; n++) times.push(await ask(n))
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] as number).toFixed(1)
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < asked) await ask(next++)
    }),
  )
  const rate = asked / ((performance.now() - started) / 1000)
  return {
    what: `${size.toLocaleString('en')} devices: ${what}`,
    reference: '',
    mustReach: mustReach ?? '',
    measured: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${Math.round(rate).toLocaleString('en')}/s (first ${first.toFixed(0)} ms)`,
  }
}
