/**
 * The telemetry socket: `/api/ws/plugins/telemetry?token=` (dashboards.md §8).
 *
 * Who connects is decided at the handshake, and looked at again when rights change or the token ends. What a session hears comes from the live hub alone; no timer asks a store
 * but the one that runs dynamic queries again.
 */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { frameBytesMax } from '@sonde/model/entity-query/live-commands'
import { DomainError } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Scope } from '../access/scope.ts'
import { createLiveSession, type LiveSession } from './live-session.ts'
import { createOwnerCounts } from './owner-counts.ts'
import { createSessionOutbox, type SessionOutbox } from './session-outbox.ts'
import type { LiveParts } from './session-parts.ts'
import { defaultSocketLimits, readerRoom, type SocketLimits } from './socket-limits.ts'
import { createSocketToken, type SocketGrant, type SocketToken, sameRights } from './socket-token.ts'

const pathPrefix = '/api/ws/plugins/'
const pingsPerTimeout = 3
/** Ms that a client has to take part in closing. */
const closeGraceMs = 1000

const closeCodes = { goingAway: 1001, badData: 1007, policy: 1008, restart: 1012, notReliable: 4500 } as const

export interface TelemetrySocketParts extends Omit<LiveParts, 'limits'> {
  readonly server: Server
  /** What an access token allows. Throws `DomainError` when it is none, or no longer. */
  readonly grantOfToken: (token: string) => Promise<SocketGrant>
  /** Calls when sessions of a user end. Returns the way to stop. */
  readonly watchSessions?: (userId: string, onEnd: () => void) => () => void
  readonly registry: Registry
  readonly limits?: Partial<SocketLimits>
}

export interface TelemetrySocket {
  readonly sessionCount: number
  /** Tells every client to come back later, and stops. */
  close(): Promise<void>
}

interface Connection {
  readonly socket: WebSocket
  readonly session: LiveSession
  readonly outbox: SessionOutbox
  /** Pings since the client was last heard. */
  unanswered: number
}

export function createTelemetrySocket(parts: TelemetrySocketParts): TelemetrySocket {
  const { server, grantOfToken, live, clock, log, registry } = parts
  const limits: SocketLimits = { ...defaultSocketLimits, ...parts.limits }
  const liveParts: LiveParts = { ...parts, limits }
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
    // None is spoken here, and the text of a request is not repeated in a header.
    handleProtocols: () => false,
  })
  const connections = new Set<Connection>()
  const sessionCounts = createOwnerCounts('sessions', limits.sessions)
  const valuesCounts = createOwnerCounts('subscriptions', limits.subscriptions)
  let room = readerRoom(0)
  let closing = false

  const sent = new Counter({
    name: 'sonde_live_messages_total',
    help: 'Messages sent to clients of the telemetry socket',
    registers: [registry],
  })
  const refused = new Counter({
    name: 'sonde_live_closed_total',
    help: 'Sessions of the telemetry socket that the platform closed, by code',
    labelNames: ['code'],
    registers: [registry],
  })
  new Gauge({
    name: 'sonde_live_sessions',
    help: 'Clients connected to the telemetry socket',
    registers: [registry],
    collect() {
      this.set(connections.size)
    },
  })
  new Gauge({
    name: 'sonde_live_waiting_bytes',
    help: 'What waits for slow clients of the telemetry socket: written and not read, and points that were not written',
    registers: [registry],
    collect() {
      let bytes = 0
      for (const { socket, outbox } of connections) bytes += socket.bufferedAmount + outbox.heldCharacters
      this.set(bytes)
    },
  })

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const onError = () => socket.destroy()
    socket.on('error', onError)
    const url = URL.parse(request.url ?? '', 'http://localhost')
    if (closing) return refuse(socket, '503 Service Unavailable')
    if (!url?.pathname.startsWith(pathPrefix)) return refuse(socket, '404 Not Found')
    const token = url.searchParams.get('token')
    if (!token) return refuse(socket, '401 Unauthorized')
    grantOfToken(token).then(
      (grant) => {
        if (socket.destroyed) return
        socket.off('error', onError)
        sockets.handleUpgrade(request, socket, head, (opened) => {
          if (url.pathname === `${pathPrefix}telemetry`) open(opened, grant, token)
          else closeSocket(opened, closeCodes.badData, 'There is no such plugin; connect to telemetry.')
        })
      },
      (error: unknown) => {
        if (!(error instanceof DomainError)) log.error({ err: error }, 'A token could not be checked.')
        refuse(socket, error instanceof DomainError ? '401 Unauthorized' : '500 Internal Server Error')
      },
    )
  }

  function open(socket: WebSocket, grant: SocketGrant, token: string) {
    const { scope } = grant
    socket.on('error', (error) => log.debug({ err: error, userId: scope.userId }, 'A live connection failed.'))
    const reason = sessionCounts.take(scope)
    if (reason) return closeSocket(socket, closeCodes.policy, reason)

    const close = (code: number, why: string) => closeSocket(socket, code, why)
    const outbox = createSessionOutbox({
      socket,
      clock,
      limits,
      room: () => room,
      onOverflow: () => close(closeCodes.policy, 'max pending updates: the client reads too slowly.'),
      onSent: (messages) => sent.inc(messages),
    })
    const session = createLiveSession({
      scope,
      parts: liveParts,
      outbox,
      pause: (paused) => (paused ? socket.pause() : socket.resume()),
      close,
      values: { take: () => valuesCounts.take(scope), release: () => valuesCounts.release(scope) },
    })
    const held = createSocketToken({
      token,
      grant,
      grantOfToken,
      clock,
      answer: outbox.answer,
      onEnd: () => close(closeCodes.policy, 'The token has expired. Connect with a new one.'),
    })
    const connection: Connection = { socket, session, outbox, unanswered: 0 }
    connections.add(connection)
    room = readerRoom(connections.size)
    const stopWatching = watchCaller(socket, scope, held)

    const receive = (text: string) => {
      if (!held.receive(text)) session.receive(text)
    }
    socket.on('message', (data, isBinary) => {
      // It was closed from here: what still comes is nobody's.
      if (socket.readyState !== socket.OPEN) return
      connection.unanswered = 0
      // Frames are text; without `binaryType` their data is a Buffer.
      if (isBinary) close(closeCodes.badData, 'Send JSON as text.')
      else receive(String(data))
    })
    socket.on('pong', () => {
      connection.unanswered = 0
    })
    socket.once('close', () => {
      connections.delete(connection)
      room = readerRoom(connections.size)
      sessionCounts.release(scope)
      stopWatching()
      held.stop()
      session.stop()
    })
  }

  /** When the user, the customer or the tenant changes, the token is looked at again: rights may be others now. */
  function watchCaller(socket: WebSocket, scope: Scope, held: SocketToken): () => void {
    let checking = false
    const check = () => {
      if (checking) return
      checking = true
      grantOfToken(held.current)
        .then(
          (now) => {
            if (sameRights(now.scope, scope)) return
            closeSocket(socket, closeCodes.restart, 'Your rights have changed; connect again.')
          },
          () => closeSocket(socket, closeCodes.policy, 'You are signed out.'),
        )
        .finally(() => {
          checking = false
        })
    }
    const ids = [scope.userId, scope.tenantId, scope.customerId].filter((id) => id !== NIL_UUID)
    const unwatch = ids.map((id) => live.watchEntity(id, { change: ({ aspect }) => aspect !== 'alarm' && check() }))
    if (!scope.isPublic && parts.watchSessions) unwatch.push(parts.watchSessions(scope.userId, check))
    return () => {
      for (const stop of unwatch) stop()
    }
  }

  function closeSocket(socket: WebSocket, code: number, reason: string) {
    if (socket.readyState !== socket.OPEN) return
    refused.inc({ code })
    socket.close(code, reason)
    const timer = setTimeout(() => socket.terminate(), closeGraceMs)
    socket.once('close', () => clearTimeout(timer))
  }

  const pinging = setInterval(() => {
    for (const connection of connections) {
      if (connection.unanswered >= pingsPerTimeout) {
        closeSocket(connection.socket, closeCodes.notReliable, 'No answer to pings.')
        continue
      }
      connection.unanswered++
      connection.socket.ping()
    }
  }, limits.pingTimeoutMs / pingsPerTimeout)

  const refreshing = setInterval(() => {
    for (const { session } of connections) session.refresh()
  }, limits.refreshMs)
  pinging.unref()
  refreshing.unref()
  server.on('upgrade', onUpgrade)

  return {
    get sessionCount() {
      return connections.size
    },
    async close() {
      closing = true
      server.off('upgrade', onUpgrade)
      clearInterval(pinging)
      clearInterval(refreshing)
      const gone = [...connections].map(
        ({ socket }) =>
          new Promise<void>((resolve) => {
            socket.once('close', () => resolve())
            closeSocket(socket, closeCodes.goingAway, 'The platform stops.')
          }),
      )
      await Promise.all(gone)
    },
  }
}

function refuse(socket: Duplex, status: string) {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
