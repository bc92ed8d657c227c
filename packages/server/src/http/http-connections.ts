/** Open HTTP connections: their limit per address (trusted proxies have none), and their end with the server. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from '../limits/client-address.ts'
import type { Limits } from '../limits/limits.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Closes connections beyond the limit on arrival, before TLS and before a byte is read. */
export function limitConnections(
  server: Server,
  limits: Pick<Limits, 'of' | 'rejected'>,
  proxies: TrustedProxies,
): void {
  const open = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (proxies.has(remoteAddress)) return
    const address = addressGroup(remoteAddress)
    const count = open.get(address) ?? 0
    if (count >= limits.of(null, 'httpConnections')) {
      limits.rejected(null, 'httpConnections')
      socket.destroy()
      return
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

export interface ConnectionEnd {
  /** To be called for every request. */
  noteRequest(request: IncomingMessage, response: ServerResponse): void
  close(): void
}

/**
 * Closes the connections of a server that stops: those without a request at once, the others after their response. Node
 * itself keeps those on which no request has arrived yet (browsers open some in advance), and those whose response ends
 * later.
 */
export function createConnectionEnd(server: Server): ConnectionEnd {
  /** By address and port of the client: for TLS, the raw socket until the first request, then the encrypted one. */
  const open = new Map<string, { socket: Socket; requests: number }>()
  let isClosing = false
  server.on('connection', (socket: Socket) => {
    if (isClosing) return void socket.destroy()
    const key = keyOf(socket)
    open.set(key, { socket, requests: 0 })
    socket.once('close', () => open.delete(key))
  })
  // The live API closes these.
  server.on('upgrade', ({ socket }: IncomingMessage) => open.delete(keyOf(socket)))

  return {
    noteRequest({ socket }, response) {
      const connection = open.get(keyOf(socket))
      if (!connection) return
      connection.socket = socket
      connection.requests++
      response.once('close', () => {
        connection.requests--
        if (isClosing && connection.requests === 0) socket.destroySoon()
      })
    },
    close() {
      isClosing = true
      for (const { socket, requests } of open.values()) if (requests === 0) socket.destroy()
    },
  }
}

const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`
