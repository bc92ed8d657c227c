/**
 * Guarantee: a failed sync is never treated as a successful one.
 *
 * strace makes the storage worker's system call fail. A full disk may only be reported at the sync: the server recovers
 * from that by itself. After any other error, it stops acknowledgments until a restart has checked the store, even if
 * later syncs would succeed.
 */

import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../../packages/server/src/until-testing.ts'
import { openDatabase } from '../platform/open-database.ts'
import { startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, reopenWorld } from '../platform/world.ts'
import { missingOf, startSteadyLoad } from './steady-load.ts'
import { assertRejecting, healthOf, timesSaid } from './store-trouble.ts'

/**
 * strace counts calls per thread, and only the storage worker syncs. The setup takes fewer syncs than the first failing
 * one.
 */
const straceWith = (inject: string) => [
  'strace',
  '-f',
  '--seccomp-bpf',
  '-qq',
  '-o',
  '/dev/null',
  '-e',
  'trace=fsync',
  '-e',
  `inject=fsync:${inject}`,
]

async function scene(t: TestContext, inject: string) {
  const dataFolder = temporaryFolder(t)
  const platform = await startPlatform(t, { dataFolder, wrapper: straceWith(inject) })
  const world = await createWorld(platform)
  const devices = await Promise.all(Array.from({ length: 4 }, (_, i) => world.device(`Sync ${i}`)))
  const [device] = devices
  assert.ok(device)
  const load = startSteadyLoad(platform.mqttPort, devices)
  t.after(load.stop)
  return { dataFolder, platform, world, device, load }
}

function assertWhole(dataFolder: string) {
  const database = openDatabase(dataFolder, { readOnly: true })
  assert.equal(database.prepare('pragma integrity_check').get()?.integrity_check, 'ok')
  database.close()
}

test('one failed sync ends acknowledgements until a restart has checked the store', async (t: TestContext) => {
  const { dataFolder, platform, world, device, load } = await scene(t, 'error=EIO:when=250')
  await assertRejecting({ platform, world, device, load }, /can’t write.*start Sonde again/, 25)
  const acked = await load.stop()
  assert.equal(timesSaid(platform, 'The database can’t write'), 1)
  assert.ok(existsSync(join(dataFolder, 'disk-failed')))
  await platform.kill()

  const again = await startPlatform(t, { dataFolder })
  assert.ok(!existsSync(join(dataFolder, 'disk-failed')), 'the start has checked the store')
  assert.equal((await healthOf(again)).status, 200)
  const { call } = await reopenWorld(again, world)
  await until(async () => (await missingOf(call, acked)).length === 0, 'all that was acknowledged is stored')
  await again.stop()
  assertWhole(dataFolder)
  t.diagnostic(`${load.ackedCount} acknowledged before the sync failed, 0 missing`)
})

test('a disk that says only at the sync that it is full ends by itself', async (t: TestContext) => {
  // The sync of a group, then those with which the worker checks for free space.
  const { dataFolder, platform, world, device, load } = await scene(t, 'error=ENOSPC:when=250..262')
  await assertRejecting({ platform, world, device, load }, /disk is full/)
  await until(async () => (await healthOf(platform)).status === 200, 'health is well again')
  await load.more(1_000)
  const acked = await load.stop()
  await until(async () => (await missingOf(world.call, acked)).length === 0, 'all that was acknowledged is stored')
  await platform.kill()
  const again = await startPlatform(t, { dataFolder })
  const { call } = await reopenWorld(again, world)
  assert.deepEqual(await missingOf(call, acked), [])
  await again.stop()
  assertWhole(dataFolder)
  t.diagnostic(`${load.ackedCount} acknowledged, 0 missing`)
})
