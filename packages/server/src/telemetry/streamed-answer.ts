/**
 * Answers that are written while they are made: the next piece is made when the socket has taken the one before.
 *
 * A client that goes away ends the making. An error midway ends the connection, so that nobody takes half an answer for
 * a whole one. A client that stops reading is given up after a while: its answer holds memory.
 */

import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** How long a client may take nothing of an answer that waits for it. */
export const stalledMsMax = 60_000

const type = 'application/json; charset=utf-8'

/**
 * Sends JSON text in pieces. What fits into one is an answer as any other, with its length; what goes wrong before the
 * second is thrown, to be answered as an error.
 */
export async function sendJsonPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<Uint8Array, void>,
  stalledMs = stalledMsMax,
): Promise<FastifyReply> {
  const made: Uint8Array[] = []
  for (let i = 0; i < 2; i++) {
    const { value, done } = await pieces.next()
    if (done) return reply.type(type).send(Buffer.concat(made))
    made.push(value)
  }
  reply.raw.setTimeout(stalledMs, () => reply.raw.destroy())
  return reply.type(type).send(streamOf(made, pieces))
}

function streamOf(made: Uint8Array[], pieces: AsyncGenerator<Uint8Array, void>): Readable {
  return new Readable({
    read() {
      const first = made.shift()
      if (first) {
        this.push(first)
        return
      }
      pieces.next().then(
        ({ value, done }) => this.push(done ? null : value),
        (error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      pieces.return().then(
        () => done(error),
        (failed) => done(error ?? failed),
      )
    },
  })
}
