/**
 * Bodies as they come in: JSON for most routes, plain text for those that read it themselves.
 *
 * Text that no store or page could hold is refused here with the name of its field: NUL, halves of surrogate pairs, and
 * keys that would change an object's prototype.
 */

import { badRequest, DomainError, ErrorCode } from '@sonde/model/errors'

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
  // Only escapes can smuggle these in, so nearly every body is spared the walk.
  if (text.includes('__proto__') || text.includes('\\u')) refuseHostile(value, '')
  return value
}

const reason = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** Throws 400 with the field's name when a text cannot be kept. */
export function refuseHostileText(text: string, field: string): void {
  if (text.includes('\0')) throw badRequest(`${field || 'The body'} contains a NUL character; take it out.`)
  if (!text.isWellFormed()) throw badRequest(`${field || 'The body'} contains half of a surrogate pair; take it out.`)
}

function refuseHostile(value: unknown, path: string): void {
  const waiting: { readonly value: unknown; readonly path: string }[] = [{ value, path }]
  // Not recursive: a body may nest deeper than the stack goes.
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: current, path: at } = next
    if (typeof current === 'string') refuseHostileText(current, at)
    else if (Array.isArray(current)) {
      for (const [i, item] of current.entries()) waiting.push({ value: item, path: `${at}[${i}]` })
    } else if (typeof current === 'object' && current !== null) {
      for (const [key, item] of Object.entries(current)) {
        const field = at === '' ? key : `${at}.${key}`
        if (key === '__proto__') throw badRequest(`The key ${field} is not allowed.`)
        refuseHostileText(key, `A key of ${at || 'the body'}`)
        waiting.push({ value: item, path: field })
      }
    }
  }
}
