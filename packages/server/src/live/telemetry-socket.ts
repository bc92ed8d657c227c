/**
 * The telemetry socket: `/api/ws/plugins/telemetry?token=`.
 *
 * Access is checked at the handshake, and again when permissions change or the token expires. A session is updated by
 * the change stream only; the only timer that queries the store runs dynamic queries again.
 */

import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { frameBytesMax } from '@sonde/model/entity-query/live-commands'
import { DomainError } from '@sonde/model/errors'
import { type LimitKey, limitOf, rejectionText } from '@sonde/model/limits/limits'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import type { CallerWatches } from '../access/caller-watch.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import { type Guard, noGuard } from '../guard/guard.ts'
import { guarded, runAs, type Work } from '../guard/work.ts'
import { addressGroup } from '../limits/client-address.ts'
import { LimitReached, type Limits } from '../limits/limits.ts'
import { createCallGate } from '../turns/call-gate.ts'
import { createShares } from '../turns/shares.ts'
import { closeReason } from './close-reason.ts'
import { createCommandRate } from './command-rate.ts'
import { createEntityWatchers } from './entity-watchers.ts'
import { createLiveSession, type LiveSession } from './live-session.ts'
import { createOwnerAmounts, measuredOwners, type OwnerKind, type SessionOwner } from './owner-amounts.ts'
import { createSessionOutbox, type SessionOutbox } from './session-outbox.ts'
import type { LiveDeps } from './session-parts.ts'
import {
  buffersOfAllMax,
  controlFramesMax,
  defaultSocketLimits,
  type OwnerLimits,
  readerRoom,
  type SocketLimits,
  stalledMsMax,
} from './socket-limits.ts'
import { createSocketToken, type SocketGrant } from './socket-token.ts'
import { createSubscriptionMemory, type SocketMemory } from './subscription-memory.ts'

const pathPrefix = '/api/ws/plugins/'
const pingsPerTimeout = 3
/** Time for a client to complete the close handshake, ms. */
const closeGraceMs = 1000

const tooSlow = 'max pending updates: the client reads too slowly.'

const socketKeys: Readonly<Record<OwnerKind, LimitKey>> = {
  tenant: 'tenantSockets',
  customer: 'customerSockets',
  user: 'userSockets',
  visitor: 'visitorSockets',
  address: 'addressSockets',
}
const ownerWords: Readonly<Record<OwnerKind, string>> = {
  tenant: 'tenant',
  customer: 'customer',
  user: 'user',
  visitor: 'public user',
  address: 'address',
}

/** Returns the limit set by `SONDE_SOCKET_…` for owners of a kind; undefined: none. */
function ownMax({ tenant, customer, regularUser, publicUser }: OwnerLimits, kind: OwnerKind): number | undefined {
  const named = { tenant, customer, user: regularUser, visitor: publicUser, address: 0 }[kind]
  return named > 0 ? named : undefined
}

const closeCodes = { goingAway: 1001, badData: 1007, policy: 1008, restart: 1012, notReliable: 4500 } as const

export interface TelemetrySocketDeps extends Omit<LiveDeps, 'limits' | 'watchers' | 'gate'> {
  readonly server: Server
  /** Returns the permissions of an access token. Throws `DomainError` when the token is invalid or expired. */
  readonly grantOfToken: (token: string) => Promise<SocketGrant>
  readonly callers: CallerWatches
  readonly live: ChangeStream
  /** Limits of the server; `limits` contains those that only sockets have. */
  readonly serverLimits: Pick<Limits, 'of' | 'reject' | 'rejected' | 'measure' | 'peaksOf'>
  /** Returns the address of the client; absent: the address of the connection. */
  readonly addressOf?: (request: IncomingMessage) => string
  readonly registry: Registry
  readonly guard?: Pick<Guard, 'work' | 'attempt'>
  readonly limits?: Partial<SocketLimits>
}

export interface TelemetrySocket {
  readonly sessionCount: number
  /** Closes every connection as going away, and stops. */
  close(): Promise<void>
}

interface Connection {
  readonly work: Work
  readonly socket: WebSocket
  readonly session: LiveSession
  readonly outbox: SessionOutbox
  /** Pings since the client last sent data. */
  unanswered: number
  /** Pings and pongs of the client since the server's last ping. */
  controlFrames: number
}

export function createTelemetrySocket(deps: TelemetrySocketDeps): TelemetrySocket {
  const { server, grantOfToken, live, clock, log, registry, turns, serverLimits } = deps
  const { addressOf = ({ socket }) => socket.remoteAddress ?? '', guard = noGuard } = deps
  const limits: SocketLimits = { ...defaultSocketLimits, ...deps.limits }
  const watchers = createEntityWatchers({ live, turns, guard })
  const liveParts: LiveDeps = { ...deps, limits, watchers, gate: createCallGate() }
  const memory = createSubscriptionMemory(serverLimits)
  const buffers = createShares(buffersOfAllMax, {
    tenantMax: (tenantId) => serverLimits.of(tenantId, 'socketBuffers'),
  })
  serverLimits.measure('socketBuffers', buffers.used)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
    // The server supports no subprotocol, and doesn't repeat text of the request in a header.
    handleProtocols: () => false,
    // Pongs for a client that doesn't read must not fill the buffers.
    autoPong: false,
  })
  const connections = new Set<Connection>()
  const sessionCounts = createOwnerAmounts(
    (kind, { tenantId }) => ownMax(limits.sessions, kind) ?? serverLimits.of(tenantId, socketKeys[kind]),
  )
  const valuesCounts = createOwnerAmounts((kind) => ownMax(limits.subscriptions, kind) ?? Number.POSITIVE_INFINITY)
  for (const kind of measuredOwners) {
    serverLimits.measure(socketKeys[kind], (tenantId) => sessionCounts.highest(kind, tenantId))
  }
  const commandPeaks = {
    socketCommands: serverLimits.peaksOf('socketCommands'),
    visitorSocketCommands: serverLimits.peaksOf('visitorSocketCommands'),
  }
  let room = readerRoom(0)
  let closing = false

  const sent = new Counter({
    name: 'sonde_live_messages_total',
    help: 'Messages sent to WebSocket clients',
    registers: [registry],
  })
  const rejected = new Counter({
    name: 'sonde_live_closed_total',
    help: 'WebSocket connections closed by the server, by code',
    labelNames: ['code'],
    registers: [registry],
  })
  new Gauge({
    name: 'sonde_live_sessions',
    help: 'Open WebSocket connections',
    registers: [registry],
    collect() {
      this.set(connections.size)
    },
  })
  new Gauge({
    name: 'sonde_live_waiting_bytes',
    help: 'Bytes queued for slow WebSocket clients',
    registers: [registry],
    collect() {
      let bytes = 0
      for (const { socket, outbox } of connections) bytes += socket.bufferedAmount + outbox.heldCharacters
      this.set(bytes)
    },
  })

  new Gauge({
    name: 'sonde_live_subscription_bytes',
    help: 'Approximate memory of WebSocket connections and their subscriptions',
    registers: [registry],
    collect() {
      this.set(memory.used)
    },
  })
  new Gauge({
    name: 'sonde_live_waiting_changes',
    help: 'Entity changes waiting to be sent to their subscriptions',
    registers: [registry],
    collect() {
      this.set(watchers.waiting)
    },
  })

  /** Runs as a unit of work of the connection, so that an unexpected error closes only this connection. */
  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    let opened: WebSocket | null = null
    const work = guard.work({
      part: 'live connection',
      fields: () => ({ remote: request.socket.remoteAddress }),
      end() {
        if (opened) closeSocket(opened, closeCodes.restart, 'Something went wrong. Connect again.')
        else socket.destroy()
      },
    })
    runAs(work, () =>
      admit(request, socket, head, work, (made) => {
        opened = made
      }),
    )
  }

  function admit(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    work: Work,
    onOpened: (opened: WebSocket) => void,
  ) {
    const onError = () => socket.destroy()
    socket.on('error', onError)
    const url = URL.parse(request.url ?? '', 'http://localhost')
    if (closing) return reject(socket, '503 Service Unavailable')
    // The raw URL is checked too: a path with dots or an absolute URL could bypass rules of a proxy.
    if (!url?.pathname.startsWith(pathPrefix) || !request.url?.startsWith(pathPrefix))
      return reject(socket, '404 Not Found')
    const token = url.searchParams.get('token')
    if (!token) return reject(socket, '401 Unauthorized')
    grantOfToken(token).then(
      (grant) => {
        if (socket.destroyed) return
        socket.off('error', onError)
        sockets.handleUpgrade(request, socket, head, (opened) => {
          onOpened(opened)
          const owner: SessionOwner = { ...grant.scope, address: addressGroup(addressOf(request)) }
          if (url.pathname === `${pathPrefix}telemetry`) open(opened, owner, { grant, token, work })
          else closeSocket(opened, closeCodes.badData, 'This plugin doesn’t exist. Connect to telemetry.')
        })
      },
      (error: unknown) => {
        if (!(error instanceof DomainError)) log.error({ err: error }, 'A token couldn’t be checked.')
        reject(socket, error instanceof DomainError ? '401 Unauthorized' : '500 Internal Server Error')
      },
    )
  }

  /** Counts a session, or returns the reason why the limit is reached. */
  function reserve(owner: SessionOwner): SocketMemory | string {
    const { tenantId } = owner
    const full = sessionCounts.tryAcquire(owner, 1)
    if (full) {
      const own = ownMax(limits.sessions, full)
      const words = serverLimits.rejected(tenantId, socketKeys[full])
      return own === undefined ? words : rejectionText(socketKeys[full], own)
    }
    try {
      return memory.open(owner)
    } catch (error) {
      sessionCounts.give(owner, 1)
      if (error instanceof LimitReached) return error.message
      throw error
    }
  }

  function open(
    socket: WebSocket,
    scope: SessionOwner,
    { grant, token, work }: { readonly grant: SocketGrant; readonly token: string; readonly work: Work },
  ) {
    socket.on('error', (error) => log.debug({ err: error, userId: scope.userId }, 'A live connection failed.'))
    const reserved = reserve(scope)
    if (typeof reserved === 'string') return closeSocket(socket, closeCodes.policy, reserved)

    const { tenantId, isPublic } = scope
    const close = (code: number, why: string) => closeSocket(socket, code, why)
    const rateKey = isPublic ? 'visitorSocketCommands' : 'socketCommands'
    const outbox = createSessionOutbox({
      socket,
      clock,
      limits,
      room: () => room,
      buffers: { tryAcquire: (bytes) => buffers.tryAcquire(scope, bytes), give: (bytes) => buffers.give(scope, bytes) },
      soon: (job) => turns.soon(scope, job),
      onOverflow: (what) =>
        close(closeCodes.policy, what === 'answers' ? tooSlow : serverLimits.rejected(tenantId, 'socketBuffers')),
      onSent: (messages) => sent.inc(messages),
    })
    const session = createLiveSession({
      scope,
      parts: liveParts,
      outbox,
      memory: reserved,
      rate: createCommandRate(
        serverLimits.of(tenantId, rateKey),
        limitOf(rateKey).seconds ?? 1,
        commandPeaks[rateKey](tenantId),
      ),
      onHeldBack: () => void serverLimits.rejected(tenantId, rateKey),
      pause: (paused) => (paused ? socket.pause() : socket.resume()),
      close,
      values: {
        tryAcquire() {
          const full = valuesCounts.tryAcquire(scope, 1)
          return full && `Max subscriptions per ${ownerWords[full]}: ${ownMax(limits.subscriptions, full)}.`
        },
        release: () => valuesCounts.give(scope, 1),
      },
    })
    const held = createSocketToken({
      token,
      grant,
      grantOfToken,
      clock,
      answer: outbox.answer,
      onEnd: () => close(closeCodes.policy, 'The token has expired. Connect with a new one.'),
    })
    const connection: Connection = { work, socket, session, outbox, unanswered: 0, controlFrames: 0 }
    connections.add(connection)
    room = readerRoom(connections.size)
    const watched = deps.callers.watch({
      scope,
      token: () => held.current,
      onEnd: ({ kind }) =>
        kind === 'changed'
          ? close(closeCodes.restart, 'Your rights have changed. Connect again.')
          : close(closeCodes.policy, 'You are signed out.'),
    })

    const unwatchView = deps.visitorReads.watch(scope, () =>
      close(closeCodes.restart, 'What public dashboards show has changed. Connect again.'),
    )

    const receive = (text: string) => {
      if (!held.receive(text)) session.receive(text)
    }
    const onMessage = (data: RawData, isBinary: boolean) => {
      // The server has closed the socket: further messages are ignored.
      if (socket.readyState !== socket.OPEN) return
      connection.unanswered = 0
      // Frames are text; without `binaryType` their data is a Buffer.
      if (isBinary) close(closeCodes.badData, 'Send JSON as text.')
      else receive(String(data))
    }
    socket.on('message', guarded(onMessage, work))
    const controlled = () => {
      connection.unanswered = 0
      if (++connection.controlFrames > controlFramesMax * pingSeconds) close(closeCodes.policy, 'Too many pings.')
    }
    const onPing = (data: Buffer) => {
      controlled()
      if (socket.bufferedAmount < room.bufferedBytes && socket.readyState === socket.OPEN) socket.pong(data)
    }
    socket.on('pong', guarded(controlled, work))
    socket.on('ping', guarded(onPing, work))
    socket.once('close', () => {
      connections.delete(connection)
      room = readerRoom(connections.size)
      sessionCounts.give(scope, 1)
      // Each function runs separately, so that a failure doesn't skip the others.
      for (const stop of [watched.stop, unwatchView, held.stop, session.stop]) runAs(work, stop)
    })
  }

  function closeSocket(socket: WebSocket, code: number, reason: string) {
    if (socket.readyState !== socket.OPEN) return
    rejected.inc({ code })
    socket.close(code, closeReason(reason))
    const timer = setTimeout(() => socket.terminate(), closeGraceMs)
    socket.once('close', () => clearTimeout(timer))
  }

  const pingSeconds = limits.pingTimeoutMs / pingsPerTimeout / 1000
  function ping(connection: Connection) {
    const { socket, outbox, unanswered } = connection
    if (unanswered >= pingsPerTimeout) return closeSocket(socket, closeCodes.notReliable, 'No answer to pings.')
    if (outbox.stalledMs(clock.nowMs()) > stalledMsMax) return closeSocket(socket, closeCodes.policy, tooSlow)
    connection.controlFrames = 0
    connection.unanswered++
    socket.ping()
  }

  const pinging = setInterval(() => {
    for (const connection of connections) runAs(connection.work, () => ping(connection))
  }, limits.pingTimeoutMs / pingsPerTimeout)

  const refreshing = setInterval(() => {
    for (const { work, session } of connections) runAs(work, session.refresh)
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
      watchers.stop()
      server.off('upgrade', onUpgrade)
      clearInterval(pinging)
      clearInterval(refreshing)
      const gone = [...connections].map(
        ({ socket }) =>
          new Promise<void>((resolve) => {
            socket.once('close', () => resolve())
            closeSocket(socket, closeCodes.goingAway, 'The server is stopping.')
          }),
      )
      await Promise.all(gone)
    },
  }
}

function reject(socket: Duplex, status: string) {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
