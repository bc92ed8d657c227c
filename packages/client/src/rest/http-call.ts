/** Single HTTP request to the server: no session, no retries. */

import { parseJson } from '@sonde/model/exact-json'
import { ApiError } from './api-error.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One parameter for each text, for texts that may contain commas. */
export interface Repeated {
  readonly repeated: readonly string[]
}

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[] | Repeated
/** Null and undefined values are left out; lists are joined by commas. */
export type Query = Readonly<Record<string, QueryValue>>

export interface HttpCall {
  readonly method: Method
  readonly path: string
  readonly query?: Query
  /** Sent as JSON. */
  readonly body?: unknown
  /** JSON text that is sent unchanged, instead of `body`. */
  readonly jsonText?: string
  /** Files, sent as `multipart/form-data` instead of `body`. */
  readonly form?: FormData
  readonly token?: string | null
  /** Header `If-Match`. */
  readonly ifMatch?: string
  readonly signal?: AbortSignal
  readonly answer?: AnswerKind
}

/**
 * Form of the result: the body as JSON, the body as text, or the unread `Response`. With `response`, redirects are
 * returned and not followed.
 */
export type AnswerKind = 'json' | 'text' | 'response'

export interface HttpDeps {
  /** Origin without a trailing slash; empty: the page's origin. */
  readonly baseUrl: string
  readonly fetch: typeof globalThis.fetch
}

export function pathWithQuery(path: string, query: Query | undefined): string {
  if (!query) return path
  const parts: string[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue
    const texts = isRepeated(value) ? value.repeated : [Array.isArray(value) ? value.join(',') : String(value)]
    for (const text of texts) parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(text)}`)
  }
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}

const isRepeated = (value: QueryValue): value is Repeated =>
  typeof value === 'object' && value !== null && 'repeated' in value

/**
 * Returns the response body; undefined if it is empty. Throws `ApiError`; an aborted call throws the signal's reason.
 */
export async function httpCall<T>(deps: HttpDeps, call: HttpCall): Promise<T> {
  const { method, path } = call
  // Destructured because browsers reject a `fetch` that is called as a method of another object.
  const { baseUrl, fetch } = deps
  const headers: Record<string, string> = { accept: 'application/json, text/plain, */*' }
  if (call.token) headers['X-Authorization'] = `Bearer ${call.token}`
  if (call.ifMatch !== undefined) headers['if-match'] = call.ifMatch
  const json = call.jsonText ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  if (json !== undefined && !call.form) headers['content-type'] = 'application/json'
  const body = call.form ?? json

  let status: number
  let text: string
  try {
    const response = await fetch(baseUrl + pathWithQuery(path, call.query), {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(call.signal ? { signal: call.signal } : {}),
      ...(call.answer === 'response' ? { redirect: 'manual' } : {}),
    })
    status = response.status
    // Browsers report status 0 for a redirect that isn't followed.
    if (call.answer === 'response' && status < 400) return response as T
    text = await response.text()
  } catch (cause) {
    if (call.signal?.aborted) throw call.signal.reason
    throw new ApiError({ status: 0, message: 'Can’t reach the server.', method, path }, { cause })
  }
  if (status >= 200 && status < 300) {
    if (text === '') return undefined as T
    return (call.answer === 'text' ? text : jsonOr(text)) as T
  }
  throw rejection(status, text, method, path)
}

function jsonOr(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function rejection(status: number, text: string, method: string, path: string): ApiError {
  const body = text === '' ? undefined : jsonOr(text)
  const named: Record<string, unknown> =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const message =
    typeof named.message === 'string' && named.message !== ''
      ? named.message
      : typeof body === 'string' && body.length <= 500
        ? body
        : `The platform answered ${status}.`
  return new ApiError({
    status,
    message,
    method,
    path,
    body,
    ...(typeof named.errorCode === 'number' ? { errorCode: named.errorCode } : {}),
  })
}
