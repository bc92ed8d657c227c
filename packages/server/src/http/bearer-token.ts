/**
 * Reads the bearer token from `X-Authorization`, the header of the ThingsBoard API, or from the standard
 * `Authorization`.
 */

import type { FastifyRequest } from 'fastify'

export function bearerTokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = headers['x-authorization'] ?? headers.authorization
  return typeof header === 'string' ? /^Bearer +(\S+)$/i.exec(header)?.[1] : undefined
}
