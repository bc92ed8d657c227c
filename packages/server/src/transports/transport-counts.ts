/**
 * What the transports count. Plain numbers, because the hot path counts every message; the metrics read them when
 * somebody asks.
 */

import { byKind, type TransportKind, transports } from '@sonde/model/transports/transports'
import { Counter, Gauge, type Registry } from 'prom-client'

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
  'unexpected',
] as const
export type TransportErrorKind = (typeof transportErrorKinds)[number]

export interface TransportCounts {
  /** Messages of devices that are on disk and acknowledged. */
  readonly accepted: Record<TransportKind, number>
  /** Messages sent to devices. */
  readonly sent: Record<TransportKind, number>
  /** Times that devices were held back because the rule engine fell behind. */
  pauses: number
  /** Open connections, signed in or not; of transports whose sessions last. */
  readonly connections: Record<TransportKind, number>
  /** Of these, those that have not signed in. */
  readonly unsigned: Record<TransportKind, number>
  /** Signed-in sessions, HTTP polls included. */
  sessions: number
  readonly errors: Record<TransportErrorKind, number>
}

export function createTransportCounts(metrics?: Registry): TransportCounts {
  const zeros = () => byKind(() => 0)
  const counts: TransportCounts = {
    accepted: zeros(),
    sent: zeros(),
    pauses: 0,
    connections: zeros(),
    unsigned: zeros(),
    sessions: 0,
    errors: Object.fromEntries(transportErrorKinds.map((kind) => [kind, 0])) as TransportCounts['errors'],
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
  counter('sonde_transport_messages_total', 'Device messages written to disk', 'transport', counts.accepted)
  counter('sonde_transport_sent_total', 'Messages sent to devices', 'transport', counts.sent)
  counter(
    'sonde_transport_errors_total',
    'Connections and messages that transports refused, closed or ignored',
    'kind',
    counts.errors,
  )
  new Counter({
    name: 'sonde_transport_pauses_total',
    help: 'Times that devices were held back because the rule engine fell behind',
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
  for (const { kind, name, label, sessions } of transports) {
    if (sessions !== 'lasting') continue
    gauge(`sonde_${name}_connections`, `Open ${label} connections`, () => counts.connections[kind])
    gauge(`sonde_${name}_unsigned_connections`, `Unauthenticated ${label} connections`, () => counts.unsigned[kind])
  }
  gauge('sonde_device_sessions', 'Sessions of devices', () => counts.sessions)
}
