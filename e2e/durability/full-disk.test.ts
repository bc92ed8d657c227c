/**
 * The promise: a full disk stops acknowledgements and nothing else, and ends by itself when there is room again.
 *
 * On a disk of its own, a small tmpfs, where the system lets the test mount one; elsewhere the system calls are made to
 * fail.
 */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { until } from '../../packages/server/src/until-testing.ts'
import { type Platform, runToExit, startPlatform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, reopenWorld } from '../platform/world.ts'
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
  // Before the folder is removed; the platform is gone by then, or about to be ended.
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
        // Down to the last page.
        block = block.subarray(0, block.length >> 1)
      }
    }
  } finally {
    closeSync(file)
  }
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
  // Refused messages of the engine were stored, too: nothing is left in the journal.
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
  const database = new DatabaseSync(join(dataFolder, 'sonde.db'), { readOnly: true })
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
