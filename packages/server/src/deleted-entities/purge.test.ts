import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { pino } from 'pino'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { createEventRecorder } from '../events/event-recorder.ts'
import { ownerOf } from '../events/event-rows.ts'
import { createEventStore } from '../events/event-store.ts'
import { newId } from '../ids.ts'
import { createCommit } from '../journal/commit.ts'
import type { Transaction } from '../storage/storage.ts'
import { openTestStorage, temporaryFolder, testPoint } from '../storage/testing.ts'
import { recordDeletions } from './deleted-entities.ts'
import { createPurge, settleMs } from './purge.ts'

const tenantId = newId()

async function open(t: TestContext, dataFolder?: string) {
  const storage = await openTestStorage(t, dataFolder === undefined ? {} : { dataFolder })
  const { relational, series } = storage
  const clock = { now: 1_700_000_000_000, nowMs: () => clock.now }
  const live = createProcessChangeStream()
  const transactions: Transaction[] = []
  const commit = createCommit({
    storage,
    hooks: [
      (next) => (transaction) => {
        transactions.push(transaction)
        return next(transaction)
      },
      recordDeletions({ relational, clock }),
    ],
    live,
    accept: () => undefined,
  })
  const existing = new Set<string>()
  const owners = {
    find: async (id: EntityId) => (existing.has(id.id) ? { id, tenantId, customerId: NIL_UUID } : undefined),
  }
  const log = pino({ level: 'silent' })
  const purge = createPurge({ relational, series, owners, commit, clock })
  const recorder = createEventRecorder({ store: createEventStore(relational), commit, clock, server: 's', log })

  const point = (entity: EntityId, key: string, ts: number) => ({ ...testPoint(entity, key, ts), tenantId })

  /** Writes points, an attribute and an event of an entity. */
  async function fill(entity: EntityId, points: number, keys = ['a']) {
    for (let at = 0; at < points; at += 10_000) {
      const some = Array.from({ length: Math.min(10_000, points - at) }, (_, i) => 1_000 + at + i)
      await commit({ points: keys.flatMap((key) => some.map((ts) => point(entity, key, ts))) })
    }
    const attribute = {
      tenantId,
      entity,
      scope: 'SERVER_SCOPE' as const,
      key: 'k',
      lastUpdateTs: 1,
      value: { type: ValueType.LONG, value: 1 },
      notifyDevice: false,
    }
    await commit({ attributes: [attribute] })
    recorder.note({ ...ownerOf(tenantId, entity), type: 'LC_EVENT', success: 1 })
    await recorder.written()
  }

  const { build } = relational
  return {
    storage,
    clock,
    commit,
    purge,
    existing,
    transactions,
    fill,
    point,
    remove: (...entities: EntityId[]) =>
      commit({ changes: entities.map((entity) => ({ kind: 'deleted', entity, tenantId, customerId: NIL_UUID })) }),
    notes: async () => (await relational.all(build.selectFrom('deleted_entity').selectAll())).length,
    /** Remaining points, attributes and events of an entity. */
    async left({ id }: EntityId) {
      const range = { startTs: 0, endTs: 1e12, limit: 1e6, order: 'ASC', aggregation: 'NONE', intervalMs: 0 } as const
      const points = [...(await series.range({ entityId: id, keys: ['a', 'b', 'c'], ...range })).values()].flat()
      const rows = async (table: 'attribute' | 'event') =>
        (await relational.all(build.selectFrom(table).select('entity_id').where('entity_id', '=', id))).length
      return [points.length, await rows('attribute'), await rows('event')]
    },
  }
}

const device = () => entityId('DEVICE', newId())

test('what a deleted entity leaves goes, and what comes late goes in a second round', async (t) => {
  const world = await open(t)
  const [gone, retained] = [device(), device()]
  await world.fill(gone, 100, ['a', 'b'])
  await world.fill(retained, 100, ['a', 'b'])
  await world.remove(gone)
  assert.equal(await world.notes(), 1)
  await world.purge.run()
  assert.deepEqual(await world.left(gone), [0, 0, 0])
  assert.deepEqual(await world.left(retained), [200, 1, 1])
  assert.deepEqual(await world.storage.series.keys(gone.id), [])

  await world.commit({ points: [world.point(gone, 'a', 5)] })
  await world.purge.run()
  assert.deepEqual(await world.left(gone), [1, 0, 0])
  world.clock.now += settleMs
  await world.purge.run()
  assert.deepEqual(await world.left(gone), [0, 0, 0])
  assert.equal(await world.notes(), 0)
})

test('many points go in steps, many entities share commits', async (t) => {
  const world = await open(t)
  const large = device()
  await world.fill(large, 50_000)
  const small = Array.from({ length: 450 }, device)
  await world.commit({ points: small.map((entity) => world.point(entity, 'a', 7)) })
  await world.remove(large, ...small)
  world.transactions.length = 0
  await world.purge.run()
  const ofLarge = world.transactions
    .flatMap(({ deletions }) => deletions ?? [])
    .filter((each) => each.entity.id === large.id)
  assert.deepEqual(
    ofLarge.map(({ keys, range }) => [keys, range?.endTs]),
    [
      [['a'], 21_000],
      [['a'], 41_000],
      [null, undefined],
    ],
  )
  assert.ok(world.transactions.length < 12, `${world.transactions.length} commits`)
  assert.ok(world.transactions.every(({ deletions }) => (deletions?.length ?? 0) <= 200))
  assert.deepEqual(await world.left(large), [0, 0, 0])
  for (const entity of small) assert.deepEqual(await world.left(entity), [0, 0, 0])
})

test('an entity that is there after all is left alone', async (t) => {
  const world = await open(t)
  const back = device()
  await world.fill(back, 10)
  await world.remove(back)
  world.existing.add(back.id)
  await world.purge.run()
  assert.deepEqual(await world.left(back), [10, 1, 1])
  assert.equal(await world.notes(), 0)
})

test('after a restart the purge goes on; events of a tenant go with it', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const first = await open(t, dataFolder)
  const tenant = entityId('TENANT', tenantId)
  const gone = device()
  await first.fill(gone, 10)
  await first.fill(tenant, 10)
  await first.remove(gone, tenant)
  await first.purge.run(AbortSignal.abort())
  await first.storage.close()
  const second = await open(t, dataFolder)
  assert.equal(await second.notes(), 2)
  await second.purge.run()
  assert.deepEqual(await second.left(gone), [0, 0, 0])
  assert.deepEqual(await second.left(tenant), [0, 0, 0])
})

test('rows that others count are not moved by the notes', async (t) => {
  const { commit, storage } = await open(t)
  const { build, statement } = storage.relational
  const values = { id: newId(), created_time: 1, tenant_id: NIL_UUID, key: 'k', json_value: '{}' }
  const change = { kind: 'deleted', entity: device(), tenantId, customerId: NIL_UUID } as const
  const insert = statement(build.insertInto('admin_settings').values(values), { expectRows: 1 })
  const none = statement(build.deleteFrom('admin_settings').where('id', '=', 'x'))
  assert.deepEqual((await commit({ statements: [none, insert], changes: [change] })).rowsChanged, [0, 1])
})
