import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { Scope } from '../access/scope.ts'
import { testLimits } from '../limits/testing.ts'
import { createBodyRoom } from './body-room.ts'

const mib = 1024 * 1024
const scope = (tenantId: string, isPublic = false) => ({ tenantId, userId: 'u', isPublic }) as Scope

/** A request with these headers; `end` is its connection's. */
function request(headers: Record<string, string>) {
  const raw = new EventEmitter()
  return {
    asked: { raw, headers } as unknown as Parameters<ReturnType<typeof createBodyRoom>['admit']>[0],
    end: () => raw.emit('close'),
  }
}

test('long bodies of a tenant wait for one another, those of others do not', () => {
  const room = createBodyRoom(testLimits())
  const long = () => request({ 'content-length': `${12 * mib}` })
  const [first, second, third] = [long(), long(), long()]
  room.admit(first.asked, scope('a'), 16 * mib)
  room.admit(second.asked, scope('a'), 16 * mib)
  assert.throws(() => room.admit(third.asked, scope('a'), 16 * mib), /bodiesInFlight/)
  room.admit(third.asked, scope('b'), 16 * mib)
  first.end()
  room.admit(request({ 'content-length': `${12 * mib}` }).asked, scope('a'), 16 * mib)
})

test('a body that does not say how long it is counts as the longest; short ones and none count nothing', () => {
  const room = createBodyRoom(testLimits())
  const unknown = () => request({ 'transfer-encoding': 'chunked' }).asked
  for (let i = 0; i < 1000; i++) {
    room.admit(request({ 'content-length': '65536' }).asked, scope('a'), mib)
    room.admit(request({}).asked, scope('a'), 16 * mib)
  }
  for (let i = 0; i < 24; i++) room.admit(unknown(), scope('a'), mib)
  assert.throws(() => room.admit(unknown(), scope('a'), mib), /bodiesInFlight/)
})

test('visitors may have a quarter of it', () => {
  const room = createBodyRoom(testLimits())
  const body = () => request({ 'content-length': `${mib}` }).asked
  for (let i = 0; i < 6; i++) room.admit(body(), scope('a', true), mib)
  assert.throws(() => room.admit(body(), scope('a', true), mib), /bodiesInFlight/)
})
