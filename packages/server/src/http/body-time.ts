/**
 * Time limit for receiving a request's body: one minute in total, so that slow bodies don't occupy connections. Routes
 * that accept files extend it as long as data arrives.
 */

import type { IncomingMessage } from 'node:http'

export const bodyMsMax = 60_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

function restart(request: IncomingMessage, ms: number): void {
  clearTimeout(timers.get(request))
  if (!request.complete && !request.destroyed) {
    // Unreferenced: an answered request whose client has gone never closes, and its timer must not keep the process
    // alive.
    timers.set(request, setTimeout(() => request.destroy(), ms).unref())
  }
}

/** Destroys the connection when the body hasn't arrived in time. */
export function limitBodyTime(request: IncomingMessage, ms = bodyMsMax): void {
  if (!hasBody(request)) return
  restart(request, ms)
  request.once('close', () => clearTimeout(timers.get(request)))
}

/** Pauses the time limit while the body waits to be read; `bodyCame` restarts it. */
export const holdBody = (request: IncomingMessage): void => clearTimeout(timers.get(request))

/** Restarts the time limit because a part of a long body arrived. */
export const bodyCame = (request: IncomingMessage, ms = bodyMsMax): void => restart(request, ms)
