/** How the page reacts to a failed request: shows a toast or a dialog, or leaves the error to its caller. */

import { ApiError, SessionError } from '@sonde/client'
import { ErrorCode } from '@sonde/model/errors'
import type { Translate } from '../locale/texts.ts'

export type ErrorReaction =
  | { readonly kind: 'none' }
  | { readonly kind: 'forbidden' }
  | {
      readonly kind: 'toast'
      readonly text: string /** Ms to wait before showing the text, from the response. */
      readonly delayMs?: number
    }

/** Maximum delay that a response can request, ms. */
const delayMsMax = 60_000

const none: ErrorReaction = { kind: 'none' }

export function reactionTo(error: unknown, path: string, t: Translate): ErrorReaction {
  // The sign-out that follows explains the error.
  if (error instanceof SessionError) return none
  if (!(error instanceof ApiError)) return { kind: 'toast', text: t('shell.unexpectedError') }
  if (error.status === 0) return { kind: 'toast', text: t('shell.unableToConnect') }
  if (error.status === 401) {
    return error.errorCode === ErrorCode.CREDENTIALS_EXPIRED ? none : { kind: 'toast', text: error.message }
  }
  if (error.status === 403) return { kind: 'forbidden' }
  // Callers report the outcome of RPC calls themselves.
  if (path.startsWith('/api/rpc/') || path.startsWith('/api/plugins/rpc/')) return none
  if (error.status === 404) {
    return {
      kind: 'toast',
      text: t('shell.notFound', { call: `${error.method} ${error.path}`, message: error.message }),
    }
  }
  const text = error.body === undefined ? t('shell.unhandledError', { status: error.status }) : error.message
  const delayMs = delayOf(error.body)
  return delayMs === 0 ? { kind: 'toast', text } : { kind: 'toast', text, delayMs }
}

/** `timeout` of the response in ms; 0 if absent. */
function delayOf(body: unknown): number {
  const { timeout } = (typeof body === 'object' && body !== null ? body : {}) as { timeout?: unknown }
  return typeof timeout === 'number' && timeout > 0 ? Math.min(timeout, delayMsMax) : 0
}
