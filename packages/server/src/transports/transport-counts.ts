/**
 * What the transports count. Plain numbers, because the hot path counts every message; the metrics read them when
 * somebody asks.
 */

import { Counter, Gauge, type Registry } from 'prom-client'

export const transportKinds = ['MQTT', 'HTTP'] as const
export type TransportKind = (typeof transportKinds)[number]

/** Why a transport refused, closed or ignored something. */
export const transportErrorKinds = [
  'credentials',
  'protocol',
  'payload',
  'topic',
  'oversized',
  'takenOver',
  'silent',
  'slowReader',
  'limit',
  'store',
  'socket',
] as const
export type TransportErrorKind = (typeof transportErrorKinds)[number]

export interface TransportCounts {
  /** Messages of devices that are on disk and acknowledged. */
  readonly accepted: Record<TransportKind, number>
  /** Messages sent to devices. */
  readonly sent: Record<TransportKind, number>
  /** Times that reading stopped because the engine fell behind. */
  pauses: number
  /** Open connections of MQTT, signed in or not. */
  connections: number
  /** Of these, those that have not signed in. */
  unsigned: number
  /** Signed-in sessions, HTTP polls included. */
  sessions: number
  readonly errors: Record<TransportErrorKind, number>
}

export function createTransportCounts(metrics?: Registry): TransportCounts {
  const counts: TransportCounts = {
    accepted: { MQTT: 0, HTTP: 0 },
    sent: { MQTT: 0, HTTP: 0 },
    pauses: 0,
    connections: 0,
    unsigned: 0,
    sessions: 0,
    errors: {
      credentials: 0,
      protocol: 0,
      payload: 0,
      topic: 0,
      oversized: 0,
      takenOver: 0,
      silent: 0,
      slowReader: 0,
      limit: 0,
      store: 0,
      socket: 0,
    },
  }
  if (metrics) register(metrics, counts)
  return counts
}

function register(metrics: Registry, counts: TransportCounts) {
  const registers = [metrics]
  const counter = (name: string, help: string, label: string, values: Readonly<Record<string, number>>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [key, value] of Object.entries(values)) this.inc({ [label]: key }, value)
      },
    })
  counter('sonde_transport_messages_total', 'Messages of devices on disk', 'transport', counts.accepted)
  counter('sonde_transport_sent_total', 'Messages sent to devices', 'transport', counts.sent)
  counter('sonde_transport_errors_total', 'What transports refused, closed or ignored', 'kind', counts.errors)
  new Counter({
    name: 'sonde_transport_pauses_total',
    help: 'Times that reading stopped because the engine fell behind',
    registers,
    collect() {
      this.reset()
      this.inc(counts.pauses)
    },
  })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('sonde_mqtt_connections', 'Open MQTT connections', () => counts.connections)
  gauge('sonde_mqtt_unsigned_connections', 'MQTT connections that have not signed in', () => counts.unsigned)
  gauge('sonde_device_sessions', 'Sessions of devices', () => counts.sessions)
}
