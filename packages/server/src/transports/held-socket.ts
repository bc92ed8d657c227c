/**
 * Buffers a connection that is queued until the server accepts it. The socket is read up to a limit, so that first
 * bytes and disconnects are noticed while it waits.
 */

import type { Socket } from 'node:net'

/** Bytes read before reading pauses. */
const heldBytesMax = 4_096

/**
 * `arrived` is called once, with the first bytes. The returned function releases the socket: paused, with all bytes
 * that were read pushed back.
 */
export function holdSocket(socket: Socket, arrived: () => void): () => void {
  let held: Buffer[] = []
  let bytes = 0
  const read = (chunk: Buffer) => {
    held.push(chunk)
    const isFirst = bytes === 0
    bytes += chunk.length
    if (bytes > heldBytesMax) socket.pause()
    if (isFirst) arrived()
  }
  // Until the next owner adds its listener: without one, an error event would be uncaught.
  const ignore = () => {}
  socket.on('data', read)
  socket.on('error', ignore)
  return () => {
    socket.pause()
    socket.off('data', read)
    socket.off('error', ignore)
    if (bytes > 0) socket.unshift(held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held))
    held = []
  }
}
