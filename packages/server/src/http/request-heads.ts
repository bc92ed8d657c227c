/** Rejects ambiguous request heads, in which a proxy and this server could read a different host or token. */

import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** Headers that decide about links or the caller. Node would use one of several values, or join them. */
const onceHeaders: readonly string[] = ['host', 'authorization', 'x-authorization']

/** Returns an error message for the client; null when the head is valid. */
export function headFault({ rawHeaders, headers, url = '' }: IncomingMessage): string | null {
  const seen = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    // Most names differ in length and need no lowercase copy.
    if (!onceHeaders.some(({ length }) => length === name.length)) continue
    const lower = name.toLowerCase()
    if (!onceHeaders.includes(lower)) continue
    if (seen.has(lower)) return `The header ${name} appears twice. Send it once.`
    seen.add(lower)
  }
  const { host } = headers
  // RFC 9112, 3.2. HTTP/1.0 may omit it; Node requires it for HTTP/1.1.
  if (host !== undefined && !isHost(host)) return 'The header Host isn’t a host name with an optional port.'
  if (url.startsWith('/') || url === '*' || host === undefined) return null
  // RFC 9112, 3.2.2: the host of an absolute URL takes precedence, so both must be equal.
  const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
  return authority?.toLowerCase() === host.toLowerCase() ? null : 'The URL and the header Host name different hosts.'
}

/** Also true for an empty value, which clients send when they know no host. */
function isHost(host: string): boolean {
  const [, ipv6, name] = /^(?:\[([\d:.a-f]+)\]|([\w.~-]*))(?::\d{0,5})?$/i.exec(host) ?? []
  return ipv6 === undefined ? name !== undefined : isIPv6(ipv6)
}
