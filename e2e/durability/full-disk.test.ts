/**
 * Guarantee: a full disk only stops acknowledgments, and the server recovers by itself when there is free space again.
 *
 * Uses a small tmpfs where the system allows mounting one; elsewhere the system calls are made to fail.
 */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { reserveFileName } from '../../packages/server/src/storage/data-folder.ts'
import { until } from '../../packages/server/src/until-testing.ts'
import { openDatabase } from '../platform/open-database.ts'
import { type Platform, runToExit, startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { callAs, createWorld, invite, reopenWorld, signIn, type World } from '../platform/world.ts'
import { missingOf, startSteadyLoad } from './steady-load.ts'
import { assertRejecting, healthOf, timesSaid } from './store-trouble.ts'

const why = /disk is full.*until there is space/

interface SmallDisk {
  readonly folder: string
  readonly what: string
  readonly wrapper: readonly string[]
  fill(): void
  empty(): void
}

function smallDisk(t: TestContext): SmallDisk {
  let mounted: string | null = null
  // Runs before the folder is removed; the server has ended by then or is about to.
  t.after(() => mounted && spawnSync('umount', ['-l', mounted]))
  const folder = temporaryFolder(t)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]).status === 0) {
    mounted = folder
    const ballast = join(folder, 'ballast')
    return {
      folder,
      what: 'a tmpfs of 64 MB',
      wrapper: [],
      fill: () => fillDisk(ballast),
      empty: () => rmSync(ballast),
    }
  }
  const inject = 'inject=pwrite64:error=ENOSPC:when=4000..4020'
  return {
    folder,
    what: `strace, ${inject}`,
    wrapper: ['strace', '-f', '--seccomp-bpf', '-qq', '-o', '/dev/null', '-e', 'trace=pwrite64', '-e', inject],
    fill() {},
    empty() {},
  }
}

function fillDisk(ballast: string) {
  const file = openSync(ballast, 'w')
  try {
    for (let block = Buffer.alloc(1024 * 1024, 1); block.length > 0; ) {
      try {
        writeSync(file, block)
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'ENOSPC')
        // Fills the disk to the last page.
        block = block.subarray(0, block.length >> 1)
      }
    }
  } finally {
    closeSync(file)
  }
}

test('while the disk is full people sign in and out, and what is shared is taken back', async (t: TestContext) => {
  const disk = smallDisk(t)
  if (disk.wrapper.length > 0) return t.skip('the system lets nobody mount a disk')
  const dataFolder = join(disk.folder, 'data')
  let platform: Platform = await startPlatform(t, { dataFolder })
  const world = await createWorld(platform)
  const device = await world.device('Shared')
  const customer = await world.call<{ id: { id: string } }>('POST', '/api/customer', { title: 'Tenants' })
  const leaving = await user(platform, world, customer.id, 'leaving@example.org')
  const deleted = await user(platform, world, customer.id, 'deleted@example.org')
  const staying = await user(platform, world, customer.id, 'staying@example.org')
  await world.call('POST', `/api/customer/public/device/${device.id}`)
  const load = startSteadyLoad(platform.mqttPort, [device])
  t.after(load.stop)
  await load.more(200)
  await until(() => existsSync(join(dataFolder, reserveFileName)), 'space is kept')

  for (let round = 0; round < 2; round++) {
    disk.fill()
    await until(async () => (await healthOf(platform)).status === 503, 'the disk is full')
    await until(() => timesSaid(platform, 'users can still sign in') === round + 1, 'the reserve is used')
    // Signing in and signing out both write.
    for (let i = 0; i < 20; i++) {
      const token = await signIn(platform, 'staying@example.org', staying.password)
      await callAs(platform, token, 'POST', '/api/auth/logout')
      await assert.rejects(callAs(platform, token, 'GET', '/api/auth/user'), /401/)
    }
    await assert.rejects(world.call('POST', '/api/device', { name: 'Another', type: 'default' }), /503.*disk is full/)
    await assert.rejects(callAs(platform, null, 'POST', `/api/v1/${device.token}/telemetry`, { n: 1 }), /503/)
    if (round === 0) {
      await world.call('POST', `/api/user/${leaving.id}/userCredentialsEnabled?userCredentialsEnabled=false`)
      await assert.rejects(callAs(platform, leaving.token, 'GET', '/api/auth/user'), /401/)
      await world.call('DELETE', `/api/user/${deleted.id}`)
      await assert.rejects(callAs(platform, deleted.token, 'GET', '/api/auth/user'), /401/)
      await world.call('DELETE', `/api/customer/device/${device.id}`)
    } else {
      const credentials = await world.call<object>('GET', `/api/device/${device.id}/credentials`)
      await world.call('POST', '/api/device/credentials', { ...credentials, credentialsId: 'another token' })
      await assert.rejects(callAs(platform, null, 'GET', `/api/v1/${device.token}/attributes`), /401/)
    }
    assert.equal((await healthOf(platform)).status, 503)
    disk.empty()
    await until(async () => (await healthOf(platform)).status === 200, 'health is well again')
    if (round === 0) await load.more(200)
  }
  const acked = await load.stop()
  await platform.kill()

  platform = await startPlatform(t, { dataFolder })
  const again = await reopenWorld(platform, world)
  assert.deepEqual(await missingOf(again.call, acked), [])
  await assert.rejects(signIn(platform, 'leaving@example.org', leaving.password), /401/)
  await assert.rejects(signIn(platform, 'deleted@example.org', deleted.password), /401/)
  const { customerId } = await again.call<{ customerId: { id: string } }>('GET', `/api/device/${device.id}`)
  assert.equal(customerId.id, NIL_UUID)
  await assert.rejects(callAs(platform, null, 'GET', `/api/v1/${device.token}/attributes`), /401/)
})

async function user(platform: Platform, world: World, customerId: object, email: string) {
  const password = 'a-password-of-theirs'
  const input = { authority: 'CUSTOMER_USER', customerId, email }
  const { id, activateToken } = await invite(platform, world.accessToken, input)
  await callAs(platform, null, 'POST', '/api/noauth/activate?sendActivationMail=false', { activateToken, password })
  return { id, password, token: await signIn(platform, email, password) }
}

test('a full disk stops acknowledgements, keeps reads, and ends by itself with nothing lost', async (t: TestContext) => {
  const disk = smallDisk(t)
  const dataFolder = join(disk.folder, 'data')
  let platform: Platform = await startPlatform(t, { dataFolder, wrapper: disk.wrapper })
  const world = await createWorld(platform)
  const devices = await Promise.all(Array.from({ length: 4 }, (_, i) => world.device(`Full ${i}`)))
  const [device] = devices
  assert.ok(device)
  const load = startSteadyLoad(platform.mqttPort, devices)
  t.after(load.stop)
  await load.more(500)

  let rounds = 0
  for (; rounds < (disk.wrapper.length > 0 ? 1 : 2); rounds++) {
    disk.fill()
    await assertRejecting({ platform, world, device, load }, why)
    disk.empty()
    await until(async () => (await healthOf(platform)).status === 200, 'health is well again')
    await load.more(2_000)
  }

  const acked = await load.stop()
  await until(async () => {
    return (await missingOf(world.call, acked)).length === 0
  }, 'all that was acknowledged is stored, without a restart')
  // Rejected messages of the rule engine were stored, too: the journal is empty.
  await until(async () => (await journalLag(platform)) === 0, 'the journal is done')
  assert.equal(timesSaid(platform, 'The disk is full'), rounds, 'each time is logged once')
  assert.equal(timesSaid(platform, 'The database was checked and accepts writes'), rounds)
  await platform.kill()

  if (disk.wrapper.length === 0) {
    disk.fill()
    const { code, output } = await runToExit({ dataFolder: join(disk.folder, 'another') })
    assert.equal(code, 1, output)
    assert.match(output, /disk (of .* )?is full/)
    disk.empty()
  }
  platform = await startPlatform(t, { dataFolder })
  const { call } = await reopenWorld(platform, world)
  assert.deepEqual(await missingOf(call, acked), [])
  await platform.stop()
  const database = openDatabase(dataFolder, { readOnly: true })
  assert.equal(database.prepare('pragma integrity_check').get()?.integrity_check, 'ok')
  database.close()
  t.diagnostic(`${disk.what}, full ${rounds} times; ${load.ackedCount} acknowledged, 0 missing`)
})

async function journalLag({ baseUrl }: Platform): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text()
  const states = [...text.matchAll(/^sonde_rule_messages\{state="\w+"\} (\d+)$/gm)]
  assert.equal(states.length, 3)
  return states.reduce((sum, [, count]) => sum + Number(count), 0)
}
