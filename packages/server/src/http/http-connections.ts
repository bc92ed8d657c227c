/** How many HTTP connections one address may have open; those behind a reverse proxy share its address. */

import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress } from '../limits/client-address.ts'
import type { Limits } from '../limits/limits.ts'

/** Closes connections beyond the limit as they come, before TLS and before a byte is read. */
export function limitConnections(server: Server, limits: Pick<Limits, 'of' | 'refused'>): void {
  const open = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const address = clientAddress(socket.remoteAddress)
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
