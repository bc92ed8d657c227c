/** Every acknowledged value is stored and published exactly once; only values with the same timestamp share a row. */

import assert from 'node:assert/strict'
import { Registry } from 'prom-client'
import { systemClock } from '../../clock.ts'
import { newId } from '../../ids.ts'
import { createStamper } from '../../telemetry/timestamp-assigner.ts'
import { createTransportCounts } from '../../transports/transport-counts.ts'
import { createUplink } from '../../transports/uplink.ts'
import { type EngineWorld, straight, testDevice, testOnJournals } from './engine-testing.ts'

const devices = 20
const perDevice = 200

/** A tenant with the `straight` chain, and the uplink of its devices. */
async function withUplink({ commit, engine, live, storage, tenant, chain }: EngineWorld) {
  const tenantId = await tenant()
  await chain(tenantId, straight)
  const counts = createTransportCounts(new Registry())
  const stamper = createStamper(systemClock)
  const uplink = createUplink({ commit, stamper, clock: systemClock, counts, serviceId: 'test' })
  return { engine, live, storage, tenantId, uplink }
}

testOnJournals('every acknowledged value is stored and told once, however many share a turn', async (t, open) => {
  const { engine, live, storage, tenantId, uplink } = await withUplink(await open(t))
  const records = Array.from({ length: devices }, () => testDevice(newId(), tenantId, newId()))
  const received = new Map<string, unknown[]>()
  for (const { id } of records) {
    live.watchEntity(id.id, {
      points: (points) =>
        void received.set(id.id, [...(received.get(id.id) ?? []), ...points.map(({ value }) => value)]),
    })
  }
  let acked = 0
  const waiter = { accepted: () => void acked++, rejected: (_: number, error: unknown) => assert.fail(String(error)) }
  for (let n = 0; n < perDevice; n++) {
    for (const record of records) uplink.telemetry(record, `{"n":${n}}`, 'MQTT', waiter, n)
    // Yields sometimes, so that a turn carries one message or many messages of a device.
    if (n % 7 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  await uplink.idle()
  await engine.idle()
  assert.equal(acked, devices * perDevice)
  const expected = Array.from({ length: perDevice }, (_, n) => n)
  for (const { id } of records) {
    assert.deepEqual(received.get(id.id), expected)
    const stored = await storage.series.range({
      entityId: id.id,
      keys: ['n'],
      startTs: 0,
      endTs: Number.MAX_SAFE_INTEGER,
      limit: 10_000,
      order: 'ASC',
      aggregation: 'NONE',
      intervalMs: 0,
    })
    assert.deepEqual(
      stored.get('n')?.map(({ value }) => value),
      expected,
    )
  }
})

testOnJournals(
  'two values of a key that name the same time are one row, the later one, and both are told',
  async (t, open) => {
    const { engine, live, storage, tenantId, uplink } = await withUplink(await open(t))
    const record = testDevice(newId(), tenantId, newId())
    const received: unknown[] = []
    live.watchEntity(record.id.id, { points: (points) => void received.push(...points.map(({ value }) => value)) })
    const waiter = { accepted: () => undefined, rejected: (_: number, error: unknown) => assert.fail(String(error)) }
    for (const n of [1, 2]) uplink.telemetry(record, `{"ts":1600000000000,"values":{"n":${n}}}`, 'MQTT', waiter, n)
    await uplink.idle()
    await engine.idle()
    assert.deepEqual(received, [1, 2])
    assert.deepEqual(await storage.series.latest(record.id.id), [{ key: 'n', ts: 1600000000000, type: 1, value: 2 }])
  },
)
