import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { temporaryFolder } from '../storage/testing.ts'
import { openTransportWorld, type TransportWorld } from '../transports/transport-testing.ts'
import { until } from '../until-testing.ts'

const telemetry = 'v1/devices/me/telemetry'
const startMs = 1_700_000_000_000

function manualClock() {
  return {
    ms: startMs,
    nowMs() {
      return this.ms
    },
  }
}

const lifeTypes = /^(CONNECT|DISCONNECT|ACTIVITY|INACTIVITY)_EVENT$/

async function stateOf({ attributes }: TransportWorld, deviceId: string) {
  const stored = await attributes.attributes(deviceId, 'SERVER_SCOPE', null)
  return Object.fromEntries(stored.map(({ key, value }) => [key, value]))
}

const lifeOf = ({ messages }: TransportWorld) => messages.filter(({ type }) => lifeTypes.test(type))

test('a new device is not active from the commit that makes it; nothing is written after it', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  assert.deepEqual(await stateOf(world, device.id), { active: false })
  const { commits } = await world.storage.stats()
  await world.activity.report()
  assert.equal((await world.storage.stats()).commits, commits)
})

test('connect, activity, inactivity and disconnect: attributes and events', async (t) => {
  const { world, clock, device, client } = await activeWorld(t)
  const [connect, activity] = lifeOf(world)
  assert.deepEqual(JSON.parse(connect?.data ?? ''), {
    lastConnectTime: startMs + 1000,
    lastActivityTime: startMs + 1000,
    lastDisconnectTime: 0,
    lastInactivityAlarmTime: 0,
    inactivityTimeout: 600_000,
  })
  assert.equal(connect?.metadata.scope, 'SERVER_SCOPE')
  assert.equal(connect?.metadata.deviceName, device.name)
  assert.equal(JSON.parse(activity?.data ?? '').active, true)

  clock.ms += 5000
  await client.publish(telemetry, { a: 1 })
  await client.publish(telemetry, { a: 2 })
  await world.activity.report()
  assert.equal((await stateOf(world, device.id)).lastActivityTime, startMs + 6000)

  clock.ms += 600_000
  await world.activity.check()
  assert.deepEqual(await stateOf(world, device.id), {
    active: false,
    lastConnectTime: startMs + 1000,
    lastActivityTime: startMs + 6000,
    inactivityAlarmTime: startMs + 606_000,
  })
  await world.activity.check()
  assert.equal(world.ofType('INACTIVITY_EVENT').length, 1, 'told once')

  await client.publish(telemetry, { a: 3 })
  await world.activity.report()
  assert.equal((await stateOf(world, device.id)).active, true)
  clock.ms += 10
  await client.client.endAsync()
  await until(() => world.ofType('DISCONNECT_EVENT').length === 1, 'it is disconnected')
  assert.equal((await stateOf(world, device.id)).lastDisconnectTime, startMs + 606_010)
  assert.deepEqual(
    lifeOf(world).map(({ type }) => type),
    ['CONNECT_EVENT', 'ACTIVITY_EVENT', 'INACTIVITY_EVENT', 'ACTIVITY_EVENT', 'DISCONNECT_EVENT'],
  )
})

test("a person's inactivity timeout takes effect at once", async (t) => {
  const clock = manualClock()
  const world = await openTransportWorld(t, { clock, limits: { sweepIntervalMs: 1_000_000 } })
  const device = await world.addDevice()
  const client = await world.connect(device)
  await client.publish(telemetry, { a: 1 })
  await world.activity.report()
  clock.ms += 60_000
  await world.activity.check()
  assert.equal(world.ofType('INACTIVITY_EVENT').length, 0)
  await world.commit({
    attributes: [
      {
        ...world.shared(device.id, 'inactivityTimeout', { type: ValueType.LONG, value: 30_000 }),
        scope: 'SERVER_SCOPE',
      },
    ],
  })
  await until(() => world.ofType('INACTIVITY_EVENT').length === 1, 'it is inactive')
  assert.equal(JSON.parse(world.ofType('INACTIVITY_EVENT')[0]?.data ?? '').inactivityTimeout, 30_000)
})

test('a device that was never heard of is reported inactive once', async (t) => {
  const clock = manualClock()
  const world = await openTransportWorld(t, { clock })
  await world.addDevice()
  await world.activity.report()
  clock.ms += 600_000
  await world.activity.check()
  await world.activity.check()
  assert.equal(world.ofType('INACTIVITY_EVENT').length, 1)
  assert.equal(world.activity.size, 0, 'and forgotten')
})

test('devices that were active before a restart time out', async (t) => {
  const clock = manualClock()
  const dataFolder = await temporaryFolder(t)
  const first = await openTransportWorld(t, { clock, dataFolder, limits: { sweepIntervalMs: 1_000_000 } })
  const device = await first.addDevice()
  const never = await first.addDevice()
  const client = await first.connect(device)
  await client.publish(telemetry, { a: 1 })
  await first.stop()
  assert.equal((await stateOf(first, device.id)).active, true)
  await first.storage.close()

  const second = await openTransportWorld(t, { clock, dataFolder })
  await second.activity.start()
  assert.equal(second.activity.size, 2)
  clock.ms += 600_000
  await second.activity.check()
  assert.equal((await stateOf(second, device.id)).active, false)
  assert.deepEqual(
    second
      .ofType('INACTIVITY_EVENT')
      .map(({ originator }) => originator.id)
      .sort(),
    [device.id, never.id].sort(),
  )
})

test('many messages and many devices cost few commits', async (t) => {
  const world = await openTransportWorld(t)
  const devices = await Promise.all(Array.from({ length: 50 }, () => world.addDevice()))
  await world.activity.report()
  const records = await Promise.all(devices.map(({ id }) => world.directory.find(id)))
  const { commits: before } = await world.storage.stats()
  for (let i = 0; i < 100; i++) for (const record of records) if (record) world.activity.seen(record)
  await world.activity.report()
  const { commits: after } = await world.storage.stats()
  assert.equal(world.ofType('ACTIVITY_EVENT').length, 50)
  assert.ok(after - before <= 5, `${after - before} commits`)
})

test('a deleted device leaves nothing behind', async (t) => {
  const world = await openTransportWorld(t)
  const device = await world.addDevice()
  await world.activity.report()
  await world.commit({
    changes: [
      { kind: 'deleted', entity: entityId('DEVICE', device.id), tenantId: world.tenantId, customerId: NIL_UUID },
    ],
  })
  assert.equal(world.activity.size, 0)
})

async function activeWorld(t: Parameters<typeof openTransportWorld>[0]) {
  const clock = manualClock()
  const world = await openTransportWorld(t, { clock, limits: { sweepIntervalMs: 1_000_000 } })
  const device = await world.addDevice()
  clock.ms += 1000
  const client = await world.connect(device)
  await until(() => world.ofType('ACTIVITY_EVENT').length === 1, 'it is active')
  const write = (key: string, value: boolean | number | null) =>
    world.commit({
      attributes: [
        {
          ...world.shared(device.id, key, { type: ValueType.BOOLEAN, value: true }),
          scope: 'SERVER_SCOPE',
          value:
            value === null ? null : { type: typeof value === 'number' ? ValueType.LONG : ValueType.BOOLEAN, value },
        },
      ],
    })
  return { world, clock, device, client, write }
}

for (const [what, value] of [
  ['deleted', null],
  ['set to false', false],
] as const) {
  test(`"active" that somebody has ${what} is put right by the next sign of life, which says so`, async (t) => {
    const { world, clock, device, client, write } = await activeWorld(t)
    await write('active', value)
    clock.ms += 2000
    await client.publish(telemetry, { a: 1 })
    await world.activity.report()
    assert.equal((await stateOf(world, device.id)).active, true)
    assert.equal(world.ofType('ACTIVITY_EVENT').length, 2)
  })
}

test('"active" that somebody has set on a silent device is put right by the check, in memory or not', async (t) => {
  const { world, clock, device, client, write } = await activeWorld(t)
  await client.client.endAsync()
  await until(() => world.ofType('DISCONNECT_EVENT').length === 1, 'it is disconnected')
  clock.ms += 600_000
  await world.activity.check()
  await world.activity.check()
  assert.deepEqual([(await stateOf(world, device.id)).active, world.activity.size], [false, 0])
  await write('active', true)
  await world.activity.check()
  assert.equal((await stateOf(world, device.id)).active, false)
  assert.equal(world.ofType('INACTIVITY_EVENT').length, 2)
})

test('times that somebody has deleted come back with the next sign of life', async (t) => {
  const { world, clock, device, client, write } = await activeWorld(t)
  await write('lastActivityTime', null)
  await write('inactivityAlarmTime', null)
  clock.ms += 2000
  await client.publish(telemetry, { a: 1 })
  await world.activity.report()
  assert.equal((await stateOf(world, device.id)).lastActivityTime, clock.ms)
  assert.equal(world.ofType('ACTIVITY_EVENT').length, 1)
})

test('a goodbye is no sign of life: a device that was silent stays inactive', async (t) => {
  const { world, clock, device, client } = await activeWorld(t)
  clock.ms += 600_000
  await world.activity.check()
  assert.equal((await stateOf(world, device.id)).active, false)
  await client.client.endAsync()
  await until(() => world.ofType('DISCONNECT_EVENT').length === 1, 'it is disconnected')
  await world.activity.report()
  const { active, lastActivityTime, lastDisconnectTime } = await stateOf(world, device.id)
  assert.deepEqual([active, lastActivityTime, lastDisconnectTime], [false, startMs + 1000, clock.ms])
  assert.equal(world.ofType('ACTIVITY_EVENT').length, 1)
})
