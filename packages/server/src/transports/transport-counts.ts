/**
 * Counters of the transports. They are plain numbers, because the hot path counts every message; the metrics registry
 * reads them on scrape.
 */

import { byKind, type TransportKind, transports } from '@sonde/model/transports/transports'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Reasons why a transport rejected, closed or ignored a connection or message. */
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
  /** Device messages that are stored on disk and acknowledged. */
  readonly accepted: Record<TransportKind, number>
  /** Messages sent to devices. */
  readonly sent: Record<TransportKind, number>
  /** Number of times that devices were paused because the rule engine fell behind. */
  pauses: number
  /** Open connections of transports with lasting sessions, authenticated or not. */
  readonly connections: Record<TransportKind, number>
  /** Open connections that aren't authenticated yet. */
  readonly unsigned: Record<TransportKind, number>
  /** Authenticated sessions, including HTTP polls. */
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
