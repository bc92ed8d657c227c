import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Clock } from '../clock.ts'
import { MaintenanceError } from '../storage/maintenance-error.ts'
import { createBackup } from './backup.ts'
import { checkStore } from './check.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { makeStore } from './testing.ts'

const clock: Clock = { nowMs: () => 1_700_000_000_000 }

/** Store with two packages, one of them with a file, and with unreferenced files. */
async function withPackages(t: TestContext) {
  const { dataFolder, tamper } = await makeStore(t)
  tamper(`insert into tenant_profile (id, created_time, name, description, is_default, isolated_core, isolated_rule_engine, profile_data)
    values ('p', 1, 'Default', null, 1, 0, 0, '{}');
    insert into tenant (id, created_time, tenant_profile_id, title) values ('t', 1, 'p', 'T');
    insert into ota_package (id, created_time, tenant_id, type, title, version) values ('a', 1, 't', 'FIRMWARE', 'Empty', '1');
    insert into ota_package (id, created_time, tenant_id, type, title, version, file, data_size, checksum_algorithm, checksum)
      values ('b', 1, 't', 'FIRMWARE', 'Whole', '2', 'the-file', 5, 'CRC32', '86a61036')`)
  const packages = join(dataFolder, 'ota-packages')
  mkdirSync(packages)
  for (const [name, text] of [
    ['the-file', 'hello'],
    ['nobodys', 'x'],
    ['coming.part', 'x'],
  ] as const) {
    writeFileSync(join(packages, name), text)
  }
  const file = join(dirname(dataFolder), 'backup.tar')
  const back = () => createBackup({ dataFolder, file, version: '1.2.3', clock })
  const found = async () => {
    const report = await checkStore({ dataFolder })
    return { damage: report.damage, text: report.lines().join('\n') }
  }
  return { dataFolder, tamper, path: join(packages, 'the-file'), file, back, found }
}

test('a backup holds the file of a package in the trash', async (t) => {
  const { tamper, file, back, found } = await withPackages(t)
  tamper(`insert into trash (id, entity_type, tenant_id, customer_id, name, type, deleted_time, deleted_by, snapshot, file, bytes)
    select id, 'OTA_PACKAGE', tenant_id, '', title, version, 1, '', json_object('ota_package', json_array(json_object(
      'title', title, 'version', version, 'file', file, 'data_size', data_size, 'checksum_algorithm', checksum_algorithm,
      'checksum', checksum))), file, data_size from ota_package where id = 'b';
    delete from ota_package where id = 'b'`)
  await back()
  const { parts } = await verifyBackup({ file })
  assert.equal(parts.at(-1)?.name, 'ota-packages/the-file')
  assert.equal((await found()).damage, 0)
})

test('a backup holds the files of packages, and no others of their folder', async (t) => {
  const { dataFolder, file, back } = await withPackages(t)
  await back()
  assert.deepEqual(readdirSync(dirname(dataFolder)).sort(), ['backup.tar', 'data'])
  const { parts } = await verifyBackup({ file })
  assert.deepEqual(
    parts.map(({ name }) => name),
    ['sonde.db', 'signing-key', 'ota-packages/the-file'],
  )
  const restored = join(dirname(dataFolder), 'restored')
  await restoreBackup({ dataFolder: restored, file })
  assert.equal(readFileSync(join(restored, 'ota-packages', 'the-file'), 'utf8'), 'hello')
  assert.equal((await checkStore({ dataFolder: restored })).damage, 0)
})

test('a package without its file is not backed up as if it were whole', async (t) => {
  const { dataFolder, path, back } = await withPackages(t)
  rmSync(path)
  await assert.rejects(back(), (error: Error) => {
    assert.ok(error instanceof MaintenanceError)
    assert.match(error.message, /Whole 2 \(ota-packages\/the-file\) is missing/)
    return true
  })
  assert.deepEqual(readdirSync(dirname(dataFolder)), ['data'])
})

test('found: files of packages that are gone, cut off or changed', async (t) => {
  const { path, found } = await withPackages(t)
  const whole = await found()
  assert.deepEqual([whole.damage, /1 package\b/.test(whole.text)], [0, true], whole.text)
  writeFileSync(path, 'hallo')
  assert.match((await found()).text, /Packages with a damaged file:\n.*Whole 2.*CRC32 is [0-9a-f]{8}, not 86a61036/)
  appendFileSync(path, '!')
  assert.match((await found()).text, /it has 6 bytes, not 5/)
  rmSync(path)
  const { damage, text } = await found()
  assert.equal(damage, 1)
  assert.match(text, /the file is missing/)
})
