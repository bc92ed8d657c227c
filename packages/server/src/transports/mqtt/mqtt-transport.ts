/**
 * MQTT API of devices: versions 3.1, 3.1.1 and 5 on one port, with or without TLS.
 *
 * This file contains the server and what connections share: one flush per tick, and the sweep for silent connections.
 * There are no timers per connection.
 */

import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { entityId } from '@sonde/model/ids'
import { asNobody, runAs } from '../../guard/work.ts'
import { newId } from '../../ids.ts'
import { addressGroup } from '../../limits/client-address.ts'
import { holdSocket } from '../held-socket.ts'
import type { Transport, TransportDeps } from '../transport.ts'
import type { UnsignedConnection } from '../unsigned-connections.ts'
import { MqttConnection, type MqttContext } from './mqtt-connection.ts'
import { createKeptSessions } from './mqtt-kept-sessions.ts'
import { defaultMqttLimits, type MqttLimits } from './mqtt-limits.ts'
import { Reason } from './mqtt-reasons.ts'
import { Pause } from './mqtt-wire.ts'

export interface MqttTransportDeps
  extends Omit<TransportDeps, 'routes' | 'webAddress' | 'packageOfDevice' | 'packageFiles'> {
  /** Limits that override the defaults. */
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
    keptSessions: createKeptSessions(),
    touch(connection) {
      // Flushes after everything that settles in this tick, so that acknowledgments of one socket and commit share a
      // write.
      if (touched.push(connection) === 1) asNobody(scheduleFlush)
    },
    strangers: deps.turns.owner(''),
    held: ({ tenant, id }, limit) => void serverLimits.rejected(tenant.id, limit, entityId('DEVICE', id)),
    checking: (connection, isChecking) => arrivals.get(connection)?.place?.checking(isChecking),
    signedIn: (connection) => arrivals.get(connection)?.place?.end(),
    gone(connection) {
      connections.delete(connection)
      countOpen()
    },
  }

  /** A connection before authentication. */
  interface Arrival {
    readonly socket: Socket
    readonly sinceMs: number
    hasSpoken: boolean
    place: UnsignedConnection | null
    connection: MqttConnection | null
  }
  const arrivals = new Map<MqttConnection, Arrival>()
  /** Connections that aren't accepted yet or are in their TLS handshake. */
  const early = new Set<Arrival>()
  /**
   * Connections in a TLS handshake, by address and port, because the TLS server emits a different socket for the same
   * connection.
   */
  const handshakes = new Map<string, Arrival>()
  const countOpen = () => {
    counts.connections.MQTT = connections.size + early.size
  }
  const endOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

  /** Registers a new connection, before any TLS handshake. */
  function arrive(socket: Socket) {
    const arrival: Arrival = { socket, sinceMs: clock.nowMs(), hasSpoken: false, place: null, connection: null }
    const end = endOf(socket)
    early.add(arrival)
    countOpen()
    const handOver = holdSocket(socket, () => {
      arrival.hasSpoken = true
      arrival.place?.arrived()
    })
    socket.once('close', () => {
      early.delete(arrival)
      countOpen()
      arrival.place?.end()
      if (handshakes.get(end) === arrival) handshakes.delete(end)
      if (arrival.connection) arrivals.delete(arrival.connection)
    })
    arrival.place = unsigned.add({
      kind: 'MQTT',
      address: addressGroup(socket.remoteAddress),
      isTls: tlsServer !== undefined,
      begin() {
        handOver()
        if (!tlsServer) return accept(socket, arrival)
        handshakes.set(end, arrival)
        tlsServer.emit('connection', socket)
      },
      close() {
        if (arrival.connection) arrival.connection.makeRoom()
        else {
          counts.errors.limit++
          socket.destroy()
        }
      },
    })
  }

  function accept(socket: Socket, arrival: Arrival | undefined) {
    let connection: MqttConnection
    try {
      connection = new MqttConnection(socket, context)
    } catch (error) {
      guard.uncaught(error)
      socket.destroy()
      return
    }
    connections.add(connection)
    if (arrival) {
      arrival.connection = connection
      early.delete(arrival)
      arrivals.set(connection, arrival)
    }
    countOpen()
    socket.resume()
  }

  /** Closes connections that send nothing. */
  function sweepSilent(nowMs: number) {
    for (const { socket, sinceMs, hasSpoken } of early) {
      if (nowMs - sinceMs <= limits.connectTimeoutMs) return
      if (hasSpoken) continue
      counts.errors.silent++
      socket.destroy()
    }
  }

  const server: Server = createServer(arrive)
  const tlsServer = tls && createTlsServer({ cert: tls.cert, key: tls.key, handshakeTimeout: limits.connectTimeoutMs })
  tlsServer?.on('secureConnection', (socket) => accept(socket, handshakes.get(endOf(socket))))
  tlsServer?.on('tlsClientError', (error: Error, socket: Socket) => {
    counts.errors.socket++
    log.debug({ transport: 'MQTT', remote: socket.remoteAddress, err: error }, 'A TLS handshake failed')
  })
  server.maxConnections = limits.connectionsMax
  server.on('drop', () => {
    counts.errors.limit++
    log.debug({ transport: 'MQTT' }, `A connection was refused: ${limits.connectionsMax} are open`)
  })

  let sweeper: NodeJS.Timeout | null = null

  return {
    kind: 'MQTT',
    address: () => ({ host, port, isTls: tls !== undefined }),
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port, backlog: limits.backlog }, () => {
          server.off('error', reject)
          server.on('error', (error) => log.error({ transport: 'MQTT', err: error }, 'The MQTT port failed.'))
          sweeper = setInterval(() => {
            const nowMs = clock.nowMs()
            for (const connection of connections) runAs(connection.work, () => connection.sweep(nowMs))
            sweepSilent(nowMs)
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
      // Data that was read is acknowledged before the connection closes; no more is read.
      for (const connection of connections) connection.pause(Pause.STOPPING)
      await Promise.race([uplink.idle(), drained])
      await new Promise<void>((resolve) => setImmediate(resolve))
      for (const { socket } of early) socket.destroy()
      for (const connection of connections) connection.close(Reason.SHUTTING_DOWN)
      await Promise.race([closed, drained])
      clearTimeout(drainTimer)
      for (const connection of connections) connection.destroy()
    },
  }
}
