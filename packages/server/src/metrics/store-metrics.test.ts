import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { Registry } from 'prom-client'
import { openTestStorage, telemetryMessage, temporaryFolder } from '../storage/testing.ts'
import { registerStoreMetrics } from './store-metrics.ts'

const device = entityId('DEVICE', '0190a0a0-0000-7000-8000-000000000001')

function figure(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

test('the figures of the store are those that were written', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const storage = await openTestStorage(t, { dataFolder })
  const registry = new Registry()
  const metrics = registerStoreMetrics(registry, { storage })
  t.after(() => metrics.close())
  const { messages } = await storage.transact({
    points: Array.from({ length: 700 }, (_, ts) => ({
      tenantId: NIL_UUID,
      entity: device,
      key: 'k',
      ts,
      type: ValueType.DOUBLE,
      value: ts / 4,
      ttlSeconds: 0,
    })),
    messages: ['a', 'b', 'c'].map((id) => ({ ...telemetryMessage('{}', device), id })),
  })
  await storage.transact({ done: messages.slice(0, 1).map(({ seq }) => seq) })

  const text = await registry.metrics()
  assert.equal(figure(text, 'sonde_store_points'), 700)
  assert.equal(figure(text, 'sonde_journal_lag_messages'), 2)
  assert.equal(figure(text, 'sonde_journal_messages'), 3)
  const stats = await storage.stats()
  assert.equal(figure(text, 'sonde_store_commits_total'), stats.commits)
  for (const name of ['sonde_store_database_bytes', 'sonde_store_log_bytes', 'sonde_disk_free_bytes']) {
    assert.ok((figure(text, name) ?? 0) > 0, name)
  }
  for (const name of ['sonde_store_hot_points', 'sonde_store_chunks', 'sonde_store_bytes_per_point']) {
    assert.notEqual(figure(text, name), undefined, name)
  }
})

test('what has to be counted is not counted at every scrape', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const storage = await openTestStorage(t, { dataFolder })
  let counts = 0
  const counting = {
    stats() {
      counts++
      return storage.stats()
    },
    sizes: storage.sizes,
    journalLag: 0,
    commits: 0,
  }
  const registry = new Registry()
  const metrics = registerStoreMetrics(registry, { storage: counting })
  await Promise.all([registry.metrics(), registry.metrics()])
  await registry.metrics()
  assert.equal(counts, 1)
  metrics.close()
  // A closed store only reports its type.
  assert.equal(figure(await registry.metrics(), 'sonde_store_log_bytes'), undefined)
})
