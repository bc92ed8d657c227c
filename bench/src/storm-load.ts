/**
 * Process of a reconnecting fleet: devices that connect all at once and again after each close, as MQTT clients do, and
 * one device of another tenant that keeps uploading.
 */

import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createSecureContext, type SecureContext, connect as tlsConnect } from 'node:tls'
import { createLatencies } from '@sonde/simulator/load/latencies'
import { serve } from '../../e2e/fairness/own-process.ts'

export interface StormTarget {
  readonly port: number
  /** Server certificate as PEM text; null: without TLS. */
  readonly ca: string | null
}

export interface Storm extends StormTarget {
  readonly tokens: readonly string[]
  /** Delay of a reconnection after a close, ms. */
  readonly retryMs: number
  /** Whether the delay is randomized between half and one and a half of `retryMs`. */
  readonly isJittered: boolean
  /** Time after which the run ends, even if devices aren't connected, ms. */
  readonly withinMs: number
}

export interface StormFigures {
  readonly signedIn: number
  readonly seconds: number
  /** Connections that ended before their sign-in was acknowledged. */
  readonly closed: number
  /** Part of `closed` that the device gave up after a timeout. */
  readonly givenUp: number
}

export interface UploadFigures {
  readonly acked: number
  readonly p99Ms: number
  readonly maxMs: number
}

/** Timeout for the sign-in, ms, as in usual MQTT clients. */
const connectTimeoutMs = 30_000
const uploadEveryMs = 20

const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
const packet = (first: number, body: Buffer) => Buffer.concat([Buffer.from([first, body.length]), body])
/** CONNECT packet of MQTT 3.1.1 without keep-alive. */
const connectPacket = (token: string) =>
  packet(0x10, Buffer.concat([text('MQTT'), Buffer.from([4, 0x82, 0, 0]), text(token), text(token)]))

function open({ port }: StormTarget, context: SecureContext | null, opened: (socket: Socket) => void): Socket {
  const of = { host: '127.0.0.1', port }
  const socket: Socket = context
    ? tlsConnect({ ...of, servername: 'localhost', secureContext: context }, () => opened(socket))
    : connect(of, () => opened(socket))
  return socket
}

const contextOf = ({ ca }: StormTarget) => (ca === null ? null : createSecureContext({ ca }))

const sockets = new Set<Socket>()

async function storm(about: Storm): Promise<StormFigures> {
  const { tokens, retryMs, isJittered, withinMs } = about
  const context = contextOf(about)
  const started = performance.now()
  let [signedIn, closed, givenUp, isOver] = [0, 0, 0, false]
  let done = () => {}
  const allIn = new Promise<void>((resolve) => {
    done = resolve
  })

  function one(token: string) {
    if (isOver) return
    let isIn = false
    const socket = open(about, context, () => socket.write(connectPacket(token)))
    sockets.add(socket)
    const timer = setTimeout(() => {
      givenUp++
      socket.destroy()
    }, connectTimeoutMs)
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      if (isIn || bytes[0] !== 0x20 || bytes[3] !== 0) return
      isIn = true
      clearTimeout(timer)
      if (++signedIn === tokens.length) done()
    })
    socket.on('close', () => {
      clearTimeout(timer)
      sockets.delete(socket)
      if (isIn) signedIn--
      else closed++
      setTimeout(() => one(token), isJittered ? retryMs * (0.5 + Math.random()) : retryMs)
    })
  }
  for (const token of tokens) one(token)
  await Promise.race([allIn, delay(withinMs)])
  const figures = { signedIn, seconds: (performance.now() - started) / 1000, closed, givenUp }
  isOver = true
  for (const socket of sockets) socket.destroy()
  return figures
}

let endUploads = () => {}
let uploads = Promise.resolve<UploadFigures>({ acked: 0, p99Ms: 0, maxMs: 0 })

/**
 * Uploads at QoS 1 at a fixed interval, whether earlier messages are acknowledged or not. Resolves with the first
 * acknowledgment.
 */
function startUploads(about: StormTarget & { readonly token: string }): Promise<void> {
  return new Promise((first, reject) => {
    const latencies = createLatencies()
    const sentMs = new Map<number, number>()
    let [id, acked, maxMs] = [0, 0, 0]
    let timer: NodeJS.Timeout | undefined
    const socket = open(about, contextOf(about), () => socket.write(connectPacket(about.token)))
    const note = (sent: number) => {
      const ms = performance.now() - sent
      latencies.note(ms * 1e6)
      maxMs = Math.max(maxMs, ms)
    }
    function upload() {
      id = (id % 0xffff) + 1
      sentMs.set(id, performance.now())
      const body = [text('v1/devices/me/telemetry'), Buffer.from([id >> 8, id & 0xff]), Buffer.from('{"up":1}')]
      socket.write(packet(0x32, Buffer.concat(body)))
    }
    let held = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes])
      for (; held.length >= 4; held = held.subarray(4)) {
        if (held[0] === 0x20) timer = setInterval(upload, uploadEveryMs)
        if (held[0] !== 0x40) continue
        const acknowledged = held.readUInt16BE(2)
        note(sentMs.get(acknowledged) ?? 0)
        sentMs.delete(acknowledged)
        if (++acked === 1) first()
      }
    })
    socket.on('error', reject)
    uploads = new Promise((resolve) => {
      endUploads = () => {
        clearInterval(timer)
        for (const sent of sentMs.values()) note(sent)
        resolve({ acked, p99Ms: latencies.percentileMs(0.99), maxMs })
        socket.destroy()
      }
    })
  })
}

serve({
  storm,
  uploads: startUploads,
  uploaded() {
    endUploads()
    return uploads
  },
})
