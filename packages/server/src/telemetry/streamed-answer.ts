/**
 * Answers that are written while they are made: the next piece is asked for when the socket has taken the one before.
 *
 * A piece's memory is used again for a later one. Handed from thread to thread and dropped, a few hundred megabytes of
 * them would cost the event loop a full collection every ten answers.
 *
 * A client that goes away ends the making. An error midway ends the connection, so that nobody takes half an answer for
 * a whole one. A client that stops reading is given up after a while: its answer holds memory.
 */

import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** How long a client may take nothing of an answer that waits for it. */
export const stalledMsMax = 60_000

const type = 'application/json; charset=utf-8'

/**
 * Sends JSON text in pieces; a piece may be overwritten once the next one is asked for. What fits into one is an answer
 * as any other, with its length; what goes wrong before the second is thrown, to be answered as an error.
 */
export async function sendJsonPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<Uint8Array, void>,
  stalledMs = stalledMsMax,
): Promise<FastifyReply> {
  const { value } = await pieces.next()
  const first = Buffer.from(value ?? [])
  const second = await pieces.next()
  if (second.done) return reply.type(type).send(first)

  const { raw } = reply.hijack()
  raw.writeHead(200, { ...reply.getHeaders(), 'content-type': type } as Record<string, string>)
  raw.setTimeout(stalledMs, () => raw.destroy())
  try {
    let isTaken = await written(raw, first)
    let next: IteratorResult<Uint8Array, void> = second
    for (; isTaken && !next.done; next = await pieces.next()) isTaken = await written(raw, next.value)
    if (isTaken) raw.end()
  } catch (error) {
    reply.log.error({ err: error, route: reply.request.routeOptions.url }, 'An answer could not be made to its end.')
    raw.destroy()
  } finally {
    await pieces.return()
  }
  return reply
}

/** Resolves when the socket needs the piece no longer: true when it was sent, false when the client has gone. */
function written(raw: ServerResponse, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const gone = () => resolve(false)
    if (raw.destroyed) return gone()
    raw.once('close', gone)
    raw.write(piece, (error) => {
      raw.off('close', gone)
      resolve(!error)
    })
  })
}
