import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LimitValues } from '@sonde/model/limits/limits'
import { array, assert as check, nat, property, tuple } from 'fast-check'
import { defaultLimits, LimitReached } from '../limits/limits.ts'
import type { Message } from '../messages/message.ts'
import type { OriginatorLoad } from '../messages/originator-load.ts'
import { telemetryMessage } from '../storage/testing.ts'
import {
  type BackPressure,
  createBackPressure,
  inFlightCharactersMax,
  inFlightMessagesMax,
  largeMessageCharacters,
  waitingCallsMax,
} from './back-pressure.ts'

const message = (data = '{}'): Message => ({ ...telemetryMessage(data), tenantId: 't' })

const open = (values: LimitValues = {}) =>
  createBackPressure({ limits: { ...defaultLimits, of: (id, key) => values[key] ?? defaultLimits.of(id, key) } })

function fill(pressure: BackPressure, load: OriginatorLoad, count: number, data?: string) {
  for (let i = 0; i < count; i++) pressure.entered(load, message(data))
}
function drain(pressure: BackPressure, load: OriginatorLoad, count: number, data?: string) {
  for (let i = 0; i < count; i++) pressure.left(load, message(data))
}
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('a tenant that fills its bound waits, another one does not', () => {
  const pressure = open()
  const bad = pressure.of('bad', 'a')
  const max = defaultLimits.of(null, 'messagesInFlight')
  const perDevice = defaultLimits.of(null, 'deviceMessagesInFlight')
  for (let i = 0; i < max / perDevice; i++) fill(pressure, pressure.of('bad', `d${i}`), perDevice)
  assert.equal(pressure.fullLimit(bad), 'messagesInFlight')
  assert.equal(pressure.fullLimit(pressure.of('good', 'a')), null)
})

test('a device that fills its bound waits, other devices of its tenant do not', () => {
  const pressure = open({ deviceMessagesInFlight: 3 })
  const flooding = pressure.of('t', 'flooding')
  fill(pressure, flooding, 3)
  assert.equal(pressure.fullLimit(flooding), 'deviceMessagesInFlight')
  assert.equal(pressure.fullLimit(pressure.of('t', 'other')), null)
})

test('large messages are bounded by their size', () => {
  const pressure = open({ bytesInFlight: 100_000, deviceMessagesInFlight: 2_000 })
  const load = pressure.of('t', 'd')
  fill(pressure, load, 1_000, 'x'.repeat(largeMessageCharacters - 1))
  assert.equal(pressure.fullLimit(load), null)
  const large = 'x'.repeat(50_000)
  fill(pressure, load, 2, large)
  assert.equal(pressure.fullLimit(load), 'bytesInFlight')
  drain(pressure, load, 1, large)
  assert.equal(pressure.fullLimit(load), null)
})

test('when all is half full, each tenant has its share, and who comes late finds room', () => {
  const pressure = open({ deviceMessagesInFlight: inFlightMessagesMax })
  const bad = Array.from({ length: 4 }, (_, i) => pressure.of(`bad ${i}`, 'd'))
  for (const load of bad) {
    while (pressure.fullLimit(load) === null) fill(pressure, load, 1)
  }
  assert.ok(pressure.messages <= 1.5 * inFlightMessagesMax, `${pressure.messages}`)
  const late = pressure.of('late', 'd')
  fill(pressure, late, 100)
  assert.equal(pressure.fullLimit(late), null)
  assert.ok(bad.every((load) => pressure.fullLimit(load) === 'messagesInFlight'))
})

test('those that wait continue when half of the bound is free, in their order', async () => {
  const pressure = open({ messagesInFlight: 10 })
  const load = pressure.of('t', 'd')
  fill(pressure, load, 10)
  const order: string[] = []
  for (const name of ['a', 'b']) pressure.wait(load, { relieved: () => order.push(name) })
  const stopped = { relieved: () => order.push('stopped') }
  pressure.wait(load, stopped)
  pressure.stopWaiting(load, stopped)
  drain(pressure, load, 4)
  await settled()
  assert.deepEqual(order, [])
  drain(pressure, load, 1)
  await settled()
  assert.deepEqual(order, ['a', 'b'])
})

test('calls that wait are bounded in number and size, and refused in words', async () => {
  const pressure = open({ messagesInFlight: 1, bytesInFlight: 1_000 })
  const load = pressure.of('t', 'd')
  fill(pressure, load, 1)
  await assert.rejects(pressure.room('t', 'd', 1_001), { limit: 'messagesInFlight', status: 429 })
  const calls = Array.from({ length: waitingCallsMax }, () => pressure.room('t', 'd', 1))
  await assert.rejects(pressure.room('t', 'd', 1), LimitReached)
  drain(pressure, load, 1)
  await Promise.all(calls)
  await pressure.room('t', 'd', 1)
})

test('while the store takes no writes nobody waits', async () => {
  const pressure = open({ messagesInFlight: 1 })
  const load = pressure.of('t', 'd')
  fill(pressure, load, 1)
  const waits = pressure.room('t', 'd', 1)
  pressure.setRejected(true)
  await waits
  assert.equal(pressure.fullLimit(load), null)
  pressure.setRejected(false)
  assert.equal(pressure.fullLimit(load), 'messagesInFlight')
})

test('whatever comes and goes, the counts are those of what is there, and idle originators are forgotten', () => {
  check(
    property(array(tuple(nat(3), nat(5), nat(9)), { maxLength: 300 }), (steps) => {
      const pressure = open()
      const there: [OriginatorLoad, string][] = []
      for (const [tenant, device, what] of steps) {
        if (what < 6) {
          const data = 'x'.repeat(what * 400)
          const load = pressure.of(`t${tenant}`, `d${device}`)
          pressure.entered(load, message(data))
          there.push([load, data])
        } else {
          const [gone] = there.splice(device, 1)
          if (gone) pressure.left(gone[0], message(gone[1]))
        }
      }
      assert.equal(pressure.messages, there.length)
      for (const load of new Set(there.map(([each]) => each))) {
        const ofTenant = there.filter(([{ tenant }]) => tenant === load.tenant)
        assert.equal(load.messages, there.filter(([each]) => each === load).length)
        assert.equal(load.tenant.messages, ofTenant.length)
        const large = ofTenant.reduce((sum, [, { length }]) => sum + (length >= largeMessageCharacters ? length : 0), 0)
        assert.equal(load.tenant.characters, large)
      }
    }),
  )
  const pressure = open()
  const retained = pressure.of('t', 'kept')
  fill(pressure, retained, 1)
  for (let i = 0; i < 60_000; i++) pressure.of('t', `idle ${i}`)
  assert.ok(retained.tenant.originators.size < 50_002)
  assert.equal(pressure.of('t', 'kept'), retained)
})

test('the bounds of the process are what its memory is made for', () => {
  assert.ok(defaultLimits.of(null, 'messagesInFlight') < inFlightMessagesMax)
  assert.ok(defaultLimits.of(null, 'bytesInFlight') < inFlightCharactersMax)
})
