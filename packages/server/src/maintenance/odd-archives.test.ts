/** Tests invalid and damaged backup files: each causes one line for the operator and leaves no files. */

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { DataFolderError } from '../storage/data-folder.ts'
import { MaintenanceError } from '../storage/maintenance-error.ts'
import { temporaryFolder } from '../storage/testing.ts'
import { createBackup } from './backup.ts'
import type { BackupManifest, BackupPart } from './backup-archive.ts'
import { compactStore } from './compact.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { tarBlockBytes, tarEnd, tarHeader, tarPadding } from './tar-entries.ts'
import { makeStore } from './testing.ts'

const clock = { nowMs: () => 1_700_000_000_000 }
const version = '1.2.3'

async function withBackup(t: TestContext) {
  const { dataFolder } = await makeStore(t)
  const folder = dirname(dataFolder)
  const file = join(folder, 'backup.tar')
  await createBackup({ dataFolder, file, version, clock })
  const whole = readFileSync(file)
  const manifestAt = whole.lastIndexOf('manifest.json')
  const text = whole.toString('utf8', manifestAt + tarBlockBytes)
  const manifest: BackupManifest = JSON.parse(text.slice(0, text.indexOf('\0')))
  const restored = join(folder, 'restored')
  return { dataFolder, folder, file, whole, parts: whole.subarray(0, manifestAt), manifest, restored }
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(tarPadding(bytes.length))])
const entry = (name: string, text: string) =>
  Buffer.concat([tarHeader(name, Buffer.byteLength(text), 0), padded(Buffer.from(text))])
const archive = (...entries: Buffer[]) => Buffer.concat([...entries, tarEnd])

/** Header with a modified field and a valid checksum. */
function header(name: string, at: number, field: string | Buffer): Buffer {
  const bytes = tarHeader(name, 0, 0)
  bytes.set(typeof field === 'string' ? Buffer.from(field, 'latin1') : field, at)
  return summed(bytes)
}

function summed(bytes: Buffer): Buffer {
  bytes.fill(' ', 148, 156)
  const sum = bytes.reduce((all, byte) => all + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

function rejection(error: unknown): true {
  assert.ok(error instanceof MaintenanceError || error instanceof DataFolderError, String((error as Error).stack))
  assert.match(error.message, /^[^\n\p{Cc}]+\. (Choose|Create|Set|Use|Restore|Delete|Free) [^\n\p{Cc}]+\.$/u)
  return true
}

const sizeAt = 124

test('a file that is no backup ends with one line, whatever its numbers say', async (t) => {
  const { folder, file, whole, restored } = await withBackup(t)
  const size = (field: string | Buffer) => archive(header('a', sizeAt, field))
  const binary = (value: bigint) => {
    const field = Buffer.alloc(12)
    field.writeBigInt64BE(value, 4)
    field[0] = 0x80
    return field
  }
  const files: Readonly<Record<string, Buffer>> = {
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from('x'),
    text: Buffer.from('no archive\n'.repeat(500)),
    zeros: Buffer.alloc(20 * tarBlockBytes),
    gzip: gzipSync(whole),
    'half a gzip': gzipSync(whole).subarray(0, 4000),
    'a sum that is wrong': Buffer.concat([Buffer.from('x'), whole.subarray(1)]),
    'a size of −512': size('-0000001000\0'),
    'a size of −1 behind a file': archive(entry('a', 'x'), header('b', sizeAt, '-0000000001\0')),
    'a size of −512 in binary': size(binary(-512n)),
    'a size of 255s': size(Buffer.alloc(12, 0xff)),
    'a size without digits': size('           \0'),
    'a size of letters': size('zzzzzzzzzzz\0'),
    'a size that ends in letters': size('00000000x00\0'),
    'a size in hexadecimal': size('0x000000001\0'),
    'a size beyond every file': size(binary(2n ** 53n)),
    'a size beyond the file': size('00000010000\0'),
  }
  for (const [what, bytes] of Object.entries(files)) {
    writeFileSync(file, bytes)
    await assert.rejects(verifyBackup({ file }), rejection, what)
    await assert.rejects(restoreBackup({ dataFolder: restored, file }), rejection, what)
    assert.ok(!existsSync(restored), what)
  }
  await assert.rejects(verifyBackup({ file: folder }), rejection)
  await assert.rejects(verifyBackup({ file: '/dev/zero' }), rejection)
})

test('a pipe is no backup, and nobody waits for its writer', async (t) => {
  const path = join(await temporaryFolder(t), 'pipe')
  await promisify(execFile)('mkfifo', [path])
  await assert.rejects(verifyBackup({ file: path }), rejection)
})

test('a manifest of another shape ends with one line', async (t) => {
  const { file, parts, manifest, restored } = await withBackup(t)
  const manifests: unknown[] = [
    ...['', '{"product":"So', 'null', '5', '"text"', '[]', '{}', '['.repeat(100_000)],
    { ...manifest, createdTime: 1e300 },
    { ...manifest, createdTime: -1e18 },
    { ...manifest, schemaVersion: 1e300 },
    { ...manifest, version: '\u001b[2J\nnothing' },
    { ...manifest, parts: null },
    { ...manifest, parts: manifest.parts.map((part) => ({ ...part, bytes: 1e300 })) },
    { ...manifest, parts: manifest.parts.map((part) => ({ ...part, bytes: -1 })) },
    { ...manifest, parts: manifest.parts.filter(({ name }) => name !== 'sonde.db') },
  ]
  for (const each of manifests) {
    const text = typeof each === 'string' ? each : JSON.stringify(each)
    writeFileSync(file, archive(parts, entry('manifest.json', text)))
    await assert.rejects(verifyBackup({ file }), rejection, text.slice(0, 200))
    await assert.rejects(restoreBackup({ dataFolder: restored, file }), rejection, text.slice(0, 200))
    assert.ok(!existsSync(restored))
  }
})

test('parts lie in the data folder, each in a place of its own', async (t) => {
  const { file, parts, manifest, restored } = await withBackup(t)
  const one = (name: string): BackupPart => ({
    name,
    packing: 'none',
    bytes: 1,
    sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
  })
  const wrong: readonly (readonly string[])[] = [
    ['../x'],
    ['/tmp/x'],
    ['a/../../x'],
    ['a//x'],
    ['./x'],
    ['a\\x'],
    ['\u001b[31mx'],
    ['a\nb'],
    ['k', 'k'],
    ['k', 'k/l'],
    ['k/l', 'k'],
    ['sonde.db/x'],
    ['sonde.db-wal'],
    ['lock.db'],
    ['restore.part/x'],
  ]
  const write = (names: readonly string[], entries: Buffer[]) => {
    const all = { ...manifest, parts: [...manifest.parts, ...names.map(one)] }
    writeFileSync(file, archive(parts, ...entries, entry('manifest.json', JSON.stringify(all))))
  }
  const rejected = async (what: string) => {
    await assert.rejects(verifyBackup({ file }), rejection, what)
    await assert.rejects(restoreBackup({ dataFolder: restored, file }), rejection, what)
    assert.ok(!existsSync(restored), what)
  }
  for (const names of wrong) {
    write(
      names,
      [...new Set(names)].map((name) => entry(name, 'x')),
    )
    await rejected(names.join())
  }
  write(['k'], [entry('k', 'x'), entry('k', 'x')])
  await rejected('an entry twice')
  write(['k'], [header('k', 156, '2')])
  await rejected('a link')
  write(['k'], [header('k', 156, '5')])
  await rejected('a folder')

  write(['k', 'l/m'], [entry('k', 'x'), header('l', 156, '5'), entry('l/m', 'x')])
  await restoreBackup({ dataFolder: restored, file })
  assert.equal(readFileSync(join(restored, 'l/m'), 'utf8'), 'x')
})

test('what is backed up can be restored: other names are refused before', async (t) => {
  const { dataFolder, folder, restored } = await withBackup(t)
  // 100 bytes, so that the name isn't terminated by a zero byte.
  const longest = 'é'.repeat(50)
  writeFileSync(join(dataFolder, longest), 'x')
  const file = join(folder, 'second.tar')
  await createBackup({ dataFolder, file, version, clock })
  await restoreBackup({ dataFolder: restored, file })
  assert.equal(readFileSync(join(restored, longest), 'utf8'), 'x')
  for (const name of ['a\\b', 'a\nb']) {
    const path = join(dataFolder, name)
    writeFileSync(path, 'x')
    await assert.rejects(
      createBackup({ dataFolder, file: join(folder, 'third.tar'), version, clock }),
      /can't be backed up. Rename or delete it\.$/,
    )
    rmSync(path)
  }
})

test('a changed archive ends with what it held or with one line', async (t) => {
  const { file, whole, restored } = await withBackup(t)
  const blocks = whole.length / tarBlockBytes
  // Headers matter most. The last two are those of the last part and of the manifest.
  const headers = [...Array(blocks).keys()]
    .map((i) => i * tarBlockBytes)
    .filter((at) => whole.toString('latin1', at + 257, at + 262) === 'ustar')
  const anywhere = fc.nat(whole.length - 1)
  const block = fc.nat(blocks - 1).map((i) => i * tarBlockBytes)
  const field = fc.constantFrom(
    ...['-0000001000\0', '00000000000\0', '77777777777\0', 'NaN        \0', '            '],
    Buffer.alloc(12, 0xff),
    Buffer.from('800000000000000000000000', 'hex'),
  )
  type Change = (bytes: Buffer) => Buffer
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.tuple(anywhere, fc.integer({ min: 1, max: 255 })).map(([at, by]): Change => {
      return (bytes) => {
        if (at < bytes.length) bytes[at] = (bytes[at] as number) ^ by
        return bytes
      }
    }),
    fc.tuple(fc.constantFrom(...headers), fc.constantFrom(0, 124, 136, 156), field).map(([at, into, text]): Change => {
      return (bytes) => {
        const header = bytes.subarray(at, at + tarBlockBytes)
        if (header.length < tarBlockBytes) return bytes
        header.set(typeof text === 'string' ? Buffer.from(text, 'latin1') : text, into)
        summed(header)
        return bytes
      }
    }),
    anywhere.map(
      (length): Change =>
        (bytes) =>
          bytes.subarray(0, length),
    ),
    fc.tuple(block, block, block).map(([from, to, at]): Change => {
      return (bytes) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, to), bytes.subarray(at)])
    }),
    fc.tuple(block, block).map(([from, to]): Change => {
      return (bytes) => Buffer.concat([bytes.subarray(0, from), bytes.subarray(Math.max(from, to))])
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      writeFileSync(
        file,
        changes.reduce<Buffer>((bytes, each) => each(bytes), Buffer.from(whole)),
      )
      const isIntact = await verifyBackup({ file }).then(
        () => true,
        (error) => !rejection(error),
      )
      const isRestored = await restoreBackup({ dataFolder: restored, file }).then(
        () => true,
        (error) => !rejection(error),
      )
      assert.equal(isRestored, isIntact)
      assert.equal(existsSync(restored), isRestored)
      rmSync(restored, { recursive: true, force: true })
    }),
    { numRuns: 150 },
  )
})

test('a database of another program is left as it is', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const path = join(dataFolder, 'sonde.db')
  for (const sql of [
    'create table notes (text)',
    'create table meta (a, b)',
    `create table meta (key text primary key, value); insert into meta values ('schema_version', 'abc')`,
    `create table meta (key text primary key, value); insert into meta values ('schema_version', 1e300)`,
  ]) {
    rmSync(path, { force: true })
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
    const before = readFileSync(path)
    await assert.rejects(compactStore({ dataFolder, clock }), /isn't a Sonde database. Move it away/, sql)
    const file = join(dirname(dataFolder), 'never.tar')
    await assert.rejects(createBackup({ dataFolder, file, version, clock }), rejection, sql)
    assert.deepEqual(readFileSync(path), before, sql)
  }
  rmSync(path)
  mkdirSync(path)
  await assert.rejects(compactStore({ dataFolder, clock }), rejection)
})
