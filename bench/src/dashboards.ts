/**
 * Event loop delay while messages arrive and dashboards read: live sockets, histories and entity queries at 20,000
 * messages a second.
 */

import { runLoad } from '@sonde/simulator/load/load'
import { WebSocket } from 'ws'
import { startPlatform } from '../../e2e/platform/start-platform.ts'
import { createWorld, type Device } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { createReader } from './reads.ts'
import { median, type Row } from './report.ts'

const rate = 20_000
const seconds = 15
const warmUpSeconds = 5
const rounds = 3
const connections = 100
const dashboards = 10
const devicesPerDashboard = 5
/** Interval at which each dashboard requests a history and a page of devices, ms. */
const readEveryMs = 1_000
/** Period of the timer that measures the loop's delay, ms; it is subtracted from the result. */
const timerMs = 10

const payload = (connection: number, n: number): Buffer =>
  Buffer.from(`{"temperature":${20 + (n % 100) / 100},"humidity":${40 + (connection % 50) / 10},"count":${n}}`)

export async function benchDashboards(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    const platform = await startPlatform(t)
    const world = await createWorld(platform)
    const made: Device[] = []
    for (let i = 0; i < connections; i++) made.push(await world.device(`Load ${i}`))
    const target = {
      host: '127.0.0.1',
      port: platform.mqttPort,
      tokens: made.map(({ token }) => token),
      payload,
      rate,
    }
    const url = `${platform.baseUrl.replace('http', 'ws')}/api/ws/plugins/telemetry?token=${world.accessToken}`
    let updates = 0
    for (let d = 0; d < dashboards; d++) {
      const socket = new WebSocket(url)
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      t.after(() => socket.close())
      socket.on('message', () => updates++)
      const shown = made.slice(d * devicesPerDashboard, (d + 1) * devicesPerDashboard)
      const tsSubCmds = shown.map(({ id }, i) => ({
        cmdId: i + 1,
        entityType: 'DEVICE',
        entityId: id,
        scope: 'LATEST_TELEMETRY',
      }))
      socket.send(JSON.stringify({ tsSubCmds }))
    }
    const reader = createReader(platform, world.accessToken)
    t.after(reader.close)

    /** Event loop delay since the last call, which resets the server's metrics. */
    async function lateness(): Promise<{ p50: number; p99: number }> {
      const text = await (await fetch(`${platform.baseUrl}/metrics`)).text()
      const figure = (name: string) => {
        const found = new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]
        if (found === undefined) throw new Error(`/metrics has no event-loop delay ${name}`)
        return Math.max(0, Number(found) * 1000 - timerMs)
      }
      return { p50: figure('p50'), p99: figure('p99') }
    }

    const readMs: number[] = []
    async function readAsDashboards(signal: AbortSignal): Promise<void> {
      for (let d = 0; !signal.aborted; d = (d + 1) % dashboards) {
        const began = performance.now()
        const { id } = made[d * devicesPerDashboard] as Device
        const window = `startTs=${Date.now() - 60_000}&endTs=${Date.now()}`
        const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=temperature,humidity&${window}`
        readMs.push((await reader.read('GET', `${path}&agg=AVG&interval=1000`)).ms)
        readMs.push((await reader.read('GET', '/api/tenant/deviceInfos?pageSize=20&page=0')).ms)
        const rest = readEveryMs / dashboards - (performance.now() - began)
        if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
      }
    }

    await runLoad({ ...target, seconds: warmUpSeconds })
    const p50: number[] = []
    const p99: number[] = []
    const acks: number[] = []
    for (let i = 0; i < rounds; i++) {
      const stop = new AbortController()
      const reading = readAsDashboards(stop.signal)
      await lateness()
      const { lost, latencies } = await runLoad({ ...target, seconds })
      const late = await lateness()
      stop.abort()
      await reading
      if (lost > 0) throw new Error(`${lost} messages were never acknowledged`)
      p50.push(late.p50)
      p99.push(late.p99)
      acks.push(latencies.percentileMs(0.99))
    }
    if (updates === 0) throw new Error('No socket heard of a message')
    const what = `${dashboards} dashboards of ${devicesPerDashboard} devices: live values, a history and a list each second`
    return [
      {
        what: `Event loop at ${rate.toLocaleString('en')} msg/s while ${what}`,
        reference: '',
        mustReach: 'p99 ≤ 20 ms late',
        measured: `p50 ${median(p50).toFixed(1)}, p99 ${median(p99).toFixed(1)} ms late; ack p99 ${median(acks).toFixed(0)} ms; reads ${median(readMs).toFixed(1)} ms`,
      },
    ]
  })
}
