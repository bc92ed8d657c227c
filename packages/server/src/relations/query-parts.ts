/** Required parts of relation queries. For compatibility, a query without them is answered with 404. */

import { DomainError, ErrorCode } from '@sonde/model/errors'

/** Throws 404 with the name of the first missing part. */
export function requireQueryParts(body: unknown, names: readonly string[]): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  const missing = names.find((name) => (body as Readonly<Record<string, unknown>>)[name] == null)
  if (missing !== undefined) {
    throw new DomainError(ErrorCode.ITEM_NOT_FOUND, `${missing} is missing. Send it with the query.`)
  }
}
