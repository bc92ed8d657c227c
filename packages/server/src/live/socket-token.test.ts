/** A live connection ends with its token, unless the client sends a newer one. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveErrorCode } from '@sonde/model/entity-query/live-updates'
import { unauthenticated } from '@sonde/model/errors'
import { sessionsChange } from '../auth/account-notes.ts'
import { addDevice, pointOf } from '../entity-query/testing.ts'
import { createSocketToken } from './socket-token.ts'
import { startLive, T0 } from './testing.ts'

const renewal = (cmdId: unknown, token: unknown) => ({ authCmd: { cmdId, token } })
const accepted = (cmdId: number) => ({ cmdId, cmdUpdateType: 'AUTH', errorCode: 0, errorMsg: null })

/** A clock that is advanced by the test, so that tokens expire on demand. */
function turnableClock() {
  let nowMs = Date.now()
  return {
    nowMs: () => nowMs,
    turn(ms: number) {
      nowMs += ms
    },
  }
}
/** Lifetime of a token by the test's clock, ms; the connection checks the clock at this real interval. */
const tokenMs = 50

test('a connection ends when its token does, and hears nothing more', async (t) => {
  const clock = turnableClock()
  const { scopes, expiries, tenant, storage, commit, connect } = await startLive(t, { clock })
  const id = await addDevice(storage, tenant, { name: 'Live' })
  scopes.set('short', tenant.scope)
  expiries.set('short', clock.nowMs() + tokenMs)
  const client = await connect('short')
  client.send({ tsSubCmds: [{ entityType: 'DEVICE', entityId: id, cmdId: 1, scope: 'LATEST_TELEMETRY' }] })
  await client.received(1)
  clock.turn(tokenMs)
  assert.deepEqual(await client.closed(), {
    code: 1008,
    reason: 'The token has expired. Connect with a new one.',
  })
  const before = client.messages.length
  await commit({ points: [pointOf(tenant, id, 'temp', T0, 1)] })
  assert.equal(client.messages.length, before)
})

test('a newer token of the same caller lets the connection go on, with its subscriptions', async (t) => {
  const clock = turnableClock()
  const { scopes, expiries, tenant, storage, commit, connect } = await startLive(t, { clock })
  const id = await addDevice(storage, tenant, { name: 'Live' })
  for (const token of ['short', 'next']) scopes.set(token, tenant.scope)
  expiries.set('short', clock.nowMs() + tokenMs)
  const [client, other] = [await connect('short'), await connect('short')]
  client.send({ tsSubCmds: [{ entityType: 'DEVICE', entityId: id, cmdId: 1, scope: 'LATEST_TELEMETRY' }] })
  await client.received(1)
  client.send(renewal(2, 'next'))
  assert.deepEqual(await client.received(2), [accepted(2)])
  clock.turn(tokenMs)
  // The connection that kept the first token is closed.
  await other.closed()
  await commit({ points: [pointOf(tenant, id, 'temp', T0, 1)] })
  const ended = client.closed().then(({ reason }) => assert.fail(reason))
  assert.equal((await Promise.race([client.received(1, 2), ended])).length, 2)
})

test('a token that is refused changes nothing, and is refused in words', async (t) => {
  const { scopes, expiries, tenant, connect } = await startLive(t)
  scopes.set('other', { ...tenant.scope, userId: '11111111-1111-7111-8111-111111111111' })
  scopes.set('ended', tenant.scope)
  expiries.set('ended', Date.now() - 1)
  const client = await connect()
  for (const [cmdId, token, errorCode, words] of [
    [1, 'garbage', LiveErrorCode.UNAUTHORIZED, /isn’t valid/],
    [2, 'ended', LiveErrorCode.UNAUTHORIZED, /isn’t valid/],
    [3, 'other', LiveErrorCode.UNAUTHORIZED, /other rights/],
  ] as const) {
    client.send(renewal(cmdId, token))
    const [answer] = await client.received(cmdId)
    assert.equal(answer?.errorCode, errorCode)
    assert.match(answer?.errorMsg ?? '', words)
  }
  const wrong = [renewal('x', 'tenant'), renewal(1.5, 'tenant'), renewal(1, null), { authCmd: null }, { authCmd: [] }]
  for (const frame of [...wrong, '{"authCmd":', `{"authCmd":{"cmdId":1,"token":"${'x'.repeat(9_000)}"}}`])
    client.send(frame)
  assert.deepEqual(
    (await client.received(0, wrong.length + 2)).map(({ errorCode }) => errorCode),
    Array(wrong.length + 2).fill(LiveErrorCode.BAD_REQUEST),
  )
  client.send(renewal(9, 'tenant'))
  assert.deepEqual(await client.received(9), [accepted(9)])
})

test('a connection ends at once with the session of its token', async (t) => {
  const { scopes, tenant, connect, commit } = await startLive(t)
  for (const token of ['one', 'two']) scopes.set(token, tenant.scope)
  const [one, two] = [await connect('one'), await connect('two')]
  scopes.delete('one')
  await commit({ changes: [sessionsChange(tenant.scope)] })
  assert.equal((await one.closed()).code, 1008)
  await two.settled()
  assert.equal(two.socket.readyState, two.socket.OPEN)
})

test('a session that ends while its token is checked ends the connection as well', async (t) => {
  const { tenant, connect, commit, holdGrants, scopes } = await startLive(t)
  scopes.set('one', tenant.scope)
  const one = await connect('one')
  const release = holdGrants()
  await commit({ changes: [sessionsChange(tenant.scope)] })
  scopes.delete('one')
  await commit({ changes: [sessionsChange(tenant.scope)] })
  release()
  assert.equal((await one.closed()).code, 1008)
})

test('tokens are checked one after the other', async () => {
  const pending: (() => void)[] = []
  const answers: unknown[] = []
  const grant = { scope: { userId: 'u' } as never, expiresMs: Number.POSITIVE_INFINITY }
  const held = createSocketToken({
    token: 'a',
    grant,
    grantOfToken: (token) =>
      new Promise((resolve, reject) =>
        pending.push(() => (token === 'b' ? resolve(grant) : reject(unauthenticated('No.')))),
      ),
    clock: { nowMs: () => 0 },
    answer: ({ cmdId, errorCode }) => void answers.push([cmdId, errorCode]),
    onEnd: () => assert.fail('it does not end'),
  })
  assert.equal(held.receive('{"tsSubCmds":[]}'), false)
  assert.equal(held.receive(' {"authCmd" : {"cmdId":1,"token":"b"}}'), true)
  held.receive(JSON.stringify(renewal(2, 'c')))
  pending.shift()?.()
  await new Promise(setImmediate)
  held.receive(JSON.stringify(renewal(3, 'c')))
  pending.shift()?.()
  await new Promise(setImmediate)
  assert.deepEqual(answers, [
    [2, LiveErrorCode.BAD_REQUEST],
    [1, LiveErrorCode.NONE],
    [3, LiveErrorCode.UNAUTHORIZED],
  ])
  assert.equal(held.current, 'b')
  held.stop()
})
