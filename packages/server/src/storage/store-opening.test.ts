/** Startup log lines for a store that is complete, emptied, truncated or replaced. */

import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { pino } from 'pino'
import { filesBeside } from '../maintenance/data-parts.ts'
import { openSqliteStorage } from './sqlite/sqlite-storage.ts'
import type { Storage } from './storage.ts'
import { journalMessage, temporaryFolder } from './testing.ts'

const startMs = Date.UTC(2026, 10, 22, 14, 0, 0)
const secondMs = 1_000

interface Line {
  readonly level: number
  readonly msg: string
}

async function open(dataFolder: string, clock = { nowMs: () => startMs }) {
  const lines: Line[] = []
  const write = (text: string) => {
    const line = JSON.parse(text) as Line
    // Copies made by a test aren't private; that warning is covered by another test.
    if (!line.msg.startsWith('Other users of this computer')) lines.push(line)
  }
  const log = pino({ level: 'info' }, { write })
  const companions = ['signing-key']
  const storage = await openSqliteStorage({ dataFolder, journalHours: 24, journalBytes: 1e9, log, clock, companions })
  const said = lines.map(({ msg }) => msg)
  return { storage, line: said[0] ?? '', warnings: said.slice(1), levels: lines.map(({ level }) => level) }
}

/** Opens the store, closes it and returns its startup log lines. */
async function reopen(dataFolder: string) {
  const opened = await open(dataFolder)
  await opened.storage.close()
  return opened
}

/** Commits one message per second. */
async function commitFor(storage: Storage, clock: { ms: number }, seconds: number) {
  for (let second = 0; second < seconds; second++) {
    clock.ms += secondMs
    await storage.transact({
      messages: [journalMessage(String(second))],
      points: [
        {
          tenantId: NIL_UUID,
          entity: entityId('DEVICE', NIL_UUID),
          key: 'k',
          ts: clock.ms,
          type: ValueType.LONG,
          value: second,
          ttlSeconds: 0,
        },
      ],
    })
  }
}

interface Scene {
  /** Folder as left by a killed process. */
  readonly killed: string
  /** Folder as it was after half of the commits. */
  readonly half: string
  /** Folder after an orderly shutdown. */
  readonly stopped: string
}

/** Created once in a shared folder; each test gets a copy. */
async function makeScene(folder: string): Promise<Scene> {
  const [live, half, killed] = ['live', 'half', 'killed'].map((name) => join(folder, name)) as [string, string, string]
  const clock = { ms: startMs }
  const first = await open(live, { nowMs: () => clock.ms })
  await commitFor(first.storage, clock, 60)
  await first.storage.close()
  await cp(live, half, { recursive: true })
  const { storage } = await open(live, { nowMs: () => clock.ms })
  await commitFor(storage, clock, 60)
  // The marker is written after the response; this commit waits for it.
  await storage.transact({})
  await cp(live, killed, { recursive: true })
  await storage.close()
  return { killed, half, stopped: live }
}

let made: Promise<Scene> | undefined
const folderOfAll = mkdtempSync(join(tmpdir(), 'sonde-test-'))
after(() => rmSync(folderOfAll, { recursive: true }))

async function scene(t: TestContext): Promise<Scene> {
  made ??= makeScene(folderOfAll)
  const folder = await temporaryFolder(t)
  const copyOf = async (from: string) => {
    const to = join(folder, basename(from))
    await cp(from, to, { recursive: true })
    return to
  }
  const { killed, half, stopped } = await made
  return { killed: await copyOf(killed), half: await copyOf(half), stopped: await copyOf(stopped) }
}

test('a first start creates a store and has nothing to warn of', async (t) => {
  const folder = await temporaryFolder(t)
  const { line, warnings } = await reopen(folder)
  assert.deepEqual([line, warnings], [`Created the database ${join(folder, 'sonde.db')}.`, []])
})

test('one line says which store, how large, when it last committed and how much waits; a whole one is no warning', async (t) => {
  const { stopped, killed } = await scene(t)
  for (const folder of [stopped, killed]) {
    const { line, warnings, levels } = await reopen(folder)
    assert.match(
      line,
      /^Opened the database .+sonde\.db: [\d.]+ MB, last commit 2026-11-22 14:02:00 UTC, 120 messages waiting\.$/,
    )
    assert.deepEqual([warnings, levels], [[], [30]])
  }
  assert.deepEqual((await reopen(stopped)).warnings, [])
})

test('an empty database in a folder that was in use', async (t) => {
  const { stopped, killed } = await scene(t)
  writeFileSync(join(stopped, 'signing-key'), 'key')
  writeFileSync(join(stopped, 'sonde.db'), '')
  const { line, warnings, levels } = await open(stopped).then(async (opened) => {
    await opened.storage.close()
    return opened
  })
  assert.match(line, /^Created the database/)
  assert.equal(warnings.length, 1)
  assert.deepEqual(levels, [30, 40])
  assert.match(
    warnings[0] ?? '',
    /is empty, but its folder contains last-commit, signing-key\. Its last commit was 2026-11-22 14:02:00 UTC\. .+restore a backup/,
  )

  for (const name of readdirSync(killed)) if (name !== 'sonde.db-wal') rmSync(join(killed, name))
  assert.match((await reopen(killed)).warnings[0] ?? '', /contains sonde\.db-wal\./)
})

test('a log that is missing after a kill', async (t) => {
  const { killed } = await scene(t)
  for (const name of ['sonde.db-wal', 'sonde.db-shm']) rmSync(join(killed, name))
  const { warnings } = await reopen(killed)
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /lost commits after 2026-11-22 14:01:00 UTC\. Its last commit was/)
  assert.match(
    warnings[0] ?? '',
    /14:02:00 UTC \(60 seconds, 60 messages\)\. Sonde wasn't shut down properly and .+sonde\.db-wal is missing\./,
  )
  assert.deepEqual((await reopen(killed)).warnings, [], 'said once')
})

test('a log that is cut', async (t) => {
  const { killed } = await scene(t)
  const log = join(killed, 'sonde.db-wal')
  const bytes = statSync(log).size
  truncateSync(log, Math.floor(bytes * 0.75))
  rmSync(join(killed, 'sonde.db-shm'))
  const { line, warnings } = await reopen(killed)
  const [, lastCommit] = /last commit (.+ UTC)/.exec(line) ?? []
  assert.ok(lastCommit && lastCommit > '2026-11-22 14:01:01' && lastCommit < '2026-11-22 14:02:00')
  assert.equal(warnings.length, 1)
  assert.match(
    warnings[0] ?? '',
    new RegExp(
      `lost commits after ${lastCommit}\\. Its last commit was 2026-11-22 14:02:00 UTC .+sonde\\.db-wal ends early`,
    ),
  )
})

test('garbage in the log', async (t) => {
  const { killed } = await scene(t)
  const log = join(killed, 'sonde.db-wal')
  const bytes = readFileSync(log)
  bytes.fill(0xa5, Math.floor(bytes.length / 2))
  writeFileSync(log, bytes)
  rmSync(join(killed, 'sonde.db-shm'))
  assert.match((await reopen(killed)).warnings[0] ?? '', /lost commits after .+ends early/)
})

test('an older copy in the place of the database', async (t) => {
  const { half, stopped } = await scene(t)
  copyFileSync(join(half, 'sonde.db'), join(stopped, 'sonde.db'))
  const { warnings } = await reopen(stopped)
  assert.match(
    warnings[0] ?? '',
    /lost commits after 2026-11-22 14:01:00 UTC\. Its last commit was 2026-11-22 14:02:00 UTC \(60 seconds, 60 messages\)\. sonde\.db seems to be an older copy\./,
  )
})

test('a marker that is gone or cannot be read is no warning, and it is not backed up', async (t) => {
  const { stopped } = await scene(t)
  assert.deepEqual(filesBeside(stopped), [])
  writeFileSync(join(stopped, 'last-commit'), '{"number":')
  assert.deepEqual((await reopen(stopped)).warnings, [])
  rmSync(join(stopped, 'last-commit'))
  assert.deepEqual((await reopen(stopped)).warnings, [])
})

test('a clock that is set back loses nothing', async (t) => {
  const folder = await temporaryFolder(t)
  const clock = { ms: startMs }
  const { storage } = await open(folder, { nowMs: () => clock.ms })
  await commitFor(storage, clock, 5)
  clock.ms -= 3_600_000
  await commitFor(storage, clock, 5)
  await storage.close()
  const { line, warnings } = await reopen(folder)
  assert.match(line, /last commit 2026-11-22 13:00:10 UTC, 10 messages/)
  assert.deepEqual(warnings, [])
})

test('a database that is cut short is refused with a line for the operator', async (t) => {
  const { stopped } = await scene(t)
  truncateSync(join(stopped, 'sonde.db'), 300_000)
  await assert.rejects(open(stopped), /sonde\.db is damaged or truncated\. .+restore a backup/)
})
