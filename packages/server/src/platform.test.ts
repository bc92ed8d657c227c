/** Runs the whole platform with replaced dependencies. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoggedChangeStream } from './changes/change-stream-testing.ts'
import { startTestPlatform } from './platform-testing.ts'
import { until } from './until-testing.ts'

test('on a change stream that comes from a log, devices upload and sockets see it', async (t) => {
  const live = createLoggedChangeStream()
  const { call, connect, tenant } = await startTestPlatform(t, {}, { replace: { live } })
  const { token, device, accessToken } = await tenant({})
  const socket = await connect(token)
  const of = { entityType: 'DEVICE', entityId: device.id.id, scope: 'LATEST_TELEMETRY' }
  socket.send({ tsSubCmds: [{ ...of, cmdId: 1 }] })
  await until(() => socket.of(1).length === 1)
  const before = live.position
  assert.equal((await call('POST', `/api/v1/${accessToken}/telemetry`, '', { level: 7 })).status, 200)
  await until(() => JSON.stringify(socket.of(1)).includes('"level"'))
  assert.ok(live.position > before)
  assert.equal((await call('POST', '/api/auth/logout', token)).status, 200)
  assert.equal(await socket.closed, 1008)
})

test('on another clock tokens end by it', async (t) => {
  let aheadMs = 0
  const clock = { nowMs: () => Date.now() + aheadMs }
  const { call, root } = await startTestPlatform(t, {}, { replace: { clock } })
  assert.equal((await call('GET', '/api/auth/user', root)).status, 200)
  aheadMs = 3 * 3_600_000
  assert.equal((await call('GET', '/api/auth/user', root)).status, 401)
})

test('a limit whose words are longer than a close frame closes a connection, and ends nothing else', async (t) => {
  const { connect, tenant, call } = await startTestPlatform(t, { SONDE_LIMITS: 'tenantSubscriptionBytes:1' })
  const { token } = await tenant({})
  assert.equal(await (await connect(token)).closed, 1008)
  assert.equal(await (await connect(token)).closed, 1008)
  assert.equal((await call('GET', '/api/auth/user', token)).status, 200)
})
