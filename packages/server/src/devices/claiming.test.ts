import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { claimDurationDefaultMs } from './claiming.ts'
import { openDeviceRooms, rejection } from './testing.ts'

test('whoever knows the secret makes the device his customer’s, once', async (t) => {
  const { devices, claims, telemetry, attributes, customerId, admin, user, messages } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'Free', type: 'x' }, null)
  await telemetry.saveAttributes(admin, id, 'SERVER_SCOPE', [{ key: 'claimingAllowed', type: 0, value: true }])
  assert.deepEqual(await claims.claim(user, 'Free', 's'), { kind: 'FAILURE' }, 'nothing was registered')
  await claims.register(id.id, 's', 60_000)
  messages.length = 0
  const outcome = await claims.claim(user, 'Free', 's')
  assert.equal(outcome.kind === 'SUCCESS' && outcome.device.customerId.id, customerId)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ENTITY_ASSIGNED'],
  )
  assert.deepEqual(await attributes.attributes(id.id, 'SERVER_SCOPE', ['claimingAllowed']), [])
  assert.deepEqual(await claims.claim(user, 'Free', 's'), { kind: 'CLAIMED' })
  assert.equal((await rejection(claims.register(id.id, 's', null))).status, 400)
  await claims.reclaim(user, 'Free')
  assert.equal((await devices.get(admin, id.id)).customerId.id, NIL_UUID)
  await claims.reclaim(admin, 'Free')
})

test('a wrong secret ends the claim', async (t) => {
  const { devices, claims, admin, user } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'Free', type: 'x' }, null)
  await claims.register(id.id, 's', 60_000)
  assert.deepEqual(await claims.claim(user, 'Free', 'wrong'), { kind: 'FAILURE' })
  assert.deepEqual(await claims.claim(user, 'Free', 's'), { kind: 'FAILURE' })
})

test('a claim ends after its time, a day when none is named', async (t) => {
  const { devices, claims, clock, admin, user } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'Free', type: 'x' }, null)
  for (const [durationMs, lasts] of [
    [60_000, 60_000],
    [null, claimDurationDefaultMs],
    [-5, claimDurationDefaultMs],
  ] as const) {
    await claims.register(id.id, null, durationMs)
    clock.now += lasts + 1
    assert.deepEqual(await claims.claim(user, 'Free', null), { kind: 'FAILURE' })
  }
  await claims.register(id.id, null, null)
  clock.now += claimDurationDefaultMs
  assert.equal((await claims.claim(user, 'Free', '')).kind, 'SUCCESS')
})

test('the attribute claimingData is a claim too', async (t) => {
  const { devices, claims, telemetry, clock, admin, user, stranger } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'Free', type: 'x' }, null)
  const data = (text: string) =>
    telemetry.saveAttributes(admin, id, 'SERVER_SCOPE', [{ key: 'claimingData', type: 4, value: text }])
  for (const text of ['5', 'null', '{"secretKey":"s"}', '{']) {
    await data(text)
    assert.equal((await claims.claim(user, 'Free', 's')).kind, 'FAILURE', text)
  }
  await data(JSON.stringify({ secretKey: 's', expirationTime: clock.now + 1000 }))
  assert.equal((await rejection(claims.claim(stranger, 'Free', 's'))).status, 404)
  assert.equal((await claims.claim(user, 'Free', 's')).kind, 'SUCCESS')
})

test('of two who claim at once one gets the device', async (t) => {
  const { devices, claims, customerId, admin, user } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'Free', type: 'x' }, null)
  await claims.register(id.id, 's', null)
  const outcomes = await Promise.all([claims.claim(user, 'Free', 's'), claims.claim(user, 'Free', 's')])
  assert.deepEqual(outcomes.map(({ kind }) => kind).sort(), ['CLAIMED', 'SUCCESS'])
  assert.equal((await devices.get(admin, id.id)).customerId.id, customerId)
})

test('a user who fails too often waits, also with all attempts at once; another user claims on', async (t) => {
  const { devices, claims, telemetry, clock, admin, user } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'Free', type: 'x' }, null)
  // A wrong secret doesn't end a claim by attribute.
  const claimingData = JSON.stringify({ secretKey: 's', expirationTime: clock.now + 3_600_000 })
  await telemetry.saveAttributes(admin, id, 'SERVER_SCOPE', [{ key: 'claimingData', type: 4, value: claimingData }])
  const statuses = await Promise.all(
    Array.from({ length: 200 }, (_, i) =>
      claims.claim(user, i % 2 === 0 ? 'Free' : 'Unknown', `guess ${i}`).then(
        ({ kind }) => kind,
        (error: { status: number }) => error.status,
      ),
    ),
  )
  assert.equal(statuses.filter((status) => status === 429).length, 195)
  assert.equal((await rejection(claims.claim(user, 'Free', 's'))).status, 429, 'the right secret waits too')
  const other = { ...user, userId: 'another' }
  assert.equal((await claims.claim(other, 'Free', 's')).kind, 'SUCCESS')
  clock.now += 1_000
  assert.equal((await claims.claim(user, 'Free', 's')).kind, 'CLAIMED')
})
