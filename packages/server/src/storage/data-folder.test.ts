import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { DataFolderError, madePrivateText, openDataFolder } from './data-folder.ts'
import { schemaVersion } from './sqlite/migrate.ts'
import { openTestStorage, temporaryFolder } from './testing.ts'

/** Expects a `DataFolderError` with a one-line message for the operator. */
const rejection = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DataFolderError, String(error))
  assert.match(error.message, words)
  assert.doesNotMatch(error.message, /\n/)
  return true
}

test('a second store on the same folder is refused and harms nothing', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const storage = await openTestStorage(t, { dataFolder })
  await assert.rejects(openTestStorage(t, { dataFolder }), rejection(/in use by another process/))
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
  await assert.rejects(openTestStorage(t, { dataFolder }), rejection(/in use by another process/))
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
  await assert.rejects(openTestStorage(t, { dataFolder }), rejection(/has schema 999.*Start the newer version/))
  assert.equal(database.prepare(`select value from meta where key = 'schema_version'`).get()?.value, 999)
})

test('a schema from before the first version is refused and left as it is', async (t) => {
  const dataFolder = await temporaryFolder(t)
  await (await openTestStorage(t, { dataFolder })).close()
  const database = new DatabaseSync(join(dataFolder, 'sonde.db'))
  t.after(() => database.close())
  const version = () => Number(database.prepare(`select value from meta where key = 'schema_version'`).get()?.value)
  assert.equal(version(), schemaVersion)
  database.exec(`update meta set value = 20 where key = 'schema_version'`)
  await assert.rejects(
    openTestStorage(t, { dataFolder }),
    rejection(/has schema 20, which is older than the first version/),
  )
  assert.equal(version(), 20)
})

test('a file that is no database, and a folder that is a file, are named', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const path = join(dataFolder, 'sonde.db')
  await writeFile(path, 'not a database, but long enough to be looked at as one '.repeat(20))
  await assert.rejects(openTestStorage(t, { dataFolder }), rejection(/isn't a Sonde database/))
  await assert.rejects(openTestStorage(t, { dataFolder: path }), rejection(/cannot be made|is a file/))
})

test('a folder without the right to write is named', async (t) => {
  const dataFolder = await temporaryFolder(t)
  await chmod(dataFolder, 0o500)
  if (process.getuid?.() === 0) {
    // Root can write anywhere except where the kernel forbids it: no folder can be created in /proc.
    await assert.rejects(openTestStorage(t, { dataFolder: '/proc/sonde' }), rejection(/Couldn't create/))
  } else await assert.rejects(openTestStorage(t, { dataFolder }), rejection(/isn’t writable/))
})

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test('a folder that others may read becomes the owner’s alone, with all that it holds', async (t) => {
  const outside = await temporaryFolder(t)
  const linked = join(outside, 'elsewhere')
  await writeFile(linked, 'x', { mode: 0o644 })
  const dataFolder = join(await temporaryFolder(t), 'data')
  await mkdir(join(dataFolder, 'packages'), { recursive: true })
  await (await openTestStorage(t, { dataFolder })).close()
  await writeFile(join(dataFolder, 'packages', 'one'), 'x')
  await symlink(linked, join(dataFolder, 'link'))
  for (const [path, mode] of [
    ['', 0o755],
    ['packages', 0o777],
    ['packages/one', 0o664],
    ['sonde.db', 0o604],
  ] as const) {
    await chmod(join(dataFolder, path), mode)
  }
  const folder = openDataFolder(dataFolder)
  assert.deepEqual(
    [...folder.madePrivate].filter((path) => !path.includes('lock.db')).sort(),
    ['', '/packages', '/packages/one', '/sonde.db'].map((path) => dataFolder + path),
  )
  assert.match(madePrivateText(folder) ?? '', /^Other users .*packages/)
  folder.release()
  for (const path of ['', 'packages']) assert.equal(await modeOf(join(dataFolder, path)), '700')
  for (const name of ['sonde.db', 'packages/one']) assert.equal(await modeOf(join(dataFolder, name)), '600')
  assert.equal(await modeOf(linked), '644', 'a link leads out of the folder')

  const again = openDataFolder(dataFolder)
  t.after(again.release)
  assert.deepEqual([again.madePrivate, madePrivateText(again)], [[], null])
})

test('files and folders of another user are refused by name', async (t) => {
  if (process.getuid?.() !== 0) {
    // Only root can change the owner of files. Without root, the test uses a folder that belongs to root.
    assert.throws(() => openDataFolder('/usr'), rejection(/isn’t writable|belongs to/))
    return
  }
  const dataFolder = await temporaryFolder(t)
  await mkdir(join(dataFolder, 'lost+found'))
  await chown(join(dataFolder, 'lost+found'), 4321, 4321)
  openDataFolder(dataFolder).release()
  await writeFile(join(dataFolder, 'foreign'), 'x')
  await chown(join(dataFolder, 'foreign'), 4321, 4321)
  assert.throws(() => openDataFolder(dataFolder), rejection(/foreign belongs to the user with the ID 4321.*chown/))
  await chown(join(dataFolder, 'foreign'), 0, 0)
  await chown(dataFolder, 4321, 4321)
  const before = await readdir(dataFolder)
  assert.throws(() => openDataFolder(dataFolder), rejection(/belongs to the user with the ID 4321/))
  assert.deepEqual(await readdir(dataFolder), before, 'nothing was made in it')
  await chown(dataFolder, 0, 0)
  openDataFolder(dataFolder).release()
})
