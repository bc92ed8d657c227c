import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { EntityId } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { createEntityOwners } from '../access/entity-owners.ts'
import { recordDeletions } from '../deleted-entities/deleted-entities.ts'
import { createPurge } from '../deleted-entities/purge.ts'
import { createDeviceService } from '../devices/device-service.ts'
import { openDeviceRooms } from '../devices/testing.ts'
import { createCommit } from '../journal/commit.ts'
import { createTenantLimits } from '../limits/tenant-limits.ts'
import { createTurns } from '../turns/turns.ts'
import { createTrashExpiry, tombstoneStatements } from './trash-expiry.ts'
import { createTrashService } from './trash-service.ts'
import { createTrashStore } from './trash-store.ts'
import { createTrashNotes } from './trash-writer.ts'

const days = 30
const dayMs = 86_400_000

async function open(t: TestContext) {
  const rooms = await openDeviceRooms(t)
  const { storage, clock, live, admin, packages, entityViews, quotas, access } = rooms
  const { relational, series } = storage
  const trash = createTrashNotes({ relational, clock, days })
  const commit = createCommit({
    storage,
    hooks: [recordDeletions({ relational, clock, trash })],
    live,
    accept: () => undefined,
  })
  const { requireNoViews } = entityViews
  const devices = createDeviceService({
    ...rooms,
    store: rooms.deviceStore,
    commit,
    requireNoViews,
    packages: packages.packageAssignment,
  })
  const end = createTrashExpiry({ relational, commit, clock, days })
  const purge = createPurge({
    relational,
    series,
    owners: createEntityOwners({ relational }),
    commit,
    clock,
    expireTrash: end.expire,
  })
  const service = createTrashService({
    store: createTrashStore(relational, end.keptMs),
    relational,
    access,
    commit,
    clock,
    turns: createTurns(),
    quotas,
    limits: createTenantLimits({ relational, live, turns: createTurns() }),
    requireViewRoom: () => assert.fail('no view here'),
    onViewRestored: () => assert.fail('no view here'),
    packages: packages.packageAssignment,
    onEnded: () => undefined,
  })
  const { build } = relational

  /** A device with points and an attribute, in the trash. */
  async function trashed(name: string) {
    const { id, tenantId } = await devices.save(admin, { name, type: 'default' }, null)
    const value = { type: ValueType.LONG, value: 1 }
    await commit({
      points: [1, 2, 3].map((ts) => ({ tenantId: tenantId.id, entity: id, key: 'a', ts, ttlSeconds: 0, ...value })),
      attributes: [
        {
          tenantId: tenantId.id,
          entity: id,
          scope: 'SERVER_SCOPE',
          key: 'b',
          lastUpdateTs: 1,
          value,
          notifyDevice: false,
        },
      ],
    })
    await devices.remove(admin, id.id)
    return id
  }

  return {
    clock,
    commit,
    admin,
    relational,
    purge,
    service,
    devices,
    trashed,
    rows: async (table: 'trash' | 'trash_relation' | 'deleted_entity') =>
      (await relational.all(build.selectFrom(table).selectAll())).length,
    /** Number of remaining points and attributes of the device. */
    async left({ id }: EntityId) {
      const range = { startTs: 0, endTs: 100, limit: 100, order: 'ASC', aggregation: 'NONE', intervalMs: 0 } as const
      const points = [...(await series.range({ entityId: id, keys: ['a'], ...range })).values()].flat()
      const attributes = build.selectFrom('attribute').select('key').where('entity_id', '=', id)
      return [points.length, (await relational.all(attributes)).length]
    },
  }
}

test('points and attributes stay while it is in the trash, and go with it after its days', async (t) => {
  const { clock, purge, trashed, left, rows, service, admin } = await open(t)
  const early = await trashed('early')
  clock.now += dayMs
  const late = await trashed('late')
  clock.now += (days - 1) * dayMs - 1
  await purge.run()
  // `active` is the server's own attribute.
  assert.deepEqual(
    [await left(early), await left(late)],
    [
      [3, 2],
      [3, 2],
    ],
  )
  assert.equal(await rows('trash'), 2)
  clock.now += 1
  await purge.run()
  assert.deepEqual(
    [await left(early), await left(late)],
    [
      [0, 0],
      [3, 2],
    ],
  )
  assert.equal(await rows('trash'), 1)
  assert.equal((await service.restore(admin, late.id, {})).name, 'late')
  clock.now += 2 * days * dayMs
  await purge.run()
  assert.deepEqual(await left(late), [3, 2])
  assert.equal(await rows('trash'), 0)
})

test('beyond the entities that a tenant may have in the trash, the oldest are deleted early', async (t) => {
  const { relational, commit, clock, trashed, rows, service, admin } = await open(t)
  const first = await trashed('1')
  clock.now += 1
  const second = await trashed('2')
  clock.now += 1
  const third = await trashed('3')
  assert.equal(await createTrashExpiry({ relational, commit, clock, days, entitiesMax: 2 }).expire(), 1)
  assert.deepEqual([await rows('trash'), await rows('deleted_entity')], [2, 1])
  await assert.rejects(service.restore(admin, first.id, {}))
  for (const { id } of [second, third]) await service.restore(admin, id, {})
})

test('of more bytes than a tenant may have in the trash the oldest end early; what has none stays', async (t) => {
  const { relational, commit, clock, trashed, rows } = await open(t)
  await trashed('without')
  const { build, statement } = relational
  for (const [n, bytes] of [40, 50, 60].entries()) {
    clock.now += 1
    const device = await trashed(`${n}`)
    await commit({ statements: [statement(build.updateTable('trash').set({ bytes }).where('id', '=', device.id))] })
  }
  const end = createTrashExpiry({ relational, commit, clock, days, bytesMax: 100 })
  assert.equal(await end.expire(), 2)
  assert.equal(await rows('trash'), 2)
  assert.equal(await end.expire(), 0)
})

test('what is deleted for good is purged at once', async (t) => {
  const { purge, trashed, left, rows, service, admin } = await open(t)
  const device = await trashed('d')
  await service.remove(admin, device.id)
  assert.equal(await rows('deleted_entity'), 1)
  await purge.run()
  assert.deepEqual(await left(device), [0, 0])
})

test('a delete that fails leaves nothing in the trash', async (t) => {
  const { commit, devices, admin, relational, rows } = await open(t)
  const { id, tenantId, customerId } = await devices.save(admin, { name: 'd', type: 'default' }, null)
  const never = relational.statement(relational.build.deleteFrom('device').where('id', '=', 'x'), { expectRows: 1 })
  const changes = [{ kind: 'deleted', entity: id, tenantId: tenantId.id, customerId: customerId.id } as const]
  await assert.rejects(commit({ statements: [never], changes }))
  assert.deepEqual([await rows('trash'), await rows('deleted_entity')], [0, 0])
})

test('two who restore the same thing: one succeeds', async (t) => {
  const { trashed, service, admin, rows } = await open(t)
  const device = await trashed('d')
  const outcomes = await Promise.allSettled([
    service.restore(admin, device.id, {}),
    service.restore(admin, device.id, {}),
  ])
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal(await rows('trash'), 0)
})

test('what a tenant had in the trash is noted when the tenant goes', async (t) => {
  const { trashed, commit, relational, admin, clock, rows, purge, left } = await open(t)
  const device = await trashed('d')
  await commit({ statements: tombstoneStatements(relational, clock.now, { tenantId: admin.tenantId }) })
  assert.deepEqual([await rows('trash'), await rows('deleted_entity')], [0, 1])
  await purge.run()
  assert.deepEqual(await left(device), [0, 0])
})
