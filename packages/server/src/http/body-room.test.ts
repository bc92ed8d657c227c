import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { testLimits } from '../limits/testing.ts'
import { type BodyCall, createBodyRoom, type HoldBody } from './body-room.ts'

const mib = 1024 * 1024
const user = (tenantId: string, isPublic = false) => ({ tenantId, entity: entityId('USER', 'u'), isPublic })

/** A call with these headers; `end` closes its response. */
function request(headers: Record<string, string>) {
  const raw = new EventEmitter()
  return {
    requested: { request: { headers }, reply: { raw } } as unknown as BodyCall,
    end: () => raw.emit('close'),
  }
}

test('long bodies of a tenant wait for one another, those of others do not', () => {
  const room = createBodyRoom(testLimits())
  const long = () => request({ 'content-length': `${12 * mib}` })
  const [first, second, third] = [long(), long(), long()]
  room.reserve(first.requested, user('a'), 16 * mib)
  room.reserve(second.requested, user('a'), 16 * mib)
  assert.throws(() => room.reserve(third.requested, user('a'), 16 * mib), /bodiesInFlight/)
  room.reserve(third.requested, user('b'), 16 * mib)
  first.end()
  room.reserve(request({ 'content-length': `${12 * mib}` }).requested, user('a'), 16 * mib)
})

test('a body that does not say how long it is counts as the longest; short ones and none count nothing', () => {
  const room = createBodyRoom(testLimits())
  const unknown = () => request({ 'transfer-encoding': 'chunked' }).requested
  for (let i = 0; i < 1000; i++) {
    room.reserve(request({ 'content-length': '65536' }).requested, user('a'), mib)
    room.reserve(request({}).requested, user('a'), 16 * mib)
  }
  for (let i = 0; i < 24; i++) room.reserve(unknown(), user('a'), mib)
  assert.throws(() => room.reserve(unknown(), user('a'), mib), /bodiesInFlight/)
})

test('visitors may have a quarter of it', () => {
  const room = createBodyRoom(testLimits())
  const body = () => request({ 'content-length': `${mib}` }).requested
  for (let i = 0; i < 6; i++) room.reserve(body(), user('a', true), mib)
  assert.throws(() => room.reserve(body(), user('a', true), mib), /bodiesInFlight/)
})

test('short bodies count as they arrive, those of strangers by address', () => {
  const room = createBodyRoom(testLimits())
  const short = () => request({ 'content-length': '60000' })
  const holdAll = (reserve: (call: BodyCall) => HoldBody) => {
    const calls = []
    for (;;) {
      const { requested, end } = short()
      const hold = reserve(requested)
      hold(1000)
      try {
        hold(60_000)
      } catch (error) {
        assert.match(String(error), /bodiesInFlight|unsignedBodies/)
        return [...calls, { end }]
      }
      calls.push({ end })
    }
  }
  const ofUser = holdAll((call) => room.reserve(call, user('a'), mib))
  assert.equal(ofUser.length, Math.floor((24 * mib) / 60_000) + 1)
  const ofAddress = holdAll((call) => room.reserveForStranger(call, '192.0.2.1'))
  assert.equal(ofAddress.length, Math.floor((2 * mib) / 60_000) + 1)
  room.reserveForStranger(short().requested, '192.0.2.2')(60_000)
  for (const { end } of [...ofUser, ...ofAddress]) end()
  room.reserveForStranger(short().requested, '192.0.2.1')(60_000)
  room.reserve(short().requested, user('a'), mib)(60_000)
})

test('a body whose client has left counts nothing', () => {
  const room = createBodyRoom(testLimits())
  const { requested } = request({ 'content-length': `${mib}` })
  Object.assign(requested.reply.raw, { destroyed: true })
  for (let i = 0; i < 100; i++) room.reserve(requested, user('a'), mib)
  assert.equal(requested.reply.raw.listenerCount('close'), 0)
})
