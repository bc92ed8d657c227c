/** Limits the open HTTP connections per address; trusted proxies have no limit. */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressGroup } from '../limits/client-address.ts'
import type { Limits } from '../limits/limits.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** Closes connections beyond the limit on arrival, before TLS and before a byte is read. */
export function limitConnections(
  server: Server,
  limits: Pick<Limits, 'of' | 'rejected'>,
  proxies: TrustedProxies,
): void {
  const open = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    if (proxies.has(remoteAddress)) return
    const address = addressGroup(remoteAddress)
    const count = open.get(address) ?? 0
    if (count >= limits.of(null, 'httpConnections')) {
      limits.rejected(null, 'httpConnections')
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
