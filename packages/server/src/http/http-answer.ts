/** Text responses, and the base URL that the caller uses. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { sentRequest } from './sub-calls.ts'

/** Schema of a plain text response. */
export const plainText = Type.String({ contentMediaType: 'text/plain' })

/** Sends plain text. For API compatibility, its content type is JSON when the caller prefers that. */
export function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const wantsJson = /^\s*application\/json\b/i.test(request.headers.accept ?? '')
  return reply.type(wantsJson ? 'application/json' : 'text/plain; charset=utf-8').send(text)
}

/** Base URL as the caller wrote it, without a trailing slash. */
export function baseUrlOf(request: FastifyRequest): string {
  const { protocol, host } = sentRequest(request)
  return `${protocol}://${host}`
}
