/**
 * Answers that are written in pieces: the next piece is asked for, or written, when the socket has taken the one before.
 *
 * A piece's memory may be used again for a later one. Handed from thread to thread and dropped, a few hundred megabytes
 * of them would cost the event loop a full collection every ten answers.
 *
 * A client that goes away ends the making. An error midway ends the connection, so that nobody takes half an answer for
 * a whole one. A client that takes too long for a piece is given up: its answer holds memory, and a place among those
 * that are made.
 */

import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** How long a client may take for a piece, ms. Pieces have some hundred KB at most. */
export const stalledMsMax = 30_000

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

  const raw = begin(reply, { 'content-type': type })
  try {
    let isTaken = await written(raw, first, stalledMs)
    let next: IteratorResult<Uint8Array, void> = second
    for (; isTaken && !next.done; next = await pieces.next()) isTaken = await written(raw, next.value, stalledMs)
    if (isTaken) raw.end()
  } catch (error) {
    reply.log.error({ err: error, route: reply.request.routeOptions.url }, 'Failed to complete a response.')
    raw.destroy()
  } finally {
    await pieces.return()
  }
  return reply
}

/** Sends what was made as a whole, with its length. Resolves when the client has taken it or has gone. */
export async function sendWhole(
  reply: FastifyReply,
  pieces: readonly Uint8Array[],
  contentType: string,
  stalledMs = stalledMsMax,
): Promise<FastifyReply> {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const raw = begin(reply, { 'content-type': contentType, 'content-length': String(length) })
  for (const piece of pieces) {
    if (!(await written(raw, piece, stalledMs))) return reply
  }
  raw.end()
  return reply
}

function begin(reply: FastifyReply, headers: Readonly<Record<string, string>>): ServerResponse {
  reply.request.leave?.()
  const { raw } = reply.hijack()
  raw.writeHead(reply.statusCode, { ...reply.getHeaders(), ...headers } as Record<string, string>)
  return raw
}

/** Resolves when the socket needs the piece no longer: true when it was sent, false when the client has gone. */
function written(raw: ServerResponse, piece: Uint8Array, stalledMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const gone = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => raw.destroy(), stalledMs)
    if (raw.destroyed) return gone()
    raw.once('close', gone)
    raw.write(piece, (error) => {
      clearTimeout(timer)
      raw.off('close', gone)
      resolve(!error)
    })
  })
}
