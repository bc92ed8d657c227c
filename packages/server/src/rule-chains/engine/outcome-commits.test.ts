import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { newId } from '../../ids.ts'
import type { Commit } from '../../journal/commit.ts'
import { StoreFailed, type Transaction } from '../../storage/storage.ts'
import { until } from '../../until-testing.ts'
import { type ChainDescription, type openEngineWorld, save, testMessage, testOnJournals } from './engine-testing.ts'

const chain: ChainDescription = { nodes: { Save: save } }

/** An engine whose store rejects outcomes while `disk.failure` is set. */
async function openWorld(t: TestContext, open: typeof openEngineWorld) {
  const disk: { failure: StoreFailed | null; rejected: number } = { failure: null, rejected: 0 }
  /** Sequence numbers of stored outcomes, in order. */
  const stored: number[] = []
  const world = await open(t, {
    wrapCommit: (commit): Commit =>
      Object.assign(async (transaction: Transaction) => {
        if (transaction.done && disk.failure) {
          disk.rejected++
          throw disk.failure
        }
        const result = await commit(transaction)
        if (transaction.done) stored.push(...transaction.done)
        return result
      }, commit),
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, chain)
  return { ...world, disk, stored, tenantId }
}

const telemetryOf = (n: number) => ({ data: `{"n":${n}}`, metadata: { ts: String(n) } })

testOnJournals(
  'outcomes that a full disk refused are stored once and in order when there is room again',
  async (t, open) => {
    const { commit, engine, storage, journal, disk, stored, tenantId } = await openWorld(t, open)
    const device = newId()
    await commit({ messages: [testMessage(tenantId, device, telemetryOf(0))] })
    await engine.idle()

    const { promise, resolve } = Promise.withResolvers<void>()
    disk.failure = new StoreFailed('The disk is full.', promise)
    for (let n = 1; n <= 50; n++) await commit({ messages: [testMessage(tenantId, device, telemetryOf(n))] })
    await until(() => engine.stats.committing === 50)
    assert.ok(disk.rejected > 0)
    const rejectedBefore = disk.rejected
    assert.equal((await storage.series.latest(device))[0]?.value, 0)

    // The disk is full again before all outcomes are stored.
    const again = Promise.withResolvers<void>()
    disk.failure = new StoreFailed('The disk is full.', again.promise)
    resolve()
    await until(() => disk.rejected > rejectedBefore)
    disk.failure = null
    again.resolve()
    await engine.idle()
    assert.deepEqual(
      stored,
      Array.from({ length: 51 }, (_, i) => i + 1),
      'each outcome once, in the order of the journal',
    )
    assert.equal((await storage.series.latest(device))[0]?.value, 50)
    assert.equal(journal.lag, 0)
    const { failed, committing } = engine.stats
    assert.deepEqual({ failed, committing }, { failed: 0, committing: 0 })
  },
)

testOnJournals('a disk that fails ends the engine until a restart', async (t, open) => {
  const { commit, engine, journal, disk, tenantId } = await openWorld(t, open)
  disk.failure = new StoreFailed('The disk failed.')
  await commit({ messages: [testMessage(tenantId, newId(), telemetryOf(1))] })
  await until(() => disk.rejected === 1)
  disk.failure = null
  await commit({ messages: [testMessage(tenantId, newId(), telemetryOf(2))] })
  await engine.stop()
  assert.equal(journal.lag, 2)
})
