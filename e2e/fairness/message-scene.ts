/**
 * A server with an observed tenant, and scenes in which the devices of other tenants flood it.
 *
 *     const setScene = shareScenes()                       // once in a file: its tests share one server
 *     const { attack, assertAlive } = await setScene(t, prepare)
 *     await attack({ inFlight: 500, payload })
 *     await assertAlive()
 *
 * Each scene has two misbehaving tenants, which are deleted at its end. It begins when all messages of earlier scenes
 * are processed. Each scene checks the server's peak memory against its limit, including leftovers of earlier scenes.
 */

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { until } from '../../packages/server/src/until-testing.ts'
import { unfinished } from '../durability/slow-chain.ts'
import { administrator, type CleanUp, type Platform } from '../platform/start-platform.ts'
import { callAs, createWorld, type Device, signIn, type World } from '../platform/world.ts'
import type { MqttLoad, MqttLoadFigures } from './mqtt-load.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs, startMeasured, startProbe } from './probe.ts'
import { shareStage } from './shared-stage.ts'

export interface Bad {
  readonly world: World
  readonly devices: readonly Device[]
}

type Flood = Pick<MqttLoad, 'inFlight' | 'payload'>

/** Shared state of the scenes in a file. */
async function setStage(t: CleanUp) {
  const platform = await startMeasured(t)
  const good = await createWorld(platform, 'Good')
  const probe = await startProbe(t, platform, good)
  const loads = [startOwnProcess(t, './mqtt-load.ts', 'load'), startOwnProcess(t, './mqtt-load.ts', 'load')]
  return { platform, good, probe, loads }
}

/** Deletes the tenants with their backlog, which would otherwise be processed for minutes. */
async function removeTenants(platform: Platform, bad: readonly Bad[]) {
  const root = await signIn(platform, administrator.email, administrator.password)
  for (const { world } of bad) {
    const { tenantId } = await world.call<{ tenantId: { id: string } }>('GET', '/api/auth/user')
    await callAs(platform, root, 'DELETE', `/api/tenant/${tenantId.id}`)
  }
}

/**
 * Starts the server before the tests of a file and stops it after them; returns the function that sets up a scene. A
 * flood by one tenant lasts as long as any attack, one by both lasts `floodMs`.
 */
export function shareScenes(floodMs = attackMs) {
  const stageFor = shareStage(setStage)
  let scenes = 0

  /** Two misbehaving tenants with devices, and the observed one with its probe. */
  return async function setScene(t: TestContext, prepare: (world: World) => Promise<unknown>, devices = 10) {
    const { platform, good, probe, loads } = stageFor(t)
    const bad: Bad[] = []
    t.after(() => removeTenants(platform, bad))
    await until(async () => (await unfinished(platform)) === 0, 'what earlier scenes sent is processed or gone')
    scenes++
    for (const name of ['Bad', 'Worse']) {
      const world = await createWorld(platform, `${name}${scenes}`)
      await prepare(world)
      bad.push({ world, devices: await Promise.all(Array.from({ length: devices }, (_, i) => world.device(`d${i}`))) })
    }

    const flood = (index: number, load: Flood, ms: number, untilAcked = true) =>
      loads[index]?.ask<MqttLoadFigures>('run', {
        port: platform.mqttPort,
        tokens: bad[index]?.devices.map(({ token }) => token) ?? [],
        ms,
        untilAcked,
        ...load,
      } satisfies MqttLoad)

    /** Attack by one tenant, then by both. */
    async function attack(load: Flood, whileBoth?: () => Promise<void>) {
      t.diagnostic(`before: ${(await probe.look()).rssMax} MB`)
      await probe.restart()
      const one = await flood(0, load, attackMs)
      assertUnharmed(t, await probe.look(), 'one bad tenant')
      await probe.restart()
      // One of the two may find the queue full of its earlier messages.
      const [two] = await Promise.all([
        Promise.all([flood(0, load, floodMs, false), flood(1, load, floodMs)]),
        whileBoth?.(),
      ])
      assertUnharmed(t, await probe.look(), 'two bad tenants')
      const acked = [one, ...two].map((figures) => figures?.acked ?? 0)
      t.diagnostic(`acknowledged: ${acked.join(', ')}`)
      assert.ok((acked[0] ?? 0) > 0 && (acked[2] ?? 0) > 0, 'the attack was none: nothing was accepted')
    }

    /** Asserts that the server still works. */
    async function assertAlive() {
      assertUnharmed(t, await probe.look(), 'all the time')
      await good.call('GET', '/api/auth/user')
    }

    return { platform, good, bad, probe, attack, assertAlive }
  }
}
