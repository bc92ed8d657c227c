/**
 * Whose `X-Forwarded-For` is believed, outside of Fastify's requests: connections and sockets count by address as well.
 */

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

export interface TrustedProxies {
  has(address: string): boolean
  /** The last address that is no trusted proxy's, as Fastify's `request.ip` is. */
  clientOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string
}

/** `given`: addresses and ranges such as `10.0.0.0/8`. */
export function createTrustedProxies(given: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const each of given) {
    const [address = '', prefix] = each.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  const has = (address: string) => isIP(address) > 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  return {
    has,
    clientOf({ headers, socket }) {
      const forwarded = String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
      let client = socket.remoteAddress ?? ''
      while (has(client) && forwarded.length > 0) client = forwarded.pop() as string
      return client
    },
  }
}
