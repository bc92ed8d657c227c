/**
 * A device connection for load: MQTT 3.1.1 at QoS 1 on a bare socket, as little work per message as can be, because the
 * tool shares the machine with what it measures.
 */

import { connect, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'

export interface LoadConnection {
  /** Messages sent and not acknowledged. */
  readonly inFlight: number
  /** Queues a publish of `payload`; `acked` is called with the nanoseconds since. */
  publish(payload: Buffer, acked: (nanoseconds: bigint) => void): void
  /** Writes what was queued in one go. */
  flush(): void
  close(): void
  /** Resolves when the connection ends, with why. */
  readonly ended: Promise<string>
}

const packetIdsMax = 65_535

/** Connects as the device of `token`. Rejects when the platform refuses. */
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
    const waiting = new Map<number, { sent: bigint; acked: (nanoseconds: bigint) => void }>()
    let nextId = 1
    let queued: Buffer[] = []
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
      // Only short packets come back: CONNACK, PUBACK, PINGRESP.
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
          const id = data.readUInt16BE(at + 2)
          const sent = waiting.get(id)
          if (sent) {
            waiting.delete(id)
            sent.acked(process.hrtime.bigint() - sent.sent)
          }
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
        return waiting.size
      },
      publish(payload, acked) {
        const id = nextId
        nextId = nextId === packetIdsMax ? 1 : nextId + 1
        const remaining = 2 + topicBytes.length + 2 + payload.length
        const lengthBytes = remaining < 128 ? 1 : remaining < 16_384 ? 2 : 3
        const packet = Buffer.allocUnsafe(1 + lengthBytes + remaining)
        packet[0] = 0x32
        let at = 1
        for (let left = remaining, i = 0; i < lengthBytes; i++) {
          packet[at++] = i === lengthBytes - 1 ? left : (left & 127) | 128
          left >>= 7
        }
        at = packet.writeUInt16BE(topicBytes.length, at)
        at += topicBytes.copy(packet, at)
        at = packet.writeUInt16BE(id, at)
        payload.copy(packet, at)
        waiting.set(id, { sent: process.hrtime.bigint(), acked })
        queued.push(packet)
      },
      flush() {
        if (queued.length === 0) return
        socket.write(queued.length === 1 ? (queued[0] as Buffer) : Buffer.concat(queued))
        queued = []
      },
      close: () => socket.destroy(),
      ended,
    }
  })
}
