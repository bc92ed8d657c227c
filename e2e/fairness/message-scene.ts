/** A server, tenants whose devices flood it, and another one that is watched meanwhile. */

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createWorld, type Device, type World } from '../platform/world.ts'
import type { MqttLoad, MqttLoadFigures } from './mqtt-load.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs, startMeasured, startProbe } from './probe.ts'

export interface Bad {
  readonly world: World
  readonly devices: readonly Device[]
}

/** A server, two bad tenants with devices, and a good one with its probe. */
export async function setScene(t: TestContext, prepare: (world: World) => Promise<unknown>, devices = 10) {
  const platform = await startMeasured(t)
  const good = await createWorld(platform, 'Good')
  const bad: Bad[] = []
  for (const name of ['Bad', 'Worse']) {
    const world = await createWorld(platform, name)
    await prepare(world)
    bad.push({ world, devices: await Promise.all(Array.from({ length: devices }, (_, i) => world.device(`d${i}`))) })
  }
  const probe = await startProbe(t, platform, good)
  const loads = [startOwnProcess(t, './mqtt-load.ts', 'load'), startOwnProcess(t, './mqtt-load.ts', 'load')]

  const flood = (index: number, load: Pick<MqttLoad, 'inFlight' | 'payload'>) =>
    loads[index]?.ask<MqttLoadFigures>('run', {
      port: platform.mqttPort,
      tokens: bad[index]?.devices.map(({ token }) => token) ?? [],
      ms: attackMs,
      ...load,
    } satisfies MqttLoad)

  /** The attack of one tenant, then of both. */
  async function attack(load: Pick<MqttLoad, 'inFlight' | 'payload'>, whileBoth?: () => Promise<void>) {
    t.diagnostic(`before: ${(await probe.look()).rssMax} MB`)
    await probe.restart()
    const one = await flood(0, load)
    assertUnharmed(t, await probe.look(), 'one bad tenant')
    await probe.restart()
    const [two] = await Promise.all([Promise.all([flood(0, load), flood(1, load)]), whileBoth?.()])
    assertUnharmed(t, await probe.look(), 'two bad tenants')
    const acked = [one, ...two].map((figures) => figures?.acked ?? 0)
    t.diagnostic(`acknowledged: ${acked.join(', ')}`)
    // Of two, one may find all places taken by what it sent before.
    assert.ok((acked[0] ?? 0) > 0 && Math.max(...acked.slice(1)) > 0, 'the attack was none: nothing was accepted')
  }

  /** The server works on, and starts again. */
  async function assertAlive() {
    assertUnharmed(t, await probe.stop(), 'all the time')
    await good.call('GET', '/api/auth/user')
  }

  return { platform, good, bad, probe, attack, assertAlive }
}
