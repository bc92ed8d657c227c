/** Creates a closed data folder with a store that contains data of every kind. */

import { closeSync, fstatSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { cp, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { type RawValue, ValueType } from '@sonde/model/telemetry/values'
import { pino } from 'pino'
import { systemClock } from '../clock.ts'
import { openStorage } from '../storage/open-storage.ts'
import type { PointWrite } from '../storage/storage.ts'
import { temporaryFolder } from '../storage/testing.ts'

export const testDevice = entityId('DEVICE', '0190a0a0-0000-7000-8000-000000000001')
const pointsPerKey = 10_000
/** Interval with enough points per minute for roll-ups. */
const stepMs = 100

export interface TestStore {
  readonly dataFolder: string
  /** Changes the database directly, bypassing the server. */
  tamper(sql: string): void
}

let template: Promise<string> | undefined

/** Creates the store once; each test gets a copy. */
export async function makeStore(t: TestContext): Promise<TestStore> {
  const dataFolder = join(await temporaryFolder(t), 'data')
  template ??= makeTemplate()
  await cp(await template, dataFolder, { recursive: true })
  return {
    dataFolder,
    tamper(sql) {
      const database = new DatabaseSync(join(dataFolder, 'sonde.db'), { enableForeignKeyConstraints: false })
      database.exec(sql)
      database.close()
    },
  }
}

async function makeTemplate(): Promise<string> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sonde-care-'))
  // Tests share a process one after the other, and need the folder until it exits.
  process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
  const open = () =>
    openStorage({
      dataFolder,
      journalHours: 24,
      journalBytes: 1e9,
      log: pino({ level: 'silent' }),
      clock: systemClock,
    })
  const storage = await open()
  const point = (key: string, ts: number, type: ValueType, value: RawValue): PointWrite => {
    return { tenantId: NIL_UUID, entity: testDevice, key, ts, type, value, ttlSeconds: 0 }
  }
  for (let from = 0; from < pointsPerKey; from += 1000) {
    const points: PointWrite[] = []
    for (let i = from; i < from + 1000; i++) {
      points.push(point('number', i * stepMs, ValueType.DOUBLE, Math.round(100 * Math.sin(i / 50)) / 100))
      points.push(point('text', i * stepMs, ValueType.STRING, `state ${i % 7}`))
    }
    await storage.transact({ points })
  }
  await storage.transact({ points: [point('flag', 1, ValueType.BOOLEAN, true)] })
  const { messages } = await storage.transact({
    messages: ['a', 'b', 'c'].map((id) => ({
      id,
      ts: 1,
      type: 'POST_TELEMETRY_REQUEST',
      tenantId: NIL_UUID,
      originator: testDevice,
      customerId: NIL_UUID,
      metadata: {},
      dataType: 'JSON' as const,
      data: '{"number":1}',
      queueName: 'Main',
      ruleChainId: null,
      ruleNodeId: null,
    })),
  })
  await storage.transact({ done: messages.slice(0, 2).map(({ seq }) => seq) })
  // Full heads are sealed by later commits.
  while ((await storage.stats()).chunks < 4) await storage.transact({})
  await storage.close()
  // A start updates the table of latest values and the stored progress.
  await (await open()).close()
  await writeFile(join(dataFolder, 'signing-key'), 'a key\n', { mode: 0o600 })
  return dataFolder
}

const pageBytes = 8192

/**
 * Corrupts the beginning of every third page in the second half of the file, except pages of the schema table, without
 * which the database can't be opened.
 */
export function damagePages(dataFolder: string): void {
  const path = join(dataFolder, 'sonde.db')
  const database = new DatabaseSync(path, { readOnly: true })
  const spared = database.prepare(`select pageno from dbstat where name = 'sqlite_schema'`).all()
  database.close()
  const file = openSync(path, 'r+')
  const start = Buffer.alloc(64)
  const { size } = fstatSync(file)
  for (let at = Math.floor(size / pageBytes / 2) * pageBytes; at < size; at += 3 * pageBytes) {
    if (spared.some(({ pageno }) => pageno === at / pageBytes + 1)) continue
    readSync(file, start, 0, start.length, at)
    writeSync(
      file,
      start.map((byte) => byte ^ 0xff),
      0,
      start.length,
      at,
    )
  }
  closeSync(file)
}
