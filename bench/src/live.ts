/**
 * Latency from a device's publish to a browser's socket, at 1,000 messages a second.
 *
 * Each round compares the numbers of sent, acknowledged, received and stored messages: they must be equal. (Sessions
 * stay far below the rate at which updates are merged; above it, only the newest value of a key is sent.)
 */

import { createLatencies } from '@sonde/simulator/load/latencies'
import { runLoad } from '@sonde/simulator/load/load'
import { WebSocket } from 'ws'
import { startPlatform } from '../../e2e/platform/start-platform.ts'
import { createWorld, type Device, type World } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { median, type Row } from './report.ts'

const devices = 50
const rate = 1_000
const seconds = 10
const rounds = 3

const nowMs = (): number => performance.timeOrigin + performance.now()

/** Number of stored points of the devices since a time. */
async function storedPoints(world: World, made: readonly Device[], startTs: number): Promise<number> {
  let count = 0
  for (const { id } of made) {
    const window = `startTs=${startTs}&endTs=${Date.now() + 2_000}&limit=100000`
    const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=sent&${window}`
    count += (await world.call<{ sent?: unknown[] }>('GET', path)).sent?.length ?? 0
  }
  return count
}

export async function benchLive(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const platform = await startPlatform(t)
    const world = await createWorld(platform)
    const made: Device[] = []
    for (let i = 0; i < devices; i++) made.push(await world.device(`Live ${i}`))
    const p50: number[] = []
    const p99: number[] = []
    const totals = { sent: 0, received: 0, stored: 0 }
    for (let round = 0; round < rounds; round++) {
      let received = 0
      const startTs = Date.now()
      // Ten sockets with five devices each: no session comes near the limit of 300 updates a second.
      const latencies = createLatencies()
      const sockets = await Promise.all(
        Array.from({ length: 10 }, async (_, s) => {
          const url = `${platform.baseUrl.replace('http', 'ws')}/api/ws/plugins/telemetry?token=${world.accessToken}`
          const socket = new WebSocket(url)
          await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
          let opened = 0
          const subscribed = new Promise<void>((resolve) => {
            socket.on('message', (data) => {
              const arrived = nowMs()
              const { data: values } = JSON.parse(String(data)) as { data?: { sent?: [number, string][] } }
              if (opened < 5 && ++opened === 5) resolve()
              for (const [, at] of values?.sent ?? []) {
                received++
                latencies.note((arrived - Number(at)) * 1e6)
              }
            })
          })
          socket.send(
            JSON.stringify({
              tsSubCmds: made.slice(s * 5, s * 5 + 5).map((device, i) => ({
                cmdId: i + 1,
                entityType: 'DEVICE',
                entityId: device.id,
                scope: 'LATEST_TELEMETRY',
                keys: 'sent',
              })),
            }),
          )
          await subscribed
          return socket
        }),
      )
      received = 0
      const result = await runLoad({
        host: '127.0.0.1',
        port: platform.mqttPort,
        tokens: made.map((device) => device.token),
        seconds,
        rate,
        payload: () => Buffer.from(`{"sent":${nowMs()}}`),
      })
      if (result.lost > 0) throw new Error(`${result.lost} of ${result.sent} messages were not acknowledged.`)
      const deadline = performance.now() + 5_000
      while (received < result.sent && performance.now() < deadline)
        await new Promise((resolve) => setImmediate(resolve))
      p50.push(latencies.percentileMs(0.5))
      p99.push(latencies.percentileMs(0.99))
      for (const socket of sockets) socket.terminate()
      totals.sent += result.sent
      totals.received += received
      totals.stored += await storedPoints(world, made, startTs)
    }
    return [
      {
        what: `Publish (QoS 1) → received on a socket, 1,000 msg/s`,
        reference: 'p50 155 ms, p99 204 ms',
        mustReach: 'p50 ≤ 10 ms, p99 ≤ 50 ms',
        measured: `p50 ${median(p50).toFixed(1)} ms, p99 ${median(p99).toFixed(1)} ms (${totals.sent} sent and acknowledged, ${totals.received} received, ${totals.stored} stored)`,
      },
    ]
  })
}
