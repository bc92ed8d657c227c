/** Minimal server for the client's tests: real HTTP and a real socket on a free port. */

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type WebSocket, WebSocketServer } from 'ws'

/** Unsigned token; times are epoch seconds. */
export function tokenOf(claims: Readonly<Record<string, unknown>>): string {
  const part = (json: unknown) => Buffer.from(JSON.stringify(json)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.x`
}

/** Waits while other work runs until the condition holds; fails after a minute, so that no test waits forever. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 60_000
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Waited 60 s in vain: ${holds}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export interface Exchange {
  readonly method: string
  /** Path with the query. */
  readonly url: string
  readonly token: string | undefined
  readonly body: unknown
}

export interface Answer {
  readonly status?: number
  readonly body?: unknown
}

export type Answering = (exchange: Exchange) => Answer | Promise<Answer>

export interface SocketFrame {
  readonly socket: WebSocket
  readonly frame: Record<string, { cmdId: number; [name: string]: unknown }[]>
}

export async function startPlatform(t: TestContext, answering: Answering) {
  const exchanges: Exchange[] = []
  const server = createServer(async (request, response) => {
    const exchange = { ...(await exchangeOf(request)) }
    exchanges.push(exchange)
    const { status = 200, body } = await answering(exchange)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body))
  })
  const sockets = new WebSocketServer({ server, path: '/api/ws/plugins/telemetry' })
  const open: WebSocket[] = []
  const frames: SocketFrame[] = []
  const tokens: (string | null)[] = []
  let wake = () => {}
  sockets.on('connection', (socket, request) => {
    open.push(socket)
    tokens.push(new URL(request.url ?? '', 'http://x').searchParams.get('token'))
    socket.on('message', (data) => {
      frames.push({ socket, frame: JSON.parse(String(data)) as SocketFrame['frame'] })
      wake()
    })
    wake()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets.clients) socket.terminate()
    server.close()
    server.closeAllConnections()
  })
  const untilWoken = async (holds: () => boolean) => {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    /** Sockets in the order of their connection. */
    open,
    /** Frames of all clients, in order of arrival. */
    frames,
    /** Token of each socket. */
    tokens,
    framesUntil: (count: number) => untilWoken(() => frames.length >= count),
    socketsUntil: (count: number) => untilWoken(() => open.length >= count),
  }
}

async function exchangeOf(request: IncomingMessage): Promise<Exchange> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  const header = request.headers['x-authorization']
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    token: typeof header === 'string' ? header.replace('Bearer ', '') : undefined,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** Clock that moves only by `pass`, with timers that run when it passes them. */
export function manualTime(startMs = 1_700_000_000_000) {
  let now = startMs
  let nextId = 1
  const timers = new Map<number, { at: number; run: () => void }>()
  return {
    clock: { nowMs: () => now },
    timers: {
      set(run: () => void, ms: number): unknown {
        timers.set(nextId, { at: now + ms, run })
        return nextId++
      },
      clear: (handle: unknown) => void timers.delete(handle as number),
    },
    /** Delay of each pending timer in ms, soonest first. */
    waits: () => [...timers.values()].map(({ at }) => at - now).sort((a, b) => a - b),
    pass(ms: number) {
      const end = now + ms
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at)[0]
        if (!due) break
        timers.delete(due[0])
        now = due[1].at
        due[1].run()
      }
      now = end
    },
  }
}
