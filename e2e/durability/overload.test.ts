/**
 * Guarantee: if messages arrive faster than the rule engine processes them, publishers wait, memory stays bounded, and
 * no acknowledged message is lost. `npm run bench -- overload` runs the same for ten minutes and measures.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { runLoad } from '@sonde/simulator/load/load'
import { until } from '../../packages/server/src/until-testing.ts'
import { figureOf } from '../platform/metrics.ts'
import { type Platform, startPlatform } from '../platform/start-platform.ts'
import { createWorld, type World } from '../platform/world.ts'
import { peakMb } from './process-memory.ts'
import { makeSlowChain, unfinished } from './slow-chain.ts'

const peakMbMax = 512
const inFlightMessagesMax = 20_000
const firstTs = 1_700_000_000_000

interface Overload {
  readonly connections: number
  readonly seconds: number
  readonly perMs: number
  readonly rate: number
  readonly inFlightMax: number
  readonly text: string
}

async function overload(t: TestContext, { connections, seconds, perMs, rate, inFlightMax, text }: Overload) {
  const platform = await startPlatform(t)
  const world = await createWorld(platform)
  await makeSlowChain(world, perMs)
  const devices = []
  for (let i = 0; i < connections; i++) devices.push(await world.device(`Overload ${i}`))
  const acked: Set<number>[] = devices.map(() => new Set())
  const { sent, lost } = await runLoad({
    host: '127.0.0.1',
    port: platform.mqttPort,
    tokens: devices.map(({ token }) => token),
    seconds,
    rate,
    inFlightMax,
    payload: (_, n) => Buffer.from(`{"ts":${firstTs + n},"values":{"n":${n}${text}}}`),
    onAcked: (connection, n) => acked[connection]?.add(n),
    settle: false,
  })
  const count = acked.reduce((sum, each) => sum + each.size, 0)
  const processed = await figureOf(platform, 'sonde_rule_messages_total')
  assert.ok(lost > 0, 'more was sent than was acknowledged')
  await until(async () => (await unfinished(platform)) === 0, 'the engine has caught up', 180_000)
  for (const [i, device] of devices.entries()) {
    const stored = await storedTimes(world, device.id)
    const missing = [...(acked[i] ?? [])].filter((n) => !stored.has(firstTs + n))
    assert.deepEqual(missing, [], `${device.name}: acknowledged and not stored`)
  }
  return { platform, sent, count, processed }
}

async function storedTimes({ call }: World, id: string): Promise<Set<number>> {
  const range = `startTs=${firstTs}&endTs=${firstTs + 1e9}&limit=10000000`
  const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=n&${range}`
  const { n = [] } = await call<{ n?: { ts: number }[] }>('GET', path)
  return new Set(n.map(({ ts }) => ts))
}

async function assertBounded(platform: Platform) {
  assert.ok((await figureOf(platform, 'sonde_transport_pauses_total')) > 0, 'transports stopped reading')
  const mb = peakMb(platform.pid)
  assert.ok(mb <= peakMbMax, `${mb.toFixed(0)} MB resident`)
  return mb
}

test('20,000 messages a second meet a chain that takes a tenth: publishers wait, nothing acked is lost', async (t) => {
  const { platform, sent, count, processed } = await overload(t, {
    connections: 50,
    seconds: 4,
    perMs: 2,
    rate: 20_000,
    inFlightMax: 1_000,
    text: '',
  })
  assert.ok(count <= processed + inFlightMessagesMax * 1.5, `${count} acknowledged when ${processed} were processed`)
  const mb = await assertBounded(platform)
  t.diagnostic(`${sent} sent, ${count} acknowledged, ${processed} processed in time, 0 missing; ${mb.toFixed(0)} MB`)
})

test('messages of 64 KB are bounded by their size, not by their number', async (t) => {
  const { platform, sent, count, processed } = await overload(t, {
    connections: 50,
    seconds: 3,
    perMs: 1,
    rate: 2_000,
    inFlightMax: 200,
    text: `,"text":"${'x'.repeat(64_000)}"`,
  })
  // 8 MB are about 130 messages, plus those of one commit.
  assert.ok(count <= processed + 1_000, `${count} acknowledged when ${processed} were processed`)
  const mb = await assertBounded(platform)
  t.diagnostic(`${sent} sent, ${count} acknowledged, 0 missing; ${mb.toFixed(0)} MB`)
})
