/** A real store for tests in a temporary folder that is deleted when the test ends. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { pino } from 'pino'
import { type Clock, systemClock } from '../clock.ts'
import type { Message } from '../messages/message.ts'
import type { Turns } from '../turns/turns.ts'
import { openSqliteStorage } from './sqlite/sqlite-storage.ts'
import { type StoreWorkerKind, type StoreWorkers, startStoreWorker } from './sqlite/store-workers.ts'
import type { Storage } from './storage.ts'

export interface TestStorageOptions {
  readonly clock?: Clock
  /** An existing folder; it isn't deleted afterwards. */
  readonly dataFolder?: string
  readonly turns?: Turns
}

/** A folder that is removed when the test ends. */
export async function temporaryFolder(t: TestContext, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'sonde-test-'))
  // A store that is still closing may create files during the removal.
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Workers whose database is closed, by kind. Reused because starting one takes longer than most tests need it. */
const idleWorkers: Record<StoreWorkerKind, Worker[]> = { storage: [], rows: [] }
const kinds = new WeakMap<Worker, StoreWorkerKind>()

function startShared(kind: StoreWorkerKind): Worker {
  const worker = startStoreWorker(kind)
  kinds.set(worker, kind)
  return worker
}

/** Workers shared by the stores of successive tests. */
export const sharedWorkers: StoreWorkers = {
  start(kind) {
    const worker = idleWorkers[kind].pop()
    worker?.ref()
    return worker ?? startShared(kind)
  },
  async end(worker) {
    // Keeps the listeners that Node itself registers.
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
    const idle = idleWorkers[kinds.get(worker) ?? 'storage']
    // A worker that has ended has a negative threadId.
    if (worker.threadId < 0) return
    worker.once('exit', () => {
      const at = idle.indexOf(worker)
      if (at >= 0) idle.splice(at, 1)
    })
    worker.unref()
    idle.push(worker)
  },
}

/** Opens a store that is closed when the test ends. */
export async function openTestStorage(t: TestContext, options: TestStorageOptions = {}): Promise<Storage> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'sonde-test-')))
  const storage = await openSqliteStorage({
    dataFolder,
    journalHours: 24,
    journalBytes: 256 * 1024 * 1024,
    log: pino({ level: 'silent' }),
    clock: options.clock ?? systemClock,
    workers: sharedWorkers,
    ...(options.turns ? { turns: options.turns } : {}),
  })
  t.after(async () => {
    await storage.close()
    if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true })
  })
  return storage
}

/** A message for the journal, for tests in which only the data matters. */
export const journalMessage = (
  data: string,
  originator: EntityId = entityId('DEVICE', NIL_UUID),
  more: Partial<Message> = {},
): Message => ({
  id: 'm',
  ts: 1,
  type: 'T',
  tenantId: NIL_UUID,
  originator,
  customerId: NIL_UUID,
  metadata: {},
  dataType: 'TEXT',
  data,
  queueName: 'Main',
  ruleChainId: null,
  ruleNodeId: null,
  ...more,
})

/** A telemetry message from a device with these data. */
export const telemetryMessage = (data: string, originator?: EntityId): Message =>
  journalMessage(data, originator, { type: 'POST_TELEMETRY_REQUEST', dataType: 'JSON' })

/** A point without a tenant whose value equals its timestamp. */
export const testPoint = (entity: EntityId, key: string, ts: number) => ({
  tenantId: NIL_UUID,
  entity,
  key,
  ts,
  type: ValueType.LONG,
  value: ts,
  ttlSeconds: 0,
})
