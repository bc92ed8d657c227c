import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DataFolderError } from './data-folder.ts'
import { openTestStorage, temporaryFolder } from './testing.ts'

/** The one line that the operator reads. */
const refusal = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DataFolderError, String(error))
  assert.match(error.message, words)
  assert.doesNotMatch(error.message, /\n/)
  return true
}

test('a second store on the same folder is refused and harms nothing', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const storage = await openTestStorage(t, { dataFolder })
  await assert.rejects(openTestStorage(t, { dataFolder }), refusal(/in use by another process/))
  await storage.transact({})
})

test('the lock of a killed process holds nobody back', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const script = `import { openDataFolder } from ${JSON.stringify(import.meta.resolve('./data-folder.ts'))}
    openDataFolder(${JSON.stringify(dataFolder)}); console.log('held'); setInterval(() => {}, 1000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  await assert.rejects(openTestStorage(t, { dataFolder }), refusal(/in use by another process/))
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await openTestStorage(t, { dataFolder })
})

test('a schema of a newer version is refused and left as it is', async (t) => {
  const dataFolder = await temporaryFolder(t)
  await (await openTestStorage(t, { dataFolder })).close()
  const path = join(dataFolder, 'sonde.db')
  const database = new DatabaseSync(path)
  t.after(() => database.close())
  database.exec(`update meta set value = 999 where key = 'schema_version'`)
  await assert.rejects(openTestStorage(t, { dataFolder }), refusal(/has schema 999.*start the newer version/))
  assert.equal(database.prepare(`select value from meta where key = 'schema_version'`).get()?.value, 999)
})

test('a file that is no database, and a folder that is a file, are named', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const path = join(dataFolder, 'sonde.db')
  await writeFile(path, 'not a database, but long enough to be looked at as one '.repeat(20))
  await assert.rejects(openTestStorage(t, { dataFolder }), refusal(/not a database of Sonde/))
  await assert.rejects(openTestStorage(t, { dataFolder: path }), refusal(/cannot be made|is a file/))
})

test('a folder without the right to write is named', async (t) => {
  const dataFolder = await temporaryFolder(t)
  await chmod(dataFolder, 0o500)
  if (process.getuid?.() === 0) {
    // Root may write anywhere; where even root may not, no folder can be made.
    await assert.rejects(openTestStorage(t, { dataFolder: '/proc/sonde' }), refusal(/cannot be made/))
  } else await assert.rejects(openTestStorage(t, { dataFolder }), refusal(/not writable/))
})
