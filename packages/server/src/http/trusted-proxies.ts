/**
 * Determines the client address behind trusted proxies outside of Fastify's requests, because connections and sockets
 * are counted by address too.
 */

import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'

export interface TrustedProxies {
  has(address: string): boolean
  /**
   * Returns the last address that isn't a trusted proxy. A port that some gateways add is ignored, because another port
   * isn't another client. If an entry isn't an address, the client is the proxy that forwarded it.
   */
  clientOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string
  /** Reduces the header of a trusted proxy to that address, because Fastify would accept any text in it. */
  nameClient(request: Pick<IncomingMessage, 'headers' | 'socket'>): void
}

/** `given` contains addresses and ranges such as `10.0.0.0/8`. */
export function createTrustedProxies(given: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const each of given) {
    const [address = '', prefix] = each.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  const has = (address: string) => isIP(address) > 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

  function clientOf({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string {
    const forwarded = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
    let client = plainAddress(socket.remoteAddress ?? '') ?? ''
    while (has(client) && forwarded.length > 0) {
      const next = plainAddress(forwarded.pop() as string)
      if (next === null) break
      client = next
    }
    return client
  }

  return {
    has,
    clientOf,
    nameClient(request) {
      const { headers, socket } = request
      if (headers['x-forwarded-for'] !== undefined && has(socket.remoteAddress ?? ''))
        headers['x-forwarded-for'] = clientOf(request)
    },
  }
}

/** Extracts the address from `203.0.113.7:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`; null when there is none. */
function plainAddress(given: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([^:]*):\d{1,5})$/.exec(given) ?? []
  const address = bracketed ?? plain ?? given
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) === 0) return null
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare
}
