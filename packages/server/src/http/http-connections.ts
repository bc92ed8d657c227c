/** How many HTTP connections one address may have open; a trusted proxy may have any number. */

import type { Server } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import { addressGroup } from '../limits/client-address.ts'
import type { Limits } from '../limits/limits.ts'

/** Closes connections beyond the limit as they come, before TLS and before a byte is read. */
export function limitConnections(
  server: Server,
  limits: Pick<Limits, 'of' | 'refused'>,
  trustedProxies: readonly string[],
): void {
  const proxies = blockListOf(trustedProxies)
  const open = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return
    const address = addressGroup(remoteAddress)
    const count = open.get(address) ?? 0
    if (count >= limits.of(null, 'httpConnections')) {
      limits.refused(null, 'httpConnections')
      socket.destroy()
      return
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

function blockListOf(addresses: readonly string[]): BlockList {
  const list = new BlockList()
  for (const each of addresses) {
    const [address = '', prefix] = each.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
