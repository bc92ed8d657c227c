/**
 * The MQTT API of devices: versions 3.1, 3.1.1 and 5 on one port, with or without TLS.
 *
 * Here are the server and what connections share: one flush per turn, and the sweep for silent connections. There is no
 * timer per connection.
 */

import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { entityId } from '@sonde/model/ids'
import { asNobody, runAs } from '../../guard/work.ts'
import { newId } from '../../ids.ts'
import { addressGroup } from '../../limits/client-address.ts'
import type { Transport, TransportDeps } from '../transport.ts'
import type { UnsignedConnection } from '../unsigned-connections.ts'
import { MqttConnection, type MqttContext } from './mqtt-connection.ts'
import { defaultMqttLimits, type MqttLimits } from './mqtt-limits.ts'
import { Reason } from './mqtt-reasons.ts'
import { Pause } from './mqtt-wire.ts'

export interface MqttTransportDeps
  extends Omit<TransportDeps, 'routes' | 'webAddress' | 'packageOfDevice' | 'packageFiles'> {
  /** Bounds of the wire that differ from the usual ones. */
  readonly limits?: Partial<MqttLimits>
}

export function createMqttTransport(deps: MqttTransportDeps): Transport {
  const { host, tls, clock, counts, log, uplink, unsigned, serverLimits, guard } = deps
  const limits: MqttLimits = { ...defaultMqttLimits, ...deps.limits }
  let { port } = deps
  const connections = new Set<MqttConnection>()
  let touched: MqttConnection[] = []

  function flushTouched() {
    const flushing = touched
    touched = []
    for (const connection of flushing) {
      try {
        connection.flush()
      } catch (error) {
        connection.work.failed(error)
      }
    }
  }

  const scheduleFlush = () => process.nextTick(flushTouched)

  const context: MqttContext = {
    ...deps,
    limits,
    newClientId: () => `sonde-${newId()}`,
    touch(connection) {
      // After all that this turn settles: acknowledgements of one socket and commit share a write.
      if (touched.push(connection) === 1) asNobody(scheduleFlush)
    },
    strangers: deps.turns.owner(''),
    held: ({ tenant, id }, limit) => void serverLimits.rejected(tenant.id, limit, entityId('DEVICE', id)),
    signedIn(connection) {
      const entry = entryOf.get(connection)
      if (entry) unsigned.remove(entry)
    },
    gone(connection) {
      connections.delete(connection)
      counts.connections.MQTT = connections.size
    },
  }

  /** Of connections that have not signed in, by address and port: TLS hands over another socket for the same one. */
  const entries = new Map<string, UnsignedConnection & { connection: MqttConnection | null }>()
  const entryOf = new Map<MqttConnection, UnsignedConnection>()
  const endOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

  /** A client came; with TLS it has shaken no hands yet. */
  function arrived(socket: Socket) {
    const end = endOf(socket)
    const entry = {
      kind: 'MQTT' as const,
      address: addressGroup(socket.remoteAddress),
      sinceMs: clock.nowMs(),
      connection: null as MqttConnection | null,
      close() {
        if (entry.connection) entry.connection.makeRoom()
        else socket.destroy()
      },
    }
    entries.set(end, entry)
    socket.once('close', () => {
      unsigned.remove(entry)
      if (entries.get(end) === entry) entries.delete(end)
      if (entry.connection) entryOf.delete(entry.connection)
    })
    unsigned.add(entry)
  }

  function accept(socket: Socket) {
    const entry = entries.get(endOf(socket))
    let connection: MqttConnection
    try {
      connection = new MqttConnection(socket, context)
    } catch (error) {
      guard.uncaught(error)
      socket.destroy()
      return
    }
    connections.add(connection)
    counts.connections.MQTT = connections.size
    if (!entry) return
    entry.connection = connection
    entryOf.set(connection, entry)
  }

  const server: Server = tls
    ? createTlsServer({ cert: tls.cert, key: tls.key, handshakeTimeout: limits.connectTimeoutMs }, accept)
    : createServer(accept)
  // Of the bare connection, before the listener that takes it over.
  server.prependListener('connection', arrived)
  server.maxConnections = limits.connectionsMax
  server.on('drop', () => {
    counts.errors.limit++
    log.debug({ transport: 'MQTT' }, `A connection was refused: ${limits.connectionsMax} are open`)
  })
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    counts.errors.socket++
    log.debug({ transport: 'MQTT', remote: socket.remoteAddress, err: error }, 'A TLS handshake failed')
  })

  let sweeper: NodeJS.Timeout | null = null

  return {
    kind: 'MQTT',
    address: () => ({ host, port, isTls: tls !== undefined }),
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject)
          server.on('error', (error) => log.error({ transport: 'MQTT', err: error }, 'The MQTT port failed.'))
          sweeper = setInterval(() => {
            const nowMs = clock.nowMs()
            for (const connection of connections) runAs(connection.work, () => connection.sweep(nowMs))
            unsigned.sweep(nowMs)
          }, limits.sweepIntervalMs)
          sweeper.unref()
          const address = server.address()
          if (typeof address === 'object' && address) port = address.port
          resolve()
        })
      }),

    async stop() {
      if (sweeper) clearInterval(sweeper)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      let drainTimer: NodeJS.Timeout | undefined
      const drained = new Promise<void>((resolve) => {
        drainTimer = setTimeout(resolve, limits.drainTimeoutMs)
      })
      // What was read is acknowledged before the connection goes; nothing new is read meanwhile.
      for (const connection of connections) connection.pause(Pause.STOPPING)
      await Promise.race([uplink.idle(), drained])
      await new Promise<void>((resolve) => setImmediate(resolve))
      for (const connection of connections) connection.close(Reason.SHUTTING_DOWN)
      await Promise.race([closed, drained])
      clearTimeout(drainTimer)
      for (const connection of connections) connection.destroy()
    },
  }
}
