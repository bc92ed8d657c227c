/**
 * Many browsers at once: 1,000 live sockets with ten subscriptions each, while devices send 2,000 messages a second.
 *
 * A thousand devices send twice a second. Each is watched by ten sockets, half of them with a subscription of the old
 * style, half with an entity query with latest values. So 20,000 updates a second are sent, each in its own message.
 */

import { readFileSync } from 'node:fs'
import { createLatencies } from '@sonde/simulator/load/latencies'
import { runLoad } from '@sonde/simulator/load/load'
import { WebSocket } from 'ws'
import { startPlatform } from '../../e2e/platform/start-platform.ts'
import { createWorld, type Device } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import type { Row } from './report.ts'

const sockets = 1_000
const subscriptions = 10
const devices = 1_000
const rate = 2_000
const seconds = 20
/** Subscriptions per device. */
const watchers = (sockets * subscriptions) / devices
const callsAtOnce = 16

const nowMs = (): number => performance.timeOrigin + performance.now()

/** Runs the function for each index, a few at a time. */
async function forEach(count: number, atOnce: number, run: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await run(next++)
    }),
  )
}

function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round((Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024) / 1e6)
}

/** Commands for ten devices, every other one as an entity query. */
function commandsFor(watched: readonly Device[]) {
  const keys = [{ type: 'TIME_SERIES', key: 'sent' }]
  const entity = ({ id }: Device) => ({ entityType: 'DEVICE', id })
  return {
    tsSubCmds: watched.flatMap((device, i) =>
      i % 2 ? [] : [{ cmdId: i, entityType: 'DEVICE', entityId: device.id, scope: 'LATEST_TELEMETRY', keys: 'sent' }],
    ),
    entityDataCmds: watched.flatMap((device, i) =>
      i % 2 === 0
        ? []
        : [
            {
              cmdId: i,
              query: {
                entityFilter: { type: 'singleEntity', singleEntity: entity(device) },
                pageLink: { page: 0, pageSize: 1 },
                latestValues: keys,
              },
              latestCmd: { keys },
            },
          ],
    ),
  }
}

interface Received {
  readonly errorCode: number
  readonly data?: { readonly sent?: readonly (readonly [number, string])[] }
  readonly update?: readonly { readonly latest: { readonly TIME_SERIES?: { readonly sent?: { value: string } } } }[]
}

/** Times at which the values of an update were sent, epoch ms. */
function sentTimes({ data, update }: Received): number[] {
  if (data?.sent) return data.sent.map(([, value]) => Number(value))
  return (update ?? []).flatMap(({ latest }) => Number(latest.TIME_SERIES?.sent?.value ?? []))
}

export async function benchSockets(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    // All clients share one address and one user, who has memory for about 1,000 such sockets.
    const platform = await startPlatform(t, { env: { SONDE_LIMITS: 'httpConnections:4000' } })
    const world = await createWorld(platform)
    const made: Device[] = []
    await forEach(devices, callsAtOnce, async (i) => {
      made[i] = await world.device(`Watched ${i}`)
    })
    const before = residentMb(platform.pid)
    const latencies = createLatencies()
    let received = 0
    let rejected = 0
    let isMeasuring = false
    const url = `${platform.baseUrl.replace('http', 'ws')}/api/ws/plugins/telemetry?token=${world.accessToken}`
    await forEach(sockets, callsAtOnce, async (s) => {
      const socket = new WebSocket(url, { perMessageDeflate: false })
      t.after(() => socket.terminate())
      await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
      const watched = Array.from({ length: subscriptions }, (_, i) => made[(s * subscriptions + i) % devices] as Device)
      let answers = 0
      await new Promise<void>((resolve, reject) => {
        socket.once('close', (code, reason) => reject(new Error(`Connection ${s} was closed: ${code} ${reason}`)))
        socket.on('message', (text) => {
          const arrived = nowMs()
          const reported = JSON.parse(String(text)) as Received
          if (reported.errorCode !== 0) rejected++
          if (answers < subscriptions && ++answers === subscriptions) resolve()
          if (!isMeasuring) return
          for (const at of sentTimes(reported)) {
            received++
            latencies.note((arrived - at) * 1e6)
          }
        })
        socket.send(JSON.stringify(commandsFor(watched)))
      })
    })
    const idle = residentMb(platform.pid)
    let most = idle
    isMeasuring = true
    const watching = setInterval(() => {
      most = Math.max(most, residentMb(platform.pid))
    }, 1_000)
    t.after(() => clearInterval(watching))
    const { sent, lost } = await runLoad({
      host: '127.0.0.1',
      port: platform.mqttPort,
      tokens: made.map(({ token }) => token),
      seconds,
      rate,
      payload: () => Buffer.from(`{"sent":${nowMs()}}`),
    })
    if (lost > 0) throw new Error(`${lost} of ${sent} messages were not acknowledged.`)
    if (rejected > 0) throw new Error(`${rejected} messages of the sockets were refusals.`)
    const deadline = performance.now() + 5_000
    while (received < sent * watchers && performance.now() < deadline) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    const ms = (share: number) => `${latencies.percentileMs(share).toFixed(1)} ms`
    return [
      {
        what: `Publish (QoS 1) → received, ${sockets.toLocaleString('en')} sockets × ${subscriptions} subscriptions, ${rate.toLocaleString('en')} msg/s, ${(rate * watchers).toLocaleString('en')} updates/s`,
        reference: '',
        mustReach: 'p99 ≤ 200 ms',
        measured: `p50 ${ms(0.5)}, p99 ${ms(0.99)} (${sent} sent and acknowledged, ${received} of ${sent * watchers} updates received)`,
      },
      {
        what: 'Memory of the process: before, with these sockets idle, highest under this load',
        reference: '',
        mustReach: '',
        measured: `${before} MB, ${idle} MB, ${most} MB`,
      },
    ]
  })
}
