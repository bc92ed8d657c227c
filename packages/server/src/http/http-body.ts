/**
 * Parses request bodies: JSON for most routes, plain text for routes that parse it themselves.
 *
 * Text that cannot be stored is rejected here with the name of its field; `storable-text.ts` defines which.
 */

import { badRequest, DomainError, ErrorCode } from '@sonde/model/errors'
import { parseJson } from '@sonde/model/exact-json'
import { jsonProblem, jsonTextProblem, textProblem } from '@sonde/model/storable-text'
import Type, { type TSchema } from 'typebox'

/** Schema of a JSON body that the route receives as text. */
export const jsonText = (schema: TSchema) =>
  Type.String({ contentMediaType: 'application/json', contentSchema: schema })

/** Maximum number of members and items of a body; parsing more would block the event loop for too long. */
export const jsonPartsMax = 500_000
/** Shorter bodies cannot have that many. */
const countedBytesMin = jsonPartsMax

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes the body of a route that parses its text itself. Throws 400 for invalid UTF-8, and for JSON that other routes
 * would reject.
 */
export function textOfBody(bytes: Uint8Array): string {
  const text = decoded(bytes)
  reject(jsonTextProblem(text, whole))
  return text
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('The body isn’t valid UTF-8.')
  }
}

const isJson = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(application|text)\/([\w.-]+\+)?json\b/i.test(contentType)

/**
 * Throws 400 for invalid JSON and text that cannot be stored, 415 for another content type. An empty body is undefined.
 */
export function jsonBody(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  if (!isJson(contentType)) {
    throw new DomainError(ErrorCode.BAD_REQUEST_PARAMS, 'Send the body as application/json.', { status: 415 })
  }
  if (bytes.length > countedBytesMin && hasManyParts(bytes)) {
    throw badRequest(`The body has more than ${jsonPartsMax} members and items. Send less at once.`)
  }
  const text = decoded(bytes)
  let value: unknown
  try {
    value = parseJson(text)
  } catch (cause) {
    throw new DomainError(ErrorCode.BAD_REQUEST_PARAMS, `The body isn’t valid JSON: ${reason(cause)}`, { cause })
  }
  reject(jsonProblem(value, whole))
  return value
}

/** Counts commas, including those in texts. */
function hasManyParts(bytes: Uint8Array): boolean {
  let commas = 0
  for (let at = bytes.indexOf(0x2c); at >= 0; at = bytes.indexOf(0x2c, at + 1)) {
    if (++commas > jsonPartsMax) return true
  }
  return false
}

const reason = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** Throws 400 with the field's name when a text cannot be stored. */
export const rejectHostileText = (text: string, field: string): void => reject(textProblem(text, field || whole))

const whole = 'The body'

function reject(problem: string | null): void {
  if (problem) throw badRequest(problem)
}
