/**
 * Device connection for load tests: MQTT 3.1.1 at QoS 1 on a bare socket. It does as little work per message as
 * possible, because the tool shares the machine with the server under test.
 */

import { connect, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'

export interface LoadConnection {
  /** Number of messages sent and not yet acknowledged. */
  readonly inFlight: number
  /** Queues a publish of `payload`. `acked` is called on acknowledgment, with the elapsed nanoseconds. */
  publish(payload: Buffer, acked: (nanoseconds: number) => void): void
  /** Writes all queued messages at once. */
  flush(): void
  close(): void
  /** Resolves with the reason when the connection ends. */
  readonly ended: Promise<string>
}

const packetIdsMax = 65_535

/** Maximum acknowledged messages at the front of the queue before it is compacted. */
const settledMax = 1024

interface Waiting {
  readonly id: number
  readonly sentMs: number
  readonly acked: (nanoseconds: number) => void
}

/** Fixed header: at most five bytes. Topic length and packet id: two bytes each. */
const packetBytesMax = (topic: Buffer, payload: Buffer) => 9 + topic.length + payload.length

/** Writes a PUBLISH packet at QoS 1. Returns the offset after it. */
function writePublish(into: Buffer, start: number, topic: Buffer, id: number, payload: Buffer): number {
  let at = start
  into[at++] = 0x32
  let left = 4 + topic.length + payload.length
  for (; left > 127; left >>= 7) into[at++] = (left & 127) | 128
  into[at++] = left
  at = into.writeUInt16BE(topic.length, at)
  at += topic.copy(into, at)
  at = into.writeUInt16BE(id, at)
  return at + payload.copy(into, at)
}

/** Connects as the device with `token`. Rejects if the server refuses the connection. */
export function connectDevice(options: {
  host: string
  port: number
  token: string
  clientId: string
  topic?: string
}): Promise<LoadConnection> {
  const { host, port, token, clientId, topic = 'v1/devices/me/telemetry' } = options
  const topicBytes = Buffer.from(topic)
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host, port, noDelay: true })
    // Acknowledgments arrive in message order (MQTT-4.6.0-2), so pending messages form a queue.
    const waiting: Waiting[] = []
    let first = 0
    let nextId = 1
    let queued: { id: number; payload: Buffer }[] = []
    let queuedBytes = 0
    let rest: Buffer = Buffer.alloc(0)
    let connected = false
    let end: (why: string) => void = () => {}
    const ended = new Promise<string>((done) => {
      end = done
    })

    socket.on('connect', () => {
      socket.write(
        generate({
          cmd: 'connect',
          protocolId: 'MQTT',
          protocolVersion: 4,
          clean: true,
          clientId,
          keepalive: 60,
          username: token,
        }),
      )
    })
    socket.on('error', (error) => (connected ? end(error.message) : reject(error)))
    socket.on('close', () => (connected ? end('closed') : reject(new Error(`${clientId}: connection closed`))))
    socket.on('data', (chunk: Buffer) => {
      const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
      let at = 0
      // The server only sends short packets: CONNACK, PUBACK, PINGRESP.
      while (at + 2 <= data.length) {
        const length = data[at + 1] as number
        if (at + 2 + length > data.length) break
        const kind = (data[at] as number) >> 4
        if (kind === 2) {
          if (data[at + 3] !== 0) {
            socket.destroy()
            return void reject(new Error(`${clientId}: refused with code ${data[at + 3]}`))
          }
          connected = true
          resolve(connection)
        } else if (kind === 4) {
          const sent = waiting[first]
          if (sent?.id !== data.readUInt16BE(at + 2)) {
            socket.destroy(new Error(`${clientId}: acknowledged out of order`))
            return
          }
          first++
          if (first === waiting.length || first === settledMax) {
            waiting.splice(0, first)
            first = 0
          }
          sent.acked((performance.now() - sent.sentMs) * 1e6)
        }
        at += 2 + length
      }
      rest = at < data.length ? data.subarray(at) : Buffer.alloc(0)
    })
    const keepAlive = setInterval(() => socket.write(Buffer.from([0xc0, 0])), 30_000)
    keepAlive.unref()
    socket.on('close', () => clearInterval(keepAlive))

    const connection: LoadConnection = {
      get inFlight() {
        return waiting.length - first
      },
      publish(payload, acked) {
        const id = nextId
        nextId = nextId === packetIdsMax ? 1 : nextId + 1
        waiting.push({ id, sentMs: performance.now(), acked })
        queued.push({ id, payload })
        queuedBytes += packetBytesMax(topicBytes, payload)
      },
      flush() {
        if (queued.length === 0) return
        const packets = Buffer.allocUnsafe(queuedBytes)
        let at = 0
        for (const { id, payload } of queued) at = writePublish(packets, at, topicBytes, id, payload)
        queued = []
        queuedBytes = 0
        socket.write(packets.subarray(0, at))
      },
      close: () => socket.destroy(),
      ended,
    }
  })
}
