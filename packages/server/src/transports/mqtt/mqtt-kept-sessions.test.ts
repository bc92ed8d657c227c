import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKeptSessions, sessionsMax, sessionsOfDeviceMax } from './mqtt-kept-sessions.ts'

const attributes = { known: { family: 'attributes', form: 'v1' }, qos: 1 } as const

test('a session is kept for its device and client ID until the client wants a clean one', () => {
  const kept = createKeptSessions()
  const first = kept.resume('d', 'c')
  assert.equal(first.isPresent, false)
  first.filters.set('v1/devices/me/attributes', attributes)
  const again = kept.resume('d', 'c')
  assert.deepEqual([again.isPresent, [...again.filters.keys()]], [true, ['v1/devices/me/attributes']])
  assert.equal(kept.resume('d', 'other').isPresent, false)
  assert.equal(kept.resume('other', 'c').isPresent, false)
  kept.forget('d', 'c')
  kept.forget('d', 'unknown')
  assert.equal(kept.resume('d', 'c').isPresent, false)
})

test('of too many sessions, of a device or in total, the one resumed longest ago is forgotten', () => {
  const kept = createKeptSessions()
  for (let i = 0; i < sessionsOfDeviceMax; i++) kept.resume('d', `c${i}`)
  assert.equal(kept.resume('d', 'c0').isPresent, true)
  kept.resume('d', 'one more')
  assert.deepEqual([kept.resume('d', 'c0').isPresent, kept.resume('d', 'c1').isPresent], [true, false])
  for (let i = 0; i < sessionsMax; i++) kept.resume(`device ${i}`, 'c')
  assert.equal(kept.resume('d', 'c0').isPresent, false)
  assert.equal(kept.resume(`device ${sessionsMax - 1}`, 'c').isPresent, true)
})
