/**
 * Bodies as they come in: JSON for most routes, plain text for those that read it themselves.
 *
 * Text that no store or page could hold is refused here with the name of its field: NUL, halves of surrogate pairs, and
 * keys that would change an object's prototype.
 */

import { badRequest, DomainError, ErrorCode } from '@sonde/model/errors'
import Type, { type TSchema } from 'typebox'

/** The schema of a body that a route reads itself, as text, and that is JSON. */
export const jsonText = (schema: TSchema) =>
  Type.String({ contentMediaType: 'application/json', contentSchema: schema })

/** Objects and lists within one another; what nests deeper could not even be answered. */
export const jsonDepthMax = 200

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Throws 400 when the bytes are no UTF-8. */
export function textOfBody(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.')
  }
}

const isJson = (contentType: string | undefined): boolean =>
  contentType === undefined || /^(application|text)\/([\w.-]+\+)?json\b/i.test(contentType)

/** Throws 400 for broken JSON and hostile text, 415 for another content type. An empty body is undefined. */
export function jsonBody(bytes: Uint8Array, contentType: string | undefined): unknown {
  if (bytes.length === 0) return undefined
  if (!isJson(contentType)) {
    throw new DomainError(ErrorCode.BAD_REQUEST_PARAMS, 'Send the body as application/json.', { status: 415 })
  }
  const text = textOfBody(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new DomainError(ErrorCode.BAD_REQUEST_PARAMS, `The body is not valid JSON: ${reason(cause)}`, { cause })
  }
  refuseHostile(value)
  return value
}

const reason = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** Throws 400 with the field's name when a text cannot be kept. */
export function refuseHostileText(text: string, field: string): void {
  if (text.includes('\0')) throw badRequest(`${field || 'The body'} contains a NUL character; take it out.`)
  if (!text.isWellFormed()) throw badRequest(`${field || 'The body'} contains half of a surrogate pair; take it out.`)
}

/** `at` is where the walk stands; names are only put together when something is refused. */
function refuseHostile(value: unknown, at: (string | number)[] = []): void {
  if (typeof value === 'string') {
    if (isHostile(value)) refuseHostileText(value, pathOf(at))
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (at.length === jsonDepthMax) throw badRequest(`The body nests deeper than ${jsonDepthMax} levels.`)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      at.push(i)
      refuseHostile(value[i], at)
      at.pop()
    }
    return
  }
  for (const key of Object.keys(value)) {
    if (isHostile(key)) refuseHostileText(key, `A key of ${pathOf(at) || 'the body'}`)
    at.push(key)
    if (key === '__proto__') throw badRequest(`The key ${pathOf(at)} is not allowed.`)
    refuseHostile((value as Record<string, unknown>)[key], at)
    at.pop()
  }
}

const isHostile = (text: string): boolean => text.includes('\0') || !text.isWellFormed()

const pathOf = (at: readonly (string | number)[]): string =>
  at.reduce<string>(
    (path, each) => (typeof each === 'number' ? `${path}[${each}]` : path ? `${path}.${each}` : each),
    '',
  )
