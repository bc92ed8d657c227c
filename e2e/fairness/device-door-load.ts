/**
 * Load process for the transports: connections that don't sign in, devices that request data and don't read the
 * responses, and thousands of calls.
 */

import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { serve } from './own-process.ts'

/** Behavior of an unauthenticated client after connecting. */
export const floodKinds = ['provision', 'mute', 'half-open', 'unfinished'] as const
export type FloodKind = (typeof floodKinds)[number]

export interface ConnectionFlood {
  readonly port: number
  readonly kind: FloodKind
  readonly connections: number
  /** Duration during which closed connections are reopened, ms. */
  readonly ms: number
  readonly openMax: number
}

export interface ConnectionFloodFigures {
  readonly opened: number
  readonly closedByServer: number
  /** Open connections at the end, after the server had up to a minute to close those beyond `openMax`. */
  readonly open: number
}

export interface CallFlood {
  readonly baseUrl: string
  readonly token: string | null
  readonly path: string
  /** `#` is replaced with the number of the call. */
  readonly body: string
  readonly calls: number
  /** Number of calls in flight. */
  readonly atOnce: number
}

/** Number of calls by status. */
export type CallFloodFigures = Readonly<Record<string, number>>

/** Devices that repeatedly request all of their attributes. */
export interface AskingFlood {
  readonly port: number
  readonly tokens: readonly string[]
  /** true: never reads. false: reads but never acknowledges. */
  readonly isDeaf: boolean
  readonly connections: number
  readonly ms: number
}

export interface AskingFloodFigures {
  readonly opened: number
  readonly bytes: number
  readonly closedByServer: number
}

/** CONNECT packet of MQTT 3.1.1 without keep-alive, with these texts as client id and user name. */
function connectPacket(clientId: string, userName: string): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
  const flags = 0x82
  const body = [text('MQTT'), Buffer.from([4, flags, 0, 0]), text(clientId), text(userName)]
  return Buffer.concat([Buffer.from([0x10, Buffer.concat(body).length]), ...body])
}
const provisionPacket = () => connectPacket(`flood-${Math.random()}`, 'provision')

/** First bytes of a PUBLISH packet that announces 60 KB. */
const unfinishedPublish = Buffer.concat([Buffer.from([0x30, 0xe0, 0xd4, 0x03, 0, 1, 0x61]), Buffer.alloc(50_000, 'x')])

/** Unauthenticated clients use another address than devices. */
const strangersAddress = '127.0.0.9'
/** Interval at which connections are opened, ms. */
const everyMs = 50
const firstAtOnce = 500
const againAtOnce = 50
const openedWithinMs = 60_000
const closedWithinMs = 60_000

const bytesOf: Readonly<Record<FloodKind, () => Buffer | null>> = {
  provision: provisionPacket,
  mute: () => null,
  'half-open': () => Buffer.from([0x10, 30, 0, 4]),
  unfinished: () => Buffer.concat([provisionPacket(), unfinishedPublish]),
}

async function connections(flood: ConnectionFlood): Promise<ConnectionFloodFigures> {
  const { port, kind, connections: wanted, ms, openMax } = flood
  const until = performance.now() + ms
  const open = new Set<Socket>()
  let opened = 0
  let closedByServer = 0
  let isOver = false

  function one() {
    const socket = connect({ host: '127.0.0.1', port, localAddress: strangersAddress })
    socket.on('error', () => {})
    socket.on('connect', () => {
      opened++
      open.add(socket)
      const bytes = bytesOf[kind]()
      if (bytes) socket.write(bytes)
    })
    // Reading is required to notice a close by the server.
    socket.resume()
    socket.on('close', () => {
      open.delete(socket)
      if (!isOver) closedByServer++
    })
  }
  // A slow machine takes longer to open more connections than the limit allows.
  while (performance.now() < until || (opened <= openMax && performance.now() < until + openedWithinMs)) {
    // First all connections as fast as possible, then replacements for closed ones.
    const atOnce = opened < wanted ? firstAtOnce : againAtOnce
    for (let missing = Math.min(atOnce, wanted - open.size); missing > 0; missing--) one()
    await delay(everyMs)
  }
  isOver = true
  const closing = performance.now() + closedWithinMs
  while (open.size > openMax && performance.now() < closing) await delay(everyMs)
  const figures = { opened, closedByServer, open: open.size }
  for (const socket of open) socket.destroy()
  return figures
}

/** Connections that stay open when the flood only waits: polls until at most `openMax` are left, for at most `ms`. */
async function patience(flood: ConnectionFlood): Promise<ConnectionFloodFigures> {
  const { port, kind, connections: wanted, openMax, ms } = flood
  let closedByServer = 0
  const sockets: Socket[] = []
  for (let i = 0; i < wanted; i++) {
    const socket = connect({ host: '127.0.0.1', port, localAddress: strangersAddress })
    socket.on('error', () => {})
    socket.on('connect', () => {
      const bytes = bytesOf[kind]()
      if (bytes) socket.write(bytes)
    })
    socket.resume()
    socket.on('close', () => closedByServer++)
    sockets.push(socket)
    if (i % 500 === 499) await delay(20)
  }
  const until = performance.now() + ms
  while (wanted - closedByServer > openMax && performance.now() < until) await delay(everyMs)
  const figures = { opened: wanted, closedByServer, open: wanted - closedByServer }
  for (const socket of sockets) socket.destroy()
  return figures
}

const packet = (first: number, body: Buffer) => Buffer.concat([Buffer.from([first, body.length]), body])
const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
const subscribeToAnswers = packet(
  0x82,
  Buffer.concat([Buffer.from([0, 1]), text('v1/devices/me/attributes/response/+'), Buffer.from([1])]),
)
const askForAll = packet(0x30, Buffer.concat([text('v1/devices/me/attributes/request/1'), Buffer.from('{}')]))
/** Time limit for a non-reading device to be disconnected, and for a reading one to get a response, ms. */
const effectMsMax = 60_000
/** Requests per second per connection. */
const asksPerSecond = 20

async function asking({ port, tokens, isDeaf, connections, ms }: AskingFlood): Promise<AskingFloodFigures> {
  const open = new Set<Socket>()
  const figures = { opened: 0, bytes: 0, closedByServer: 0 }
  let isOver = false

  function one(index: number) {
    if (isOver) return
    const socket = connect({ host: '127.0.0.1', port })
    open.add(socket)
    socket.on('error', () => {})
    socket.on('connect', () => {
      figures.opened++
      const token = tokens[index % tokens.length] ?? ''
      socket.write(Buffer.concat([connectPacket(`asks ${index}`, token), subscribeToAnswers]))
    })
    const timer = setInterval(() => socket.write(askForAll), 1000 / asksPerSecond)
    if (isDeaf) socket.pause()
    else {
      socket.on('data', (chunk: Buffer) => {
        figures.bytes += chunk.length
      })
    }
    socket.on('close', () => {
      clearInterval(timer)
      open.delete(socket)
      if (isOver) return
      figures.closedByServer++
      setTimeout(() => one(index), everyMs)
    })
  }
  for (let i = 0; i < connections; i++) one(i)
  await delay(ms)
  // The size of the kernel's buffers for unread data varies, and a slow machine takes time to fill them.
  const until = performance.now() + effectMsMax
  const hasEffect = () => (isDeaf ? figures.closedByServer : figures.bytes) > 0
  while (!hasEffect() && performance.now() < until) await delay(everyMs)
  isOver = true
  for (const socket of open) socket.destroy()
  return figures
}

async function calls({ baseUrl, token, path, body, calls: wanted, atOnce }: CallFlood): Promise<CallFloodFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const statuses: Record<string, number> = {}
  let next = 0
  const one = (n: number) =>
    new Promise<void>((resolve) => {
      const sent = request(baseUrl + path.replace('#', String(n)), {
        agent,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { 'x-authorization': `Bearer ${token}` }),
        },
      })
      const done = (status: string) => {
        statuses[status] = (statuses[status] ?? 0) + 1
        resolve()
      }
      sent.on('error', (error) => done(error.message))
      sent.on('response', (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => {
          text += chunk
        })
        response.on('close', () => {
          if (!response.complete) return done('cut off')
          // The response body of provisioning contains the result.
          done(/"status":"([A-Z_]+)"/.exec(text)?.[1] ?? String(response.statusCode))
        })
      })
      sent.end(body.replace('#', String(n)))
    })
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < wanted) await one(next++)
    }),
  )
  agent.destroy()
  return statuses
}

serve({ connections, patience, asking, calls })
