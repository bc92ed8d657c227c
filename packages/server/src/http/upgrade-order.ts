/**
 * Keeps answers in the order of their requests where a client asks for an upgrade without waiting for the answer to an
 * earlier request: the upgraded connection would be written to at once, and the answer would be lost or end up inside.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Other protocols, such as `h2c`, are offers that are not taken up: RFC 9110, 7.8. */
export const wantsWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'

export interface UpgradeOrder {
  /** Each request that is answered as such, in their order. */
  note(request: IncomingMessage, response: ServerResponse): void
  /** Whether whatever is written to the connection from now on comes after all earlier answers. */
  isNext(request: IncomingMessage): boolean
}

export function createUpgradeOrder(): UpgradeOrder {
  // Node holds an answer as long as it is unfinished. Afterwards nobody should: connections stay open for long.
  const last = new WeakMap<Socket, WeakRef<ServerResponse>>()
  return {
    note({ socket }, response) {
      last.set(socket, new WeakRef(response))
    },
    isNext({ socket }) {
      const response = last.get(socket)?.deref()
      if (!response) return true
      // An answer gets the connection when the ones before it are finished.
      const isWritten = response.socket !== null || response.writableFinished
      return response.writableEnded && isWritten
    },
  }
}
