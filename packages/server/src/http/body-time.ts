/**
 * How long a request's body may take: a minute for the whole of it, so that nobody holds connections with bodies that
 * trickle. A route that takes files gives them longer, as long as something comes.
 */

import type { IncomingMessage } from 'node:http'

export const bodyMsMax = 60_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function restart(request: IncomingMessage, ms: number): void {
  clearTimeout(timers.get(request))
  if (!request.complete && !request.destroyed) {
    // An answered request whose client has gone is never closed: its timer must not keep the process.
    timers.set(request, setTimeout(() => request.destroy(), ms).unref())
  }
}

/** Ends the connection when the body is not there in time. */
export function limitBodyTime(request: IncomingMessage, ms = bodyMsMax): void {
  if (!hasBody(request)) return
  restart(request, ms)
  request.once('close', () => clearTimeout(timers.get(request)))
}

/** The body waits to be read: its time begins with `bodyCame`. */
export const holdBody = (request: IncomingMessage): void => clearTimeout(timers.get(request))

/** A part of a long body arrived: its time starts again. */
export const bodyCame = (request: IncomingMessage, ms = bodyMsMax): void => restart(request, ms)
