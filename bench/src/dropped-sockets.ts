/**
 * Reconnecting pages: 3,000 live sockets with two subscriptions each, of all kinds, opened and dropped ten times, half
 * of them without a close frame. Afterwards the server's counters must be 0 and its memory must be as before.
 */

import { readFileSync } from 'node:fs'
import { WebSocket } from 'ws'
import { figureOf } from '../../e2e/platform/metrics.ts'
import { type Platform, startPlatform } from '../../e2e/platform/start-platform.ts'
import { callAs, createWorld, type Device, type World } from '../../e2e/platform/world.ts'
import { withCleanUp } from './clean-up.ts'
import { median, type Row } from './report.ts'

const rounds = 10
/** Sockets per caller: tenant administrators, none of which uses up its share of memory, and a visitor. */
const socketsOf = [725, 725, 725, 725, 100] as const
const devices = 20
const openedAtOnce = 32
const gauges = [
  'sonde_live_sessions',
  'sonde_live_waiting_bytes',
  'sonde_live_subscription_bytes',
  'sonde_live_waiting_changes',
]
/** Maximum ratio between memory values of the same kind. */
const growthMax = 1.1

interface Watcher {
  readonly token: string
  readonly watched: readonly Device[]
}

function frameOf({ watched }: Watcher, at: number): string {
  const { id } = watched[at % watched.length] as Device
  const entity = { entityType: 'DEVICE', entityId: id }
  const entityFilter = { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id } }
  const pageLink = { page: 0, pageSize: 10, dynamic: true }
  const keys = [{ type: 'TIME_SERIES', key: 't' }]
  const alarmLink = { page: 0, pageSize: 10, startTs: 0, endTs: 4_000_000_000_000 }
  // Each subscription takes as much as its share of the server's memory for live subscriptions.
  const commands =
    at % 2 === 0
      ? {
          tsSubCmds: [{ ...entity, cmdId: 1, keys: 't' }],
          entityDataCmds: [
            {
              cmdId: 2,
              query: { entityFilter, pageLink, latestValues: keys },
              latestCmd: { keys },
              tsCmd: { keys: ['t'], startTs: 0, timeWindow: 4_000_000_000_000, limit: 100 },
            },
          ],
        }
      : {
          attrSubCmds: [{ ...entity, cmdId: 1 }],
          alarmDataCmds: [{ cmdId: 2, query: { entityFilter, pageLink: alarmLink, latestValues: keys } }],
        }
  return JSON.stringify(commands)
}

const commands = 2

/** Opens a socket, subscribes and waits for the responses; rejects if the server refuses. */
async function openOne(platform: Platform, watcher: Watcher, at: number): Promise<WebSocket> {
  const url = `${platform.baseUrl.replace('http', 'ws')}/api/ws/plugins/telemetry?token=${watcher.token}`
  const socket = new WebSocket(url, { perMessageDeflate: false })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  // Errors of sockets that are terminated.
  socket.on('error', () => {})
  const answered = new Set<number>()
  await new Promise<void>((resolve, reject) => {
    socket.on('close', (code, reason) => reject(new Error(`The server closed with ${code}: ${String(reason)}`)))
    socket.on('message', (text) => {
      const { cmdId, subscriptionId, errorCode, errorMsg } = JSON.parse(String(text)) as Record<string, unknown>
      if (errorCode) reject(new Error(String(errorMsg)))
      answered.add(Number(cmdId ?? subscriptionId))
      if (answered.size === commands) resolve()
    })
    socket.send(frameOf(watcher, at))
  })
  socket.removeAllListeners('close')
  return socket
}

async function openAll(platform: Platform, watchers: readonly Watcher[]): Promise<WebSocket[]> {
  const wanted = watchers.flatMap((watcher, at) => Array.from({ length: socketsOf[at] ?? 0 }, () => watcher))
  const sockets: WebSocket[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: openedAtOnce }, async () => {
      for (let at = next++; at < wanted.length; at = next++) {
        sockets.push(await openOne(platform, wanted[at] as Watcher, at))
      }
    }),
  )
  return sockets
}

const residentMb = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024) / 1e6

/** Resolves when the server has noticed that all sockets are closed. */
async function settled(platform: Platform): Promise<void> {
  for (;;) {
    const figures = await Promise.all(gauges.map((name) => figureOf(platform, name)))
    if (figures.every((figure) => figure === 0)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function openWatchers(platform: Platform): Promise<Watcher[]> {
  const worlds: World[] = []
  const watchers: Watcher[] = []
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    const world = await createWorld(platform, name)
    worlds.push(world)
    const watched: Device[] = []
    for (let at = 0; at < devices; at++) {
      const device = await world.device(`Watched ${at}`)
      await world.call('POST', `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { t: at })
      watched.push(device)
    }
    watchers.push({ token: world.accessToken, watched })
  }
  const [world] = worlds
  const [shown] = watchers[0]?.watched ?? []
  if (!world || !shown) throw new Error('There is nothing to show.')
  const path = `/api/customer/public/device/${shown.id}`
  const { customerId } = await world.call<{ customerId: { id: string } }>('POST', path)
  const body = { publicId: customerId.id }
  const { token } = await callAs<{ token: string }>(platform, null, 'POST', '/api/auth/login/public', body)
  return [...watchers, { token, watched: [shown] }]
}

export async function benchDroppedSockets(): Promise<Row[]> {
  return withCleanUp(async (t) => {
    // All sockets come from a single address.
    const platform = await startPlatform(t, { env: { SONDE_LIMITS: 'httpConnections:4000' } })
    const watchers = await openWatchers(platform)
    const memory: number[] = []
    const openMb: number[] = []
    for (let round = 0; round < rounds; round++) {
      const sockets = await openAll(platform, watchers)
      openMb.push(residentMb(platform.pid))
      // Half of the sockets send a close frame, half are terminated.
      for (const [at, socket] of sockets.entries())
        if (at % 2) socket.close()
        else socket.terminate()
      await settled(platform)
      memory.push(residentMb(platform.pid))
    }
    const growth = median(memory.slice(-3)) / median(memory.slice(1, 4))
    if (growth > growthMax) throw new Error(`Memory grew: ${memory.map(Math.round).join(', ')} MB.`)
    const total = socketsOf.reduce((sum, count) => sum + count, 0)
    return [
      {
        what: `${total.toLocaleString('en')} connections with ${commands} subscriptions each, opened and dropped, ${rounds} rounds: gauges of live connections after each round`,
        reference: '',
        mustReach: 'all 0',
        measured: 'all 0',
      },
      {
        what: 'Memory of the process with them, after the first round, and after the last',
        reference: '',
        mustReach: 'flat',
        measured: `${Math.max(...openMb).toFixed(0)} MB at most, ${memory[0]?.toFixed(0)} MB, ${memory.at(-1)?.toFixed(0)} MB (last three to rounds two to four: ${growth.toFixed(2)})`,
      },
    ]
  })
}
