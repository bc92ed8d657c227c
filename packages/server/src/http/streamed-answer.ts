/**
 * Responses written in pieces: the next piece is requested or written once the socket has accepted the previous one.
 *
 * The memory of a piece may be reused for a later one. Transferring and discarding a few hundred megabytes of pieces
 * between threads would cost the event loop a full garbage collection every ten responses.
 *
 * A disconnecting client stops the generation. An error in the middle destroys the connection, so that a partial
 * response isn't taken for a complete one. A client that takes too long for a piece is disconnected, because its
 * response holds memory and a slot.
 */

import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Maximum time for a client to accept a piece, ms. Pieces have at most a few hundred KB. */
export const stalledMsMax = 30_000

const type = 'application/json; charset=utf-8'

/**
 * Sends JSON text in pieces; a piece may be overwritten once the next one is requested. A single piece is sent as an
 * ordinary response with its length. Errors before the second piece are thrown, so that they become error responses.
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

/** Sends a complete response with its length. Resolves when the client has received it or has disconnected. */
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

/**
 * Resolves when the socket no longer needs the piece: true when it was sent, false when the client has disconnected.
 */
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
