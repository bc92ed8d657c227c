/** Telemetry socket client for the permission tests: records every frame, and a fence ensures that all have arrived. */

import { get } from 'node:http'
import type { CleanUp } from '../platform/start-platform.ts'
import type { Scene } from './scene.ts'

export interface Frame {
  readonly cmdId?: number
  readonly subscriptionId?: number
  readonly errorCode: number
  readonly [key: string]: unknown
}

export interface LiveClient {
  readonly frames: readonly Frame[]
  send(commands: object): void
  close(): void
  /** Resolves with the frames of a command when there are `count`. Rejects if the connection ends earlier. */
  of(cmdId: number, count?: number): Promise<Frame[]>
  /** Resolves when everything sent earlier is answered, and everything committed earlier is sent. */
  fence(): Promise<void>
  /** Close code from the server. */
  readonly closed: Promise<number>
}

const firstFence = 1_000_000

export async function openLive(t: CleanUp, { baseUrl }: Scene, token: string): Promise<LiveClient> {
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/api/ws/plugins/telemetry?token=${token}`)
  const frames: Frame[] = []
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const one of [...waiting]) one()
  }
  let closedCode: number | null = null
  socket.addEventListener('message', ({ data }) => {
    frames.push(JSON.parse(String(data)) as Frame)
    wake()
  })
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', ({ code }) => {
      closedCode = code
      resolve(code)
      wake()
    })
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('The socket was refused.')))
  })
  t.after(() => socket.close())

  const framesOf = (cmdId: number) => frames.filter((frame) => (frame.cmdId ?? frame.subscriptionId) === cmdId)
  const of = (cmdId: number, count = 1): Promise<Frame[]> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = framesOf(cmdId)
        if (found.length < count && closedCode === null) return
        waiting.delete(look)
        if (found.length >= count) resolve(found)
        else reject(new Error(`The server closed with ${closedCode} before command ${cmdId} was answered.`))
      }
      waiting.add(look)
      look()
    })
  const send = (commands: object) => socket.send(JSON.stringify(commands))
  let fences = firstFence
  return {
    frames,
    send,
    close: () => socket.close(),
    of,
    async fence() {
      const cmdId = fences++
      // Invalid commands are answered in order.
      send({ historyCmds: [{ cmdId }] })
      await of(cmdId)
    },
    closed,
  }
}

/** Status of the handshake: 101, or that of the rejection. */
export function handshake({ baseUrl }: Scene, token: string | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(`${baseUrl}/api/ws/plugins/telemetry${token === undefined ? '' : `?token=${token}`}`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('sixteen bytes ok').toString('base64'),
      },
    })
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    request.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
  })
}
