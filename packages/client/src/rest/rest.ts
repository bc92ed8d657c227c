/**
 * API calls as the signed-in user.
 *
 * If the token has expired, it is refreshed and the call is sent once more. On 429, the call is retried after 1 to 4 s
 * if the caller allows it. Every other failure rejects with an `ApiError`.
 */

import { ErrorCode } from '@sonde/model/errors'
import type { Session } from '../session/session.ts'
import { ApiError } from './api-error.ts'
import { type AnswerKind, type HttpDeps, httpCall, type Method, type Query } from './http-call.ts'

export interface RequestOptions {
  readonly query?: Query
  /** Sent as JSON. */
  readonly body?: unknown
  /** JSON text that is sent unchanged, instead of `body`. */
  readonly jsonText?: string
  /** Files, sent as `multipart/form-data` instead of `body`. */
  readonly form?: FormData
  /** Header `If-Match`: the call is rejected with 412 unless the resource has this tag. */
  readonly ifMatch?: string
  /** Suppresses the central error handling (toast, dialog): the caller shows the failure. */
  readonly ignoreErrors?: boolean
  /** Excludes the call from the loading bar. */
  readonly ignoreLoading?: boolean
  /** Retries after 429. */
  readonly resendRequest?: boolean
  readonly signal?: AbortSignal
  /** Sends no token, for calls that require no sign-in. */
  readonly anonymous?: boolean
  /** `fetch` for this call, such as one that reports upload progress or sends many calls at once. */
  readonly fetch?: typeof globalThis.fetch
  /** Default: `json`. */
  readonly answer?: AnswerKind
}

/**
 * Common options, the last argument of every call: abort signal, suppression of the hooks, retries after 429, and
 * another `fetch`.
 */
export type CallOptions = Pick<RequestOptions, 'signal' | 'ignoreErrors' | 'ignoreLoading' | 'resendRequest' | 'fetch'>

export interface RequestInfo {
  readonly method: Method
  readonly path: string
  readonly options: RequestOptions
}

export interface RequestHooks {
  /** Not called for requests with `ignoreLoading`. Each call is followed by exactly one `onRequestEnd`. */
  readonly onRequestStart?: (request: RequestInfo) => void
  readonly onRequestEnd?: (request: RequestInfo) => void
  /** Called for every failure that is neither ignored nor aborted; the caller gets the error too. */
  readonly onRequestError?: (error: unknown, request: RequestInfo) => void
}

export interface RestDeps extends HttpDeps, RequestHooks {
  readonly session: Session
  /** Resolves after `ms`, or rejects with the signal's reason if it aborts first. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** Random number in [0, 1). */
  readonly random?: () => number
}

export interface Rest {
  /**
   * Returns the response body. Throws `ApiError` (rejected by the server, or status 0 if it can't be reached),
   * `SessionError` (sign in again), or the signal's reason.
   */
  request<T>(method: Method, path: string, options?: RequestOptions): Promise<T>
}

/** Delay before a retry after 429, ms: this, plus up to the spread. */
export const resendDelayMs = 1000
export const resendSpreadMs = 3000
/** Maximum retries after 429. */
export const resendsMax = 5

export function createRest(deps: RestDeps): Rest {
  const { session, onRequestStart, onRequestEnd, onRequestError } = deps
  const wait = deps.wait ?? waitFor
  const random = deps.random ?? Math.random

  async function send<T>(method: Method, path: string, options: RequestOptions): Promise<T> {
    const { query, body, jsonText, form, ifMatch, signal, answer } = options
    const call = { method, path, query, body, jsonText, form, ifMatch, signal, answer }
    const http = options.fetch ? { ...deps, fetch: options.fetch } : deps
    let renewed = false
    let resends = 0
    let token = options.anonymous ? null : await session.accessToken()
    for (;;) {
      try {
        return await httpCall<T>(http, { ...call, token })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const expired = error.status === 401 && error.errorCode === ErrorCode.JWT_TOKEN_EXPIRED
        if (expired && token !== null && !renewed) {
          renewed = true
          token = await session.refresh(token)
        } else if (error.status === 429 && options.resendRequest && resends < resendsMax) {
          resends++
          await wait(resendDelayMs + random() * resendSpreadMs, signal)
        } else {
          throw error
        }
      }
    }
  }

  async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
    const info: RequestInfo = { method, path, options }
    if (!options.ignoreLoading) onRequestStart?.(info)
    try {
      return await send<T>(method, path, options)
    } catch (error) {
      if (!options.ignoreErrors && !options.signal?.aborted) onRequestError?.(error, info)
      throw error
    } finally {
      if (!options.ignoreLoading) onRequestEnd?.(info)
    }
  }

  return { request }
}

const waitFor = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
