import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import type { ServerState } from '@sonde/model/system/server-state'
import { Gauge, Registry } from 'prom-client'
import { startTestPlatform } from '../platform-testing.ts'
import { type CpuReading, createServerState } from './server-state.ts'

test('CPU is used since the last reading, and readings are at least a second apart', async () => {
  const registry = new Registry()
  new Gauge({ name: 'sonde_live_sessions', help: 'x', registers: [registry] }).set(3)
  let reading: CpuReading = { usedUs: 0, atMs: 0 }
  const state = createServerState({
    version: '1',
    dataFolder: '/nowhere',
    storage: { sizes: () => null, journalLag: 7 },
    registry,
    read: () => reading,
  })
  const second = 1_000_000 * availableParallelism()
  reading = { usedUs: second, atMs: 2_000 }
  assert.equal((await state()).cpu.share, 0.5)
  reading = { usedUs: 2 * second, atMs: 2_500 }
  assert.equal((await state()).cpu.share, 0.5, 'too early')
  reading = { usedUs: 4 * second, atMs: 4_000 }
  assert.equal((await state()).cpu.share, 1, 'at most all cores')
  const { disk, databaseBytes, waitingMessages, webSockets, deviceSessions } = await state()
  assert.deepEqual([disk, databaseBytes, waitingMessages, webSockets, deviceSessions], [null, null, 7, 3, 0])
})

test('only system administrators read the state of the server', async (t) => {
  const { call, root, tenant } = await startTestPlatform(t)
  const { status, body } = await call<ServerState>('GET', '/api/v2/server', root)
  assert.equal(status, 200)
  assert.ok(body.memory.usedBytes > 0 && body.memory.totalBytes > body.memory.usedBytes)
  assert.ok(body.disk && body.disk.totalBytes >= body.disk.freeBytes)
  assert.ok((body.databaseBytes ?? 0) > 0)
  assert.ok(body.cpu.cores > 0 && body.cpu.share <= 1)
  const { token } = await tenant({})
  assert.equal((await call('GET', '/api/v2/server', token)).status, 403)
})
