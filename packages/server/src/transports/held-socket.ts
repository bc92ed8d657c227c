/**
 * A connection that waits until the server takes it up. It is read meanwhile, within a bound: so what has said something
 * is known, and who has gone keeps no place.
 */

import type { Socket } from 'node:net'

/** Bytes that are read before reading pauses. */
const heldBytesMax = 4_096

/**
 * `arrived` is called once, with the first bytes. What is returned hands the socket over: paused, with all that it has
 * said unread.
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
  // Until somebody else listens: an error without a listener would be nobody's.
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
