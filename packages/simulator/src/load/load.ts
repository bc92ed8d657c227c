/** Load over many connections for a limited time: closed loop (fixed number in flight) or open loop (fixed rate). */

import { createLatencies, type Latencies } from './latencies.ts'
import { connectDevice, type LoadConnection } from './mqtt-connection.ts'

export interface LoadOptions {
  readonly host: string
  readonly port: number
  readonly tokens: readonly string[]
  readonly seconds: number
  /** Open loop: messages per second over all connections. Absent: closed loop, as fast as acknowledgments allow. */
  readonly rate?: number
  /** Closed loop: messages in flight per connection. */
  readonly inFlight?: number
  /** Open loop: maximum unacknowledged messages per connection; above it, due messages aren't sent. */
  readonly inFlightMax?: number
  /** Payload of the n-th message of a connection. */
  readonly payload: (connection: number, n: number) => Buffer
  readonly signal?: AbortSignal
  /** Whether to wait at the end for outstanding acknowledgments; default: true. */
  readonly settle?: boolean
  /** Called for each acknowledged message. */
  readonly onAcked?: (connection: number, n: number) => void
}

export interface LoadResult {
  readonly seconds: number
  readonly sent: number
  /** Messages that were due but not sent because of `inFlightMax`. */
  readonly heldBack: number
  readonly acked: number
  readonly lost: number
  readonly latencies: Latencies
}

/** Timeout for outstanding acknowledgments at the end, ms. */
const settleMs = 10_000

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const { tokens, seconds, rate, inFlight = 20, inFlightMax, payload, signal, onAcked } = options
  const connections = await Promise.all(
    tokens.map((token, i) =>
      connectDevice({ host: options.host, port: options.port, token, clientId: `load-${process.pid}-${i}` }),
    ),
  )
  const latencies = createLatencies()
  const counts = new Uint32Array(connections.length)
  let sent = 0
  let heldBack = 0
  let acked = 0
  let running = true
  const started = performance.now()
  const until = started + seconds * 1000

  function send(connection: LoadConnection, index: number) {
    const n = counts[index] as number
    counts[index] = n + 1
    sent++
    connection.publish(payload(index, n), (nanoseconds) => {
      acked++
      latencies.note(nanoseconds)
      onAcked?.(index, n)
      if (rate === undefined && running) {
        send(connection, index)
        scheduleFlush(index)
      }
    })
  }

  const dirty = new Set<number>()
  function scheduleFlush(index: number) {
    if (dirty.size === 0) setImmediate(flush)
    dirty.add(index)
  }
  function flush() {
    for (const index of dirty) connections[index]?.flush()
    dirty.clear()
  }

  if (rate === undefined) {
    for (const [i, connection] of connections.entries()) {
      for (let k = 0; k < inFlight; k++) send(connection, i)
      connection.flush()
    }
  }
  await new Promise<void>((resolve) => {
    let at = 0
    const tick = setInterval(() => {
      const now = performance.now()
      if (now >= until || signal?.aborted) {
        running = false
        clearInterval(tick)
        return resolve()
      }
      if (rate === undefined) return
      for (let due = Math.floor(((now - started) / 1000) * rate) - sent - heldBack; due > 0; due--) {
        const index = at++ % connections.length
        const connection = connections[index] as LoadConnection
        if (inFlightMax !== undefined && connection.inFlight >= inFlightMax) {
          heldBack++
          continue
        }
        send(connection, index)
        scheduleFlush(index)
      }
    }, 1)
  })
  const elapsed = (performance.now() - started) / 1000
  const ackedInTime = acked
  const deadline = performance.now() + settleMs
  while ((options.settle ?? true) && acked < sent && performance.now() < deadline)
    await new Promise((resolve) => setImmediate(resolve))
  for (const connection of connections) connection.close()
  return { seconds: elapsed, sent, heldBack, acked: ackedInTime, lost: sent - acked, latencies }
}
