/** Load process over the live socket: many sockets that send the same frames, once or repeatedly. */

import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { serve } from './own-process.ts'

export interface SocketLoad {
  readonly baseUrl: string
  readonly token: string
  readonly sockets: number
  /** Frames that each socket sends when it is open. */
  readonly frames: readonly string[]
  /** Interval at which the frames are repeated, one per interval, ms. */
  readonly everyMs?: number
  readonly ms: number
  /** Continues after `ms` until the server has rejected a command, regardless of the machine's speed. */
  readonly untilRejected?: boolean
  /** Whether the sockets never read. */
  readonly isDeaf?: boolean
  /** Whether the sockets ping as fast as possible. */
  readonly pings?: boolean
}

export interface SocketLoadFigures {
  readonly opened: number
  readonly answers: number
  /** Number of rejections by message, without numbers. */
  readonly rejections: Readonly<Record<string, number>>
  /** Number of connections closed by the server, by code and reason. */
  readonly closed: Readonly<Record<string, number>>
}

/** Time limit of a load that waits for a rejection, ms. */
const rejectionWithinMs = 60_000

async function load(requested: SocketLoad): Promise<SocketLoadFigures> {
  const {
    baseUrl,
    token,
    sockets,
    frames,
    everyMs,
    ms,
    untilRejected = false,
    isDeaf = false,
    pings = false,
  } = requested
  const url = `${baseUrl.replace('http', 'ws')}/api/ws/plugins/telemetry?token=${token}`
  const rejections: Record<string, number> = {}
  const closed: Record<string, number> = {}
  const count = (in_: Record<string, number>, name: string) => {
    in_[name] = (in_[name] ?? 0) + 1
  }
  let opened = 0
  /** Number of sockets that are open or rejected. */
  let settled = 0
  let answers = 0
  let isOver = false
  const open: WebSocket[] = []
  const until = performance.now() + ms

  async function one() {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    open.push(socket)
    socket.on('error', (error) => count(closed, error.message.slice(0, 60)))
    socket.on('close', (code, reason) => {
      if (!isOver) count(closed, `${code} ${String(reason).slice(0, 80)}`)
    })
    socket.on('message', (bytes: Buffer) => {
      answers++
      // Rejections are short; long messages need not be parsed.
      if (bytes.length > 2000) return
      const { errorCode, errorMsg } = JSON.parse(String(bytes)) as { errorCode: number; errorMsg: string | null }
      if (errorCode !== 0) count(rejections, String(errorMsg).slice(0, 90))
    })
    await new Promise((resolve) => socket.once('open', resolve).once('close', resolve).once('error', resolve))
    settled++
    if (socket.readyState !== socket.OPEN) return
    opened++
    if (isDeaf) socket.pause()
    for (const frame of frames) socket.send(frame)
    while (everyMs !== undefined && !isOver && socket.readyState === socket.OPEN) {
      await delay(everyMs)
      if (socket.bufferedAmount < 1024 * 1024) for (const frame of frames) socket.send(frame)
    }
    while (pings && !isOver && socket.readyState === socket.OPEN) {
      if (socket.bufferedAmount < 1024 * 1024) for (let i = 0; i < 1000; i++) socket.ping('x'.repeat(100))
      await delay(1)
    }
  }

  const all = Promise.all(
    Array.from({ length: Math.min(sockets, 50) }, async (_, lane) => {
      const running: Promise<void>[] = []
      for (let i = lane; i < sockets && performance.now() < until; i += 50) {
        running.push(one())
        await delay(5)
      }
      await Promise.all(running)
    }),
  )
  await delay(ms)
  const giveUp = performance.now() + rejectionWithinMs
  while (untilRejected && Object.keys(rejections).length === 0 && performance.now() < giveUp) await delay(20)
  // A loaded machine is slow to open the sockets.
  while (settled < open.length && performance.now() < giveUp) await delay(20)
  isOver = true
  for (const socket of open) socket.terminate()
  await all
  return { opened, answers, rejections, closed }
}

serve({ load })
