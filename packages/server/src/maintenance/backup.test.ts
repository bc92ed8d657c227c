import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import type { Clock } from '../clock.ts'
import { DataFolderError } from '../storage/data-folder.ts'
import { inWords, MaintenanceError, Stopped } from '../storage/maintenance-error.ts'
import { openTestStorage } from '../storage/testing.ts'
import { createBackup } from './backup.ts'
import { checkStore } from './check.ts'
import { compactStore } from './compact.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { readStoreFigures } from './store-figures.ts'
import { damagePages, makeStore, testDevice } from './testing.ts'

const clock: Clock = { nowMs: () => 1_700_000_000_000 }
const version = '1.2.3'

async function withBackup(t: TestContext) {
  const store = await makeStore(t)
  const folder = dirname(store.dataFolder)
  const file = join(folder, 'backup.tar')
  const back = () => createBackup({ dataFolder: store.dataFolder, file, version, clock })
  const restored = join(folder, 'restored')
  const restore = () => restoreBackup({ dataFolder: restored, file })
  return { ...store, folder, file, back, restored, restore }
}

/** Expects an error whose message is one line for the operator. */
const rejection = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof MaintenanceError || error instanceof DataFolderError, String(error))
  assert.match(error.message, words)
  assert.doesNotMatch(error.message, /\n/)
  return true
}

function rowsOf(dataFolder: string) {
  const database = new DatabaseSync(join(dataFolder, 'sonde.db'), { readOnly: true })
  const tables = database.prepare(`select name from sqlite_schema where type = 'table' order by name`).all()
  const rows = tables.map(({ name }) => [name, database.prepare(`select * from "${name}"`).all()])
  database.close()
  return rows
}

test('what is restored is what was backed up, files beside the database too', async (t) => {
  const { dataFolder, folder, file, back, restored, restore } = await withBackup(t)
  await mkdir(join(dataFolder, 'uploads'))
  await writeFile(join(dataFolder, 'uploads', 'empty'), '')
  await writeFile(join(dataFolder, 'uploads', 'firmware.bin'), Buffer.alloc(70_000, 7))
  const { files } = await back()
  assert.equal(files, 3)
  assert.deepEqual(readdirSync(folder).sort(), ['backup.tar', 'data'])
  assert.equal(statSync(file).mode & 0o777, 0o600)

  const manifest = await verifyBackup({ file })
  assert.deepEqual(
    manifest.parts.map(({ name }) => name),
    ['sonde.db', 'signing-key', 'uploads/empty', 'uploads/firmware.bin'],
  )
  assert.deepEqual(await restore(), manifest)
  assert.deepEqual(readdirSync(restored).sort(), ['signing-key', 'sonde.db', 'uploads'])
  assert.deepEqual(rowsOf(restored), rowsOf(dataFolder))
  assert.equal(readFileSync(join(restored, 'signing-key'), 'utf8'), 'a key\n')
  assert.equal(statSync(join(restored, 'uploads/firmware.bin')).size, 70_000)
  assert.equal(statSync(join(restored, 'signing-key')).mode & 0o777, 0o600)
  const storage = await openTestStorage(t, { dataFolder: restored })
  assert.equal((await storage.recover()).length, 1)
  assert.equal((await storage.series.latest(testDevice.id)).length, 3)
})

test('a store that was killed is backed up with what is only in its log', async (t) => {
  const { dataFolder, folder, back, file } = await withBackup(t)
  // A copy of an open store looks like a store after a kill.
  const storage = await openTestStorage(t, { dataFolder })
  const { messages } = await storage.transact({ statements: [], done: [] })
  assert.deepEqual(messages, [])
  const killed = join(folder, 'killed')
  await cp(dataFolder, killed, { recursive: true })
  assert.ok(statSync(join(killed, 'sonde.db-wal')).size > 0)
  await createBackup({ dataFolder: killed, file, version, clock })
  await storage.close()
  await restoreBackup({ dataFolder: join(folder, 'restored'), file })
  assert.deepEqual(rowsOf(join(folder, 'restored')), rowsOf(dataFolder))
  await assert.rejects(back(), rejection(/exists and isn't overwritten/))
})

test('a backup is refused where it cannot or must not go', async (t) => {
  const { dataFolder, folder, file } = await withBackup(t)
  const to = (name: string) => createBackup({ dataFolder, file: join(folder, name), version, clock })
  writeFileSync(file, 'something')
  await assert.rejects(to('backup.tar'), rejection(/exists and isn't overwritten/))
  assert.equal(readFileSync(file, 'utf8'), 'something')
  await assert.rejects(to('none/backup.tar'), rejection(/The folder .* doesn't exist/))
  await assert.rejects(to('data/backup.tar'), rejection(/is in the data folder/))
  await assert.rejects(to('backup.tar/backup.tar'), rejection(/isn't a folder/))
  writeFileSync(join(folder, 'other.tar.part'), '')
  await assert.rejects(to('other.tar'), rejection(/other\.tar\.part exists/))
  assert.ok(existsSync(join(folder, 'other.tar.part')), 'it belongs to another backup')
  await assert.rejects(
    createBackup({ dataFolder: join(folder, 'none'), file: join(folder, 'x.tar'), version, clock }),
    rejection(/No database in .*SONDE_DATA/),
  )
})

test('a damaged store is not backed up as if it were whole', async (t) => {
  const { dataFolder, folder, back } = await withBackup(t)
  damagePages(dataFolder)
  await assert.rejects(back(), rejection(/damaged/))
  assert.deepEqual(readdirSync(folder), ['data'])
  assert.ok(existsSync(join(dataFolder, 'sonde.db')))
})

test('a backup that is stopped leaves nothing', async (t) => {
  const { dataFolder, folder, file } = await withBackup(t)
  for (const when of ['copied', 'checking', 'packed']) {
    const stop = new AbortController()
    const progress = (what: string) => {
      if (what === when) stop.abort()
    }
    await assert.rejects(
      createBackup({ dataFolder, file, version, clock, signal: stop.signal, progress }),
      (error: Error) => error instanceof Stopped || error.name === 'AbortError',
    )
    assert.deepEqual(readdirSync(folder), ['data'], when)
  }
})

test('a restore never replaces anything', async (t) => {
  const { dataFolder, folder, file, back, restored, restore } = await withBackup(t)
  await back()
  await assert.rejects(restoreBackup({ dataFolder, file }), rejection(/isn't empty/))
  mkdirSync(restored)
  writeFileSync(join(restored, 'notes.txt'), '')
  await assert.rejects(restore(), rejection(/isn't empty/))
  assert.deepEqual(readdirSync(restored), ['notes.txt'])
  await assert.rejects(restoreBackup({ dataFolder: file, file }), rejection(/./))
  await assert.rejects(
    restoreBackup({ dataFolder: restored, file: join(folder, 'none.tar') }),
    rejection(/no such file/),
  )

  // An empty folder that is locked by a process.
  const taken = join(folder, 'taken')
  mkdirSync(taken)
  const lock = new DatabaseSync(join(taken, 'lock.db'))
  lock.exec('begin exclusive')
  await assert.rejects(restoreBackup({ dataFolder: taken, file }), rejection(/in use by another process/))
  lock.close()
})

test('a backup that is cut off or changed anywhere is refused, and nothing is left of it', async (t) => {
  const { file, back, restored, restore } = await withBackup(t)
  await back()
  const whole = readFileSync(file)
  const steps = 25
  for (let i = 0; i < steps; i++) {
    const at = Math.floor((whole.length * i) / steps)
    truncateSync(file, at)
    await assert.rejects(restore(), rejection(/isn't a Sonde backup|incomplete|damaged/))
    assert.ok(!existsSync(restored), `cut at ${at}`)

    const changed = Buffer.from(whole)
    changed[at] = (changed[at] as number) ^ 0x21
    writeFileSync(file, changed)
    const verified = await verifyBackup({ file }).then(
      () => true,
      (error) => rejection(/./)(error) && false,
    )
    // Only padding bytes may differ.
    if (verified) assert.equal(whole[at], 0, `byte ${at}`)
    else {
      await assert.rejects(restore(), rejection(/./))
      assert.ok(!existsSync(restored), `changed at ${at}`)
    }
  }
})

test('a backup of a newer format or schema is refused with one line', async (t) => {
  const { dataFolder, folder, file, back, restored, restore, tamper } = await withBackup(t)
  await back()
  const text = readFileSync(file, 'latin1')
  writeFileSync(file, text.replace('"format": 1,', '"format": 2,'), 'latin1')
  await assert.rejects(restore(), rejection(/has format 2, but this version of Sonde supports up to 1/))
  // Keeps the length, because the archive records the length of its parts.
  const newer = text.replace(
    /"schemaVersion": (\d+),/,
    (_, digits: string) => `"schemaVersion":9${digits.replace(/\d/g, '9')},`,
  )
  writeFileSync(file, newer, 'latin1')
  await assert.rejects(restore(), rejection(/has schema 99+, but this version of Sonde supports up to \d/))
  writeFileSync(file, text.replace('"name": "signing-key"', '"name": "../ning-key"'), 'latin1')
  await assert.rejects(restore(), rejection(/isn't a file in the data folder/))
  assert.ok(!existsSync(restored))
  tamper(`update meta set value = 99 where key = 'schema_version'`)
  await assert.rejects(checkStore({ dataFolder }), rejection(/has schema 99/))
  await assert.rejects(
    createBackup({ dataFolder, file: join(folder, 'new.tar'), version, clock }),
    rejection(/has schema 99/),
  )
})

test('no store starts on a restore that was broken off', async (t) => {
  const { restored } = await withBackup(t)
  await mkdir(join(restored, 'restore.part'), { recursive: true })
  await assert.rejects(openTestStorage(t, { dataFolder: restored }), rejection(/unfinished restore/))
})

test('what the disk and the system refuse is said in words', () => {
  for (const [code, words] of [
    ['ENOSPC', /Writing \/x\/y failed: the disk is full\. Free up space/],
    ['EACCES', /permission denied/],
    ['EROFS', /read-only/],
  ] as const) {
    assert.match((inWords(Object.assign(new Error(), { code }), 'Writing', '/x/y') as Error).message, words)
  }
  const unknown = new Error('a defect')
  assert.equal(inWords(unknown, 'Writing', '/x/y'), unknown)
})

test('compacting merges chunks, gives pages back and changes nothing that is read', async (t) => {
  const { dataFolder, tamper } = await withBackup(t)
  tamper(`create table filler (bytes); insert into filler values (zeroblob(3000000)); drop table filler`)
  const before = readStoreFigures(dataFolder, 0)
  assert.ok(before.freeBytes >= 3_000_000)
  const { chunksBefore, chunksAfter, bytesBefore, bytesAfter } = await compactStore({ dataFolder, clock })
  const after = readStoreFigures(dataFolder, 0)
  assert.equal(chunksBefore, before.chunks)
  assert.equal(chunksAfter, after.chunks)
  assert.ok(chunksAfter < chunksBefore && bytesAfter < bytesBefore - 3_000_000)
  assert.deepEqual([after.points, after.hotPoints, after.freeBytes], [before.points, before.hotPoints, 0])
  const report = await checkStore({ dataFolder })
  assert.equal(report.damage, 0, report.lines().join('\n'))
  assert.match(report.lines().join(), /[1-9] roll-up blocks?/)
  const storage = await openTestStorage(t, { dataFolder })
  await assert.rejects(compactStore({ dataFolder, clock }), rejection(/in use by another process/))
  await storage.close()
})

test('the figures are those of what was written', async (t) => {
  const { dataFolder } = await withBackup(t)
  const figures = readStoreFigures(dataFolder, Number.MAX_SAFE_INTEGER)
  assert.equal(figures.points, 20_001)
  assert.equal(figures.series, 3)
  const { messages, lag, lagMs, bytes } = figures.journal
  assert.deepEqual([messages, lag], [3, 1])
  assert.ok(lagMs > 0 && bytes > 0)
  assert.ok(figures.chunks > 0 && figures.bytesPerPoint > 0 && figures.bytesPerPoint < 20)
  assert.equal(
    figures.tables.reduce((sum, table) => sum + table.bytes, figures.freeBytes),
    figures.databaseBytes,
  )
})
