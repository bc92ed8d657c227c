/** `npm run sonde` as used by an operator: with a server under load, and later on another machine. */

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runLoad } from '@sonde/simulator/load/load'
import { until } from '../../packages/server/src/until-testing.ts'
import runtime from '../../tools/runtime.json' with { type: 'json' }
import {
  administrator,
  maintenanceProgram,
  projectRoot,
  startPlatform,
  temporaryFolder,
} from '../platform/start-platform.ts'
import { createWorld, type Device, reopenWorld, signIn, type World } from '../platform/world.ts'

const connections = 10
/** Unique time of a message, so that each acknowledged one can be looked up. */
const firstTime = 1_700_000_000_000

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function startMaintenance(dataFolder: string, args: readonly string[], wrapper: readonly string[] = []) {
  const [command = '', ...rest] = [...wrapper, process.execPath, maintenanceProgram, ...args]
  const child: ChildProcess = spawn(command, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: projectRoot,
    env: { ...runtime.env, PATH: process.env.PATH, HOME: process.env.HOME, SONDE_DATA: dataFolder },
  })
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  const ended = new Promise<Ended>((resolve) => child.once('close', (code) => resolve({ code, out, err })))
  return { child, ended }
}

const maintenance = (dataFolder: string, ...args: string[]): Promise<Ended> => startMaintenance(dataFolder, args).ended

async function storedNumbers(call: World['call'], device: Device): Promise<Set<number>> {
  const answer = await call<{ n?: { ts: number }[] }>(
    'GET',
    `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=n&startTs=${firstTime}&endTs=${firstTime + 1e9}&limit=10000000`,
  )
  return new Set((answer.n ?? []).map(({ ts }) => ts - firstTime))
}

test('a backup under load holds what was acknowledged before it, and runs on another machine', async (t: TestContext) => {
  const folder = temporaryFolder(t)
  const dataFolder = join(folder, 'data')
  const platform = await startPlatform(t, { dataFolder })
  const world = await createWorld(platform)
  const devices: Device[] = []
  for (let i = 0; i < connections; i++) devices.push(await world.device(`Care ${i}`))
  const acked: number[][] = devices.map(() => [])
  const ackedCount = () => acked.reduce((sum, list) => sum + list.length, 0)
  const stop = new AbortController()
  const load = runLoad({
    host: '127.0.0.1',
    port: platform.mqttPort,
    tokens: devices.map(({ token }) => token),
    seconds: 600,
    inFlight: 20,
    payload: (_, n) => Buffer.from(`{"ts":${firstTime + n},"values":{"n":${n},"state":"on","level":${n / 8}}}`),
    onAcked: (connection, n) => acked[connection]?.push(n),
    signal: stop.signal,
  })
  try {
    await until(() => ackedCount() >= 20_000)

    // Each backup contains all messages that were acknowledged before it began.
    for (const round of [1, 2]) {
      const before = acked.map((list) => list.slice())
      const file = join(folder, `backup-${round}.tar`)
      const backup = await maintenance(dataFolder, 'backup', file)
      assert.equal(backup.code, 0, backup.err)
      assert.match(backup.out, /^Wrote .* with the database .*\nThe backup contains keys/)
      assert.ok(
        ackedCount() > before.reduce((sum, list) => sum + list.length, 0),
        'messages were acknowledged meanwhile',
      )
      assert.equal(statSync(file).mode & 0o777, 0o600)

      const restored = join(folder, `restored-${round}`)
      assert.equal((await maintenance(restored, 'restore', file)).code, 0)
      const check = await maintenance(restored, 'check')
      assert.equal(check.code, 0, check.out)
      const elsewhere = await startPlatform(t, { dataFolder: restored })
      const { call } = await reopenWorld(elsewhere, world)
      for (const [i, device] of devices.entries()) {
        const stored = await storedNumbers(call, device)
        const missing = (before[i] ?? []).filter((n) => !stored.has(n))
        assert.deepEqual(missing, [], `round ${round}, ${device.name}: acknowledged before the backup and not in it`)
      }
      await elsewhere.stop()
    }

    const check = await maintenance(dataFolder, 'check')
    assert.equal(check.code, 0, check.out)
    const stats = await maintenance(dataFolder, 'stats', '--json')
    assert.ok(JSON.parse(stats.out).points > 20_000)
    const metrics = await world.call<string>('GET', '/metrics')
    assert.match(metrics, /^sonde_store_points [1-9]/m)
    const compact = await maintenance(dataFolder, 'compact')
    assert.deepEqual([compact.code, compact.out], [1, ''])
    assert.match(compact.err, /A server is running on .* Stop it/)
    const again = await maintenance(dataFolder, 'restore', join(folder, 'backup-1.tar'))
    assert.equal(again.code, 1)
    assert.match(again.err, /isn't empty/)
  } finally {
    stop.abort()
    await load
  }
  const { lost } = await load
  assert.equal(lost, 0)
  const { call } = await reopenWorld(platform, world)
  for (const [i, device] of devices.entries()) {
    const stored = await storedNumbers(call, device)
    assert.deepEqual(
      acked[i]?.filter((n) => !stored.has(n)),
      [],
    )
  }
  assert.equal(await platform.stop(), 0)
  assert.deepEqual(
    readdirSync(dataFolder).filter((name) => name.startsWith('sonde.db')),
    ['sonde.db'],
    'the log was taken into the database',
  )
  const compact = await maintenance(dataFolder, 'compact')
  assert.equal(compact.code, 0, compact.err)
  const check = await maintenance(dataFolder, 'check')
  assert.equal(check.code, 0, check.out)
})

/** A stopped store with an additional file that takes a while to write. */
async function slowStore(t: TestContext) {
  const folder = temporaryFolder(t)
  const dataFolder = join(folder, 'data')
  await (await startPlatform(t, { dataFolder })).stop()
  mkdirSync(join(dataFolder, 'uploads'))
  writeFileSync(join(dataFolder, 'uploads/firmware.bin'), '')
  truncateSync(join(dataFolder, 'uploads/firmware.bin'), 300_000_000)
  return { folder, dataFolder, file: join(folder, 'backup.tar') }
}

test('Ctrl C leaves no half backup and no half restore', async (t: TestContext) => {
  const { folder, dataFolder, file } = await slowStore(t)
  const backup = startMaintenance(dataFolder, ['backup', file])
  await until(() => existsSync(`${file}.part`) && statSync(`${file}.part`).size >= 5_000_000)
  backup.child.kill('SIGINT')
  const { code, err } = await backup.ended
  assert.deepEqual([code, err], [130, 'Stopped. No files were left.\n'])
  assert.deepEqual(readdirSync(folder), ['data'])

  assert.equal((await maintenance(dataFolder, 'backup', file)).code, 0)
  const restored = join(folder, 'restored')
  const restore = startMaintenance(restored, ['restore', file])
  await until(() => existsSync(join(restored, 'restore.part/uploads/firmware.bin')))
  restore.child.kill('SIGINT')
  assert.equal((await restore.ended).code, 130)
  assert.ok(!existsSync(restored))
})

test('a restore that is killed leaves nothing that starts', async (t: TestContext) => {
  const { folder, dataFolder, file } = await slowStore(t)
  assert.equal((await maintenance(dataFolder, 'backup', file)).code, 0)
  const restored = join(folder, 'restored')
  const restore = startMaintenance(restored, ['restore', file])
  await until(() => existsSync(join(restored, 'restore.part/uploads/firmware.bin')))
  restore.child.kill('SIGKILL')
  await restore.ended
  await assert.rejects(
    startPlatform(t, { dataFolder: restored }),
    /unfinished restore\. Wait for it, or delete the folder/,
  )
  const again = await maintenance(restored, 'restore', file)
  assert.equal(again.code, 1)
  assert.match(again.err, /isn't empty/)
})

test('an operator lets a user back in whom nobody else can', async (t: TestContext) => {
  const first = await startPlatform(t)
  const { dataFolder } = first
  const { email, password } = administrator
  const running = await maintenance(dataFolder, 'reset-password', email)
  assert.deepEqual([running.code, running.out], [1, ''])
  assert.match(running.err, /^A server is running on .* Stop it and run the command again.*\n$/)
  const token = await signIn(first, email, password)
  await first.stop()
  const unknown = await maintenance(dataFolder, 'reset-password', 'nobody@example.org')
  assert.equal(unknown.err, `No user has the email nobody@example.org. System administrators: ${email}.\n`)
  const { code, out, err } = await maintenance(dataFolder, 'reset-password', email)
  assert.deepEqual([code, err], [0, ''])
  const given = /^New password of \S+: (\S+)$/m.exec(out)?.[1] ?? ''

  const again = await startPlatform(t, { dataFolder })
  const renewed = await signIn(again, email, given)
  await assert.rejects(signIn(again, email, password))
  const statusOf = async (held: string) =>
    (await fetch(`${again.baseUrl}/api/auth/user`, { headers: { 'X-Authorization': `Bearer ${held}` } })).status
  assert.deepEqual([await statusOf(renewed), await statusOf(token)], [200, 401])
  await again.stop()
})

test('a full disk is said in one line and leaves nothing', async (t: TestContext) => {
  const { folder, dataFolder, file } = await slowStore(t)
  // A file size limit has the same effect as a full disk.
  const limited = startMaintenance(dataFolder, ['backup', file], ['sh', '-c', 'ulimit -f 40000; exec "$@"', 'limited'])
  const { code, err } = await limited.ended
  assert.equal(code, 1)
  assert.match(err, /^Writing .*backup\.tar failed: the disk is full\. Free up space, or choose another disk\.\n$/)
  assert.deepEqual(readdirSync(folder), ['data'])
})

test('what is missing or unknown is one line and an exit code', async (t: TestContext) => {
  const folder = temporaryFolder(t)
  for (const [args, words] of [
    [['backup'], /^backup requires a FILE: .*\n$/],
    [['restore'], /^restore requires a FILE: .*\n$/],
    [['reset-password'], /^reset-password requires an EMAIL: npm run sonde -- reset-password EMAIL\n$/],
    [['reset-password', 'a@b'], /^No database in .*\n$/],
    [['restore', join(folder, 'none.tar')], /^Reading .*none\.tar failed: no such file or folder\.\n$/],
    [['check'], /^No database in .*SONDE_DATA.*\n$/],
    [['stats'], /^No database in .*\n$/],
    [['compact'], /^No database in .*\n$/],
    [
      ['polish'],
      /^Unknown command polish\. Use one of: backup, restore, check, compact, stats, dead-letters, reset-password\.\n$/,
    ],
    [['stats', '--yaml'], /^Unknown option --yaml for stats\.\n$/],
    [['stats', '--config', join(folder, 'none.json')], /^Couldn't read the configuration file .*: .*\n$/],
  ] as const) {
    const { code, out, err } = await maintenance(join(folder, 'none'), ...args)
    assert.deepEqual([code, out], [1, ''], args.join(' '))
    assert.match(err, words)
  }
  assert.deepEqual(readdirSync(folder), [])
})

test('npm run sonde without a command prints how it is used', async () => {
  const child = spawn(process.execPath, [join(projectRoot, 'tools/sonde.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.equal(code, 0)
  for (const command of ['backup FILE', 'restore FILE', 'check', 'compact', 'stats', 'reset-password EMAIL'])
    assert.match(out, new RegExp(command))
})
