/** States of a persistent call, in whatever order the device's messages arrive. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { RpcStatus } from '@sonde/model/rpc/rpc'
import { newId } from '../ids.ts'
import { DeviceSession, type ServerRpc } from '../transports/device-session.ts'
import { openTransportWorld } from '../transports/transport-testing.ts'
import { until } from '../until-testing.ts'
import { callsInFlightMax, createPersistentCalls, requestIdOf } from './persistent-rpc.ts'
import { createRpcStore } from './rpc-store.ts'

async function open(t: TestContext, acknowledgeTimeoutMs = 60_000) {
  const { storage, commit, clock, directory, addDevice, tenantId, messages } = await openTransportWorld(t)
  const store = createRpcStore(storage.relational)
  const { id: deviceId } = await addDevice()
  const device = await directory.find(deviceId)
  assert.ok(device)
  let sessions: DeviceSession[] = []
  const errors: unknown[] = []
  const calls = createPersistentCalls({
    store,
    sessions: { ofDevice: () => sessions },
    directory,
    commit,
    clock,
    log: { debug: () => {}, error: (of: object) => void errors.push(of) },
    callLimits: { takePlace: async () => {}, leavePlace: () => {}, changed: () => {}, storedMax: () => 1_000 },
    acknowledgeTimeoutMs,
  })
  t.after(calls.close)

  /** Opens a new session of the device, which accepts calls if `canWrite`. */
  function connect(canWrite = true) {
    const sent: (ServerRpc & { delivered(): void })[] = []
    const session = new DeviceSession(newId(), 'MQTT', device as NonNullable<typeof device>, {
      sendAttributes: () => {},
      sendCall(call, delivered) {
        if (canWrite) sent.push({ ...call, delivered })
        return canWrite
      },
      sendCallReply: () => {},
      close: () => {},
    })
    session.wantsCalls = true
    sessions = [...sessions, session]
    return { session, sent }
  }

  const call = (change: { requestId?: string; retries?: number; oneway?: boolean } = {}) => {
    const requestId = change.requestId ?? newId()
    const asked = {
      tenantId,
      deviceId,
      requestId,
      method: 'm',
      params: '{}',
      oneway: false,
      persistent: true,
      retries: null,
      expirationTime: clock.nowMs() + 600_000,
      additionalInfo: null,
      ...change,
    }
    return calls.call({ ...asked, requestId }).then(() => requestId)
  }
  const statusOf = async (id: string) => (await store.find(id))?.status
  const reaches = (id: string, status: RpcStatus) => until(async () => (await statusOf(id)) === status)
  const told = (id: string) =>
    messages.filter(({ type, data }) => type.startsWith('RPC_') && data.includes(id)).map(({ type }) => type)
  /** Waits for messages: the rule engine gets them shortly after they are stored. */
  async function hears(id: string, types: readonly string[]) {
    await until(() => told(id).length >= types.length, `the engine hears of ${types}`)
    assert.deepEqual(told(id), types)
  }
  return { calls, device, store, connect, call, statusOf, reaches, told, hears, errors }
}

test('queued until the device listens, sent, delivered, answered; the rule engine hears of each', async (t) => {
  const { calls, device, connect, call, statusOf, reaches, hears } = await open(t)
  const id = await call()
  assert.equal(await statusOf(id), 'QUEUED')
  const { session, sent } = connect()
  calls.flush(session)
  await reaches(id, 'SENT')
  assert.equal(sent[0]?.requestId, requestIdOf(id))
  sent[0]?.delivered()
  await reaches(id, 'DELIVERED')
  assert.equal(await calls.answered(device, requestIdOf(id), '{"t":1}'), true)
  assert.equal(await statusOf(id), 'SUCCESSFUL')
  assert.equal(await calls.answered(device, requestIdOf(id), '{"t":2}'), false, 'it is answered once')
  await hears(id, ['RPC_QUEUED', 'RPC_SENT', 'RPC_DELIVERED', 'RPC_SUCCESSFUL'])
})

test('an answer that overtakes its acknowledgement ends the call; the acknowledgement changes nothing', async (t) => {
  const { calls, device, connect, call, statusOf, reaches, hears } = await open(t)
  const { sent } = connect()
  const id = await call()
  await reaches(id, 'SENT')
  assert.equal(await calls.answered(device, requestIdOf(id), 'no JSON'), true)
  sent[0]?.delivered()
  const next = await call()
  await reaches(next, 'SENT')
  assert.equal(await statusOf(id), 'SUCCESSFUL')
  await hears(id, ['RPC_QUEUED', 'RPC_SENT', 'RPC_SUCCESSFUL'])
})

test('a call that is not acknowledged is sent again, and fails after its attempts', async (t) => {
  const { calls, connect, call, reaches, hears } = await open(t, 1)
  const { session, sent } = connect()
  const id = await call({ retries: 1 })
  await reaches(id, 'TIMEOUT')
  calls.flush(session)
  await reaches(id, 'FAILED')
  assert.equal(sent.length, 2)
  await hears(id, ['RPC_QUEUED', 'RPC_SENT', 'RPC_TIMEOUT', 'RPC_SENT', 'RPC_FAILED'])
})

test('a session that cannot be written to leaves the call queued for the next one', async (t) => {
  const { calls, connect, call, reaches, statusOf } = await open(t)
  const broken = connect(false)
  const id = await call()
  calls.flush(broken.session)
  const { session, sent } = connect()
  assert.equal(await statusOf(id), 'QUEUED')
  calls.flush(session)
  await reaches(id, 'SENT')
  assert.equal(sent.length, 1)
})

test('a session gets so many calls at once; each acknowledgement brings the next', async (t) => {
  const { calls, connect, call } = await open(t)
  for (let i = 0; i <= callsInFlightMax; i++) await call({ oneway: true })
  const { session, sent } = connect()
  calls.flush(session)
  await until(() => sent.length === callsInFlightMax)
  sent[0]?.delivered()
  await until(() => sent.length === callsInFlightMax + 1)
})

test('a message that ran twice calls once', async (t) => {
  const { connect, call, reaches, told, errors } = await open(t)
  connect()
  const id = await call()
  await reaches(id, 'SENT')
  await call({ requestId: id })
  await until(() => told(id).includes('RPC_QUEUED'))
  assert.equal(told(id).filter((type) => type === 'RPC_QUEUED').length, 1)
  assert.deepEqual(errors, [])
})

test('a call that is deleted is answered no more, and is deleted once', async (t) => {
  const { calls, device, store, connect, call, reaches, told } = await open(t)
  const { sent } = connect()
  const id = await call()
  await reaches(id, 'SENT')
  const rpc = await store.find(id)
  assert.ok(rpc)
  await calls.remove(rpc)
  sent[0]?.delivered()
  assert.equal(await calls.answered(device, requestIdOf(id), '1'), false)
  await assert.rejects(calls.remove(rpc), { status: 404 })
  await until(() => told(id).at(-1) === 'RPC_DELETED')
})
