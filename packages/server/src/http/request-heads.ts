/**
 * What of a request's head must be clear before anything acts on it: a proxy in front and this server would otherwise each
 * read another host or another token out of it.
 */

import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** Each decides something: where links lead, who calls. Node would take one of several, or join them. */
const onceHeaders: readonly string[] = ['host', 'authorization', 'x-authorization']

/** A sentence for the client; null where nothing is wrong. */
export function headFault({ rawHeaders, headers, url = '' }: IncomingMessage): string | null {
  const seen = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string
    // Most names are of another length, and need no copy in lower case.
    if (!onceHeaders.some(({ length }) => length === name.length)) continue
    const lower = name.toLowerCase()
    if (!onceHeaders.includes(lower)) continue
    if (seen.has(lower)) return `The header ${name} appears twice. Send it once.`
    seen.add(lower)
  }
  const { host } = headers
  // RFC 9112, 3.2. HTTP/1.0 has none; of HTTP/1.1 Node requires one.
  if (host !== undefined && !isHost(host)) return 'The header Host isn’t a host name with an optional port.'
  if (url.startsWith('/') || url === '*' || host === undefined) return null
  // RFC 9112, 3.2.2: the host of a whole URL counts, so it has to be the other one.
  const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]
  return authority?.toLowerCase() === host.toLowerCase() ? null : 'The URL and the header Host name different hosts.'
}

/** Empty where the client knows none. */
function isHost(host: string): boolean {
  const [, ipv6, name] = /^(?:\[([\d:.a-f]+)\]|([\w.~-]*))(?::\d{0,5})?$/i.exec(host) ?? []
  return ipv6 === undefined ? name !== undefined : isIPv6(ipv6)
}
