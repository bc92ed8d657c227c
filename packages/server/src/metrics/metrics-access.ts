/**
 * Access control for `/metrics`: callers with the operator's token and, if the operator allows it, programs on this
 * machine.
 *
 * A foreign web page can make a browser call this server by a host name that resolves to it (DNS rebinding), and a
 * reverse proxy on this machine calls from the loopback address for all of its clients. Neither counts as a local
 * caller. However, a proxy may send the address of this server as host and add no header (the default of nginx), and
 * then looks like a local program. Therefore, no caller is trusted because of its address unless the operator enabled
 * it.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../demo/demo-accounts.ts'

export const metricsModes = ['off', 'local', 'token'] as const

export interface MetricsAccessOptions {
  /** Values of `SONDE_METRICS` and `SONDE_METRICS_TOKEN`. */
  readonly mode: (typeof metricsModes)[number]
  readonly token: string | null
}

export type MetricsAccess = (request: FastifyRequest) => 'allowed' | 'refused' | 'off'

/** A proxy usually adds one of these headers. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

export function createMetricsAccess({ mode, token }: MetricsAccessOptions): MetricsAccess {
  const wanted = token === null ? null : digestOf(token)
  return (request) => {
    if (mode === 'off' || !isPlain(request.raw.url)) return 'off'
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (wanted && given !== undefined && timingSafeEqual(digestOf(given), wanted)) return 'allowed'
    return mode === 'local' && isLocal(request) ? 'allowed' : 'refused'
  }
}

/** Rejects other spellings of the path, which the rules of a proxy may not cover. */
const isPlain = (url = ''): boolean => /^\/metrics(\?|$)/.test(url)

const digestOf = (text: string) => createHash('sha256').update(text).digest()

function isLocal({ socket, headers, hostname }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLoopback(address) && isLoopback(hostname) && forwardingHeaders.every((name) => headers[name] === undefined)
}
