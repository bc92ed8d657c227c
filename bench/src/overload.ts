/**
 * Overload: 20,000 messages a second for a chain that processes 2,000. `SONDE_OVERLOAD_SECONDS` sets the duration;
 * default: ten minutes.
 */

import { runLoad } from '@sonde/simulator/load/load'
import { peakMb } from '../../e2e/durability/process-memory.ts'
import { makeSlowChain, unfinished } from '../../e2e/durability/slow-chain.ts'
import { figureOf } from '../../e2e/platform/metrics.ts'
import { type Platform, startPlatform } from '../../e2e/platform/start-platform.ts'
import { createWorld, type Device } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import type { Row } from './report.ts'

const seconds = Number(process.env.SONDE_OVERLOAD_SECONDS ?? 600)
const connections = 100
const offered = 20_000
/** Messages that the chain processes per ms. */
const heldPerMs = 2
/** Messages per second before and after the peak. */
const usual = 1_000
const usualConnections = 10
/** Maximum unacknowledged messages per publisher. */
const inFlightMax = 200
const normalMsMax = 20
/** Seconds of usual load before the peak; the worst of them defines normal. */
const secondsBefore = 20
/** Number of consecutive normal seconds that count as recovered. */
const normalSpans = 10
const backSecondsMax = 120
const firstTs = 1_700_000_000_000

const payload = (_: number, n: number): Buffer =>
  Buffer.from(`{"ts":${firstTs + n},"values":{"temperature":${20 + (n % 100) / 100},"n":${n}}}`)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function drained(platform: Platform): Promise<void> {
  while ((await unfinished(platform)) > 0) await pause(100)
}

/** Seconds until the p99 per second is back to normal and stays there. */
async function secondsUntilNormal(p99: () => Promise<number>, normalMs: number): Promise<number> {
  const started = performance.now()
  let back = 0
  for (let normal = 0; normal < normalSpans; ) {
    const begun = (performance.now() - started) / 1000
    if (begun > backSecondsMax) return begun
    if ((await p99()) > normalMs) normal = 0
    else if (normal++ === 0) back = begun
  }
  return back
}

export async function benchOverload(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const platform = await startPlatform(t)
    const world = await createWorld(platform)
    const devices: Device[] = []
    for (let i = 0; i < connections; i++) devices.push(await world.device(`Peak ${i}`))
    const others: string[] = []
    for (let i = 0; i < usualConnections; i++) others.push((await world.device(`Usual ${i}`)).token)
    const target = { host: '127.0.0.1', port: platform.mqttPort, payload }
    const tokens = devices.map(({ token }) => token)
    await makeSlowChain(world, heldPerMs)

    const p99 = async () =>
      (await runLoad({ ...target, tokens: others, seconds: 1, rate: usual })).latencies.percentileMs(0.99)
    let before = 0
    for (let i = 0; i < secondsBefore; i++) before = Math.max(before, await p99())
    const normalMs = Math.max(normalMsMax, before)

    const acked = devices.map(() => 0)
    const processedBefore = await figureOf(platform, 'sonde_rule_messages_total')
    const peak = runLoad({
      ...target,
      tokens,
      seconds,
      rate: offered,
      inFlightMax,
      onAcked: (connection) => {
        acked[connection] = (acked[connection] ?? 0) + 1
      },
    })
    await pause(seconds * 1000)
    const processed = (await figureOf(platform, 'sonde_rule_messages_total')) - processedBefore
    const back = await secondsUntilNormal(p99, normalMs)
    const { sent, heldBack, acked: ackedInTime } = await peak
    await drained(platform)

    let missing = 0
    for (const [i, { id }] of devices.entries()) {
      const range = `startTs=${firstTs}&endTs=${firstTs + 1e9}&interval=1000000000&agg=COUNT`
      const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=n&${range}`
      const { n = [] } = await world.call<{ n?: { value: string }[] }>('GET', path)
      const stored = n.reduce((sum, { value }) => sum + Number(value), 0)
      missing += Math.max(0, (acked[i] ?? 0) - stored)
    }
    const figures = [
      `${Math.round(peakMb(platform.pid))} MB at most`,
      `${missing} acked lost`,
      `p99 back in ${back.toFixed(0)} s (to ${normalMs.toFixed(0)} ms; the worst second before had ${before.toFixed(1)} ms)`,
    ]
    const counts = [
      `${Math.round(ackedInTime / seconds).toLocaleString('en')} acked/s`,
      `${Math.round(processed / seconds).toLocaleString('en')} processed/s`,
      `${Math.round((sent + heldBack) / seconds).toLocaleString('en')} offered/s`,
    ]
    return [
      {
        what: `A chain held at 2,000 msg/s, 20,000 offered, ${seconds} s; then 1,000 msg/s`,
        reference: 'heap full, dies',
        mustReach: 'RSS ≤ 512 MB, 0 acked lost, back to p99 within 30 s',
        measured: `${figures.join(', ')}; ${counts.join(', ')}`,
      },
    ]
  })
}
