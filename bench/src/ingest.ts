/** Messages in: acknowledged after the disk, over 100 connections, through the default rule chain. */

import { runLoad } from '@sonde/simulator/load/load'
import { startPlatform } from '../../e2e/platform/start-platform.ts'
import { createWorld } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { median, type Row } from './report.ts'

const connections = 100
const seconds = 15
const rounds = 3

/** Three keys whose values change, as a sensor would send them. */
const payload = (connection: number, n: number): Buffer =>
  Buffer.from(`{"temperature":${20 + (n % 100) / 100},"humidity":${40 + (connection % 50) / 10},"count":${n}}`)

export async function benchIngest(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const platform = await startPlatform(t)
    const world = await createWorld(platform)
    const tokens: string[] = []
    for (let i = 0; i < connections; i++) tokens.push((await world.device(`Load ${i}`)).token)
    const target = { host: '127.0.0.1', port: platform.mqttPort, tokens, payload }
    await runLoad({ ...target, seconds: 3 })

    const throughput: number[] = []
    for (let i = 0; i < rounds; i++) {
      const result = await runLoad({ ...target, seconds, inFlight: 20 })
      if (result.lost > 0) throw new Error(`${result.lost} messages were never acknowledged`)
      throughput.push(result.acked / result.seconds)
    }
    const p50: number[] = []
    const p99: number[] = []
    for (let i = 0; i < rounds; i++) {
      const { latencies, lost } = await runLoad({ ...target, seconds, rate: 8_000 })
      if (lost > 0) throw new Error(`${lost} messages were never acknowledged`)
      p50.push(latencies.percentileMs(0.5))
      p99.push(latencies.percentileMs(0.99))
    }
    return [
      {
        what: 'QoS 1 acked after fsync, 3 keys, 100 connections × 20 in flight, default chain, closed loop',
        reference: 'about 18,000 msg/s stored, not durable',
        mustReach: '≥ 20,000 msg/s',
        measured: `${Math.round(median(throughput)).toLocaleString('en')} msg/s`,
      },
      {
        what: 'Ack at 8,000 msg/s offered',
        reference: 'p50 0.85, p99 7.7 ms, not durable',
        mustReach: 'p50 ≤ 3 ms, p99 ≤ 20 ms, durable',
        measured: `p50 ${median(p50).toFixed(2)} ms, p99 ${median(p99).toFixed(1)} ms`,
      },
    ]
  })
}
