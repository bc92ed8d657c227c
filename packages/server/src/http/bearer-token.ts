/** Where a call carries its token: where the wire puts it, or where the rest of the world does. */

import type { FastifyRequest } from 'fastify'

export function bearerTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['x-authorization'] ?? headers.authorization
  return typeof header === 'string' ? /^Bearer +(\S+)$/i.exec(header)?.[1] : undefined
}
