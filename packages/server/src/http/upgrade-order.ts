/**
 * Keeps responses in request order when a client requests an upgrade without waiting for the response to an earlier
 * request: the upgraded connection would be written to at once, and the response would be lost or end up inside the
 * stream.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Other protocols, such as `h2c`, are offers that the server may ignore: RFC 9110, 7.8. */
export const wantsWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket'

export interface UpgradeOrder {
  /** Records a request that gets an ordinary response; called in request order. */
  note(request: IncomingMessage, response: ServerResponse): void
  /** True when all earlier responses have been written, so that data written to the connection now follows them. */
  isNext(request: IncomingMessage): boolean
}

export function createUpgradeOrder(): UpgradeOrder {
  // Node retains a response while it is unfinished. Weak, because connections stay open for long afterwards.
  const last = new WeakMap<Socket, WeakRef<ServerResponse>>()
  return {
    note({ socket }, response) {
      last.set(socket, new WeakRef(response))
    },
    isNext({ socket }) {
      const response = last.get(socket)?.deref()
      if (!response) return true
      // A response gets the connection once the previous ones are finished.
      const isWritten = response.socket !== null || response.writableFinished
      return response.writableEnded && isWritten
    },
  }
}
