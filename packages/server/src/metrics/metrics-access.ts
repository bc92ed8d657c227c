/**
 * Who may read `/metrics`: holders of the operator's token, and programs on this machine where the operator says so.
 *
 * A page of a stranger may make a browser call by a name that leads here, and a reverse proxy on this machine calls from
 * the loopback address for all its visitors. Neither counts as a caller on this machine. But a proxy may name itself as
 * the host and add no header (nginx does, unless it is told otherwise), and then looks like a program here. So nobody is
 * trusted for where the call comes from unless the operator chose that.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../demo/demo-accounts.ts'

export const metricsModes = ['off', 'local', 'token'] as const

export interface MetricsAccessOptions {
  /** `SONDE_METRICS` and `SONDE_METRICS_TOKEN`. */
  readonly mode: (typeof metricsModes)[number]
  readonly token: string | null
}

export type MetricsAccess = (request: FastifyRequest) => 'allowed' | 'refused' | 'off'

/** A proxy adds one of these. */
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

/** No other spelling of the path, which a proxy's rules may not know. */
const isPlain = (url = ''): boolean => /^\/metrics(\?|$)/.test(url)

const digestOf = (text: string) => createHash('sha256').update(text).digest()

function isLocal({ socket, headers, hostname }: FastifyRequest): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return isLoopback(address) && isLoopback(hostname) && forwardingHeaders.every((name) => headers[name] === undefined)
}
