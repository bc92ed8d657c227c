/**
 * Calls to the platform as the signed-in user.
 *
 * An expired token is renewed and the call sent once more; a call answered with 429 is sent again after 1 to
 * 4 s when its caller wants that. Everything else rejects with an `ApiError`.
 */

import { ErrorCode } from '@sonde/model/errors'
import type { Session } from '../session/session.ts'
import { ApiError } from './api-error.ts'
import { type AnswerKind, type HttpDeps, httpCall, type Method, type Query } from './http-call.ts'

export interface RequestOptions {
  readonly query?: Query
  /** Sent as JSON. */
  readonly body?: unknown
  /** JSON text that is sent as it stands, instead of `body`. */
  readonly jsonText?: string
  /** Files, sent as `multipart/form-data` instead of `body`. */
  readonly form?: FormData
  /** No central reaction (toast, dialog) to a failure: the caller shows it. */
  readonly ignoreErrors?: boolean
  /** Not counted by the loading bar. */
  readonly ignoreLoading?: boolean
  /** Send again after 429. */
  readonly resendRequest?: boolean
  readonly signal?: AbortSignal
  /** Without a token, for calls open to anyone. */
  readonly anonymous?: boolean
  /** Sends this one call: such as with progress of the upload. */
  readonly fetch?: typeof globalThis.fetch
  /** `json` when absent. */
  readonly answer?: AnswerKind
}

/** What every call takes as its last argument: a signal that ends it, silence towards the hooks, patience after 429. */
export type CallOptions = Pick<RequestOptions, 'signal' | 'ignoreErrors' | 'ignoreLoading' | 'resendRequest'>

export interface RequestInfo {
  readonly method: Method
  readonly path: string
  readonly options: RequestOptions
}

export interface RequestHooks {
  /** Not called for requests that ignore loading; `onRequestEnd` follows exactly once. */
  readonly onRequestStart?: (request: RequestInfo) => void
  readonly onRequestEnd?: (request: RequestInfo) => void
  /** Every failure that is not ignored and not aborted; the caller gets it too. */
  readonly onRequestError?: (error: unknown, request: RequestInfo) => void
}

export interface RestDeps extends HttpDeps, RequestHooks {
  readonly session: Session
  /** Resolves after `ms`; rejects with the signal's reason when that comes first. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** In [0, 1). */
  readonly random?: () => number
}

export interface Rest {
  /**
   * The answer's body. Throws `ApiError` (what the platform refused, or status 0 when it cannot be reached),
   * `SessionError` (sign in again), or the signal's reason.
   */
  request<T>(method: Method, path: string, options?: RequestOptions): Promise<T>
}

/** Ms before a request is sent again after 429: this, plus up to the spread. */
export const resendDelayMs = 1000
export const resendSpreadMs = 3000
/** Times that a request is sent again after 429. */
export const resendsMax = 5

export function createRest(deps: RestDeps): Rest {
  const { session, onRequestStart, onRequestEnd, onRequestError } = deps
  const wait = deps.wait ?? waitFor
  const random = deps.random ?? Math.random

  async function send<T>(method: Method, path: string, options: RequestOptions): Promise<T> {
    const { query, body, jsonText, form, signal, answer } = options
    const call = { method, path, query, body, jsonText, form, signal, answer }
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
