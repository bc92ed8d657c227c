import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { testLimits } from '../limits/testing.ts'
import { type BodyCall, createBodyRoom } from './body-room.ts'

const mib = 1024 * 1024
const user = (tenantId: string, isPublic = false) => ({ tenantId, entity: entityId('USER', 'u'), isPublic })

/** A call with these headers; `end` is its answer's. */
function request(headers: Record<string, string>) {
  const raw = new EventEmitter()
  return {
    asked: { request: { headers }, reply: { raw } } as unknown as BodyCall,
    end: () => raw.emit('close'),
  }
}

test('long bodies of a tenant wait for one another, those of others do not', () => {
  const room = createBodyRoom(testLimits())
  const long = () => request({ 'content-length': `${12 * mib}` })
  const [first, second, third] = [long(), long(), long()]
  room.admit(first.asked, user('a'), 16 * mib)
  room.admit(second.asked, user('a'), 16 * mib)
  assert.throws(() => room.admit(third.asked, user('a'), 16 * mib), /bodiesInFlight/)
  room.admit(third.asked, user('b'), 16 * mib)
  first.end()
  room.admit(request({ 'content-length': `${12 * mib}` }).asked, user('a'), 16 * mib)
})

test('a body that does not say how long it is counts as the longest; short ones and none count nothing', () => {
  const room = createBodyRoom(testLimits())
  const unknown = () => request({ 'transfer-encoding': 'chunked' }).asked
  for (let i = 0; i < 1000; i++) {
    room.admit(request({ 'content-length': '65536' }).asked, user('a'), mib)
    room.admit(request({}).asked, user('a'), 16 * mib)
  }
  for (let i = 0; i < 24; i++) room.admit(unknown(), user('a'), mib)
  assert.throws(() => room.admit(unknown(), user('a'), mib), /bodiesInFlight/)
})

test('visitors may have a quarter of it', () => {
  const room = createBodyRoom(testLimits())
  const body = () => request({ 'content-length': `${mib}` }).asked
  for (let i = 0; i < 6; i++) room.admit(body(), user('a', true), mib)
  assert.throws(() => room.admit(body(), user('a', true), mib), /bodiesInFlight/)
})
