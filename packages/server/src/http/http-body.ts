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

/** Members and items of a body; to parse more of them would hold up everybody. */
export const jsonPartsMax = 500_000
/** Shorter bodies cannot have so many. */
const countedBytesMin = jsonPartsMax

/** Objects and lists within one another; what nests deeper could not even be answered. */
export const jsonDepthMax = 200

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The body of a route that reads its text itself. Throws 400 when the bytes are no UTF-8, and for JSON that no other
 * route would take.
 */
export function textOfBody(bytes: Uint8Array): string {
  const text = decoded(bytes)
  if (mayBeHostile(text)) {
    const value = parsedOrNothing(text)
    refuseHostile(value)
  }
  return text
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('The body is not valid UTF-8.')
  }
}

/** Whether JSON text must be looked at closely; nearly none must, so that uploads are parsed once. */
function mayBeHostile(text: string): boolean {
  // NUL and halves of pairs only stand in JSON as escapes; so may the letters of a key.
  return text.includes('\\u') || text.includes('__proto__') || nestsDeeply(text)
}

/** Whether so many brackets are open at once. Those in texts count too; that only costs time. */
function nestsDeeply(text: string): boolean {
  if (text.length < 2 * jsonDepthMax) return false
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 0x5b || c === 0x7b) {
      if (++depth > jsonDepthMax) return true
    } else if (c === 0x5d || c === 0x7d) depth--
  }
  return false
}

/** What is no JSON is the route's to refuse. */
function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
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
  if (bytes.length > countedBytesMin && hasManyParts(bytes)) {
    throw badRequest(`The body has more than ${jsonPartsMax} members and items; send less at once.`)
  }
  const text = decoded(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new DomainError(ErrorCode.BAD_REQUEST_PARAMS, `The body is not valid JSON: ${reason(cause)}`, { cause })
  }
  refuseHostile(value)
  return value
}

/** By commas; those in texts count too. */
function hasManyParts(bytes: Uint8Array): boolean {
  let commas = 0
  for (let at = bytes.indexOf(0x2c); at >= 0; at = bytes.indexOf(0x2c, at + 1)) {
    if (++commas > jsonPartsMax) return true
  }
  return false
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
