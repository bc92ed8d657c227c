/** Answers that are not JSON objects, and the address that the caller knows the platform by. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'

/** The schema of an answer that is bare text. */
export const plainText = Type.String({ contentMediaType: 'text/plain' })

/** Bare text, labelled as the wire labels it: with the first of the types that the caller names. */
export function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const wantsJson = /^\s*application\/json\b/i.test(request.headers.accept ?? '')
  return reply.type(wantsJson ? 'application/json' : 'text/plain; charset=utf-8').send(text)
}

/** The page's address as the caller wrote it, without a slash at its end. */
export const baseUrlOf = (request: FastifyRequest): string => `${request.protocol}://${request.host}`
