/** What the page does when a call fails: one table for all calls (seed 1, section 8). */

import { ApiError, SessionError } from '@sonde/client'
import { ErrorCode } from '@sonde/model/errors'
import type { Translate } from '../locale/texts.ts'

export type ErrorReaction =
  | { readonly kind: 'none' }
  | { readonly kind: 'forbidden' }
  | {
      readonly kind: 'toast'
      readonly text: string /** Shown that much later, as the platform asked. */
      readonly delayMs?: number
    }

/** The longest that an answer may hold its message back. */
const delayMsMax = 60_000

const none: ErrorReaction = { kind: 'none' }

export function reactionTo(error: unknown, path: string, t: Translate): ErrorReaction {
  // The forced logout says it.
  if (error instanceof SessionError) return none
  if (!(error instanceof ApiError)) return { kind: 'toast', text: t('shell.unexpectedError') }
  if (error.status === 0) return { kind: 'toast', text: t('shell.unableToConnect') }
  if (error.status === 401) {
    return error.errorCode === ErrorCode.CREDENTIALS_EXPIRED ? none : { kind: 'toast', text: error.message }
  }
  if (error.status === 403) return { kind: 'forbidden' }
  // Calls to devices say themselves how they ended.
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

/** Ms that the answer names as `timeout`; 0 when it names none. */
function delayOf(body: unknown): number {
  const { timeout } = (typeof body === 'object' && body !== null ? body : {}) as { timeout?: unknown }
  return typeof timeout === 'number' && timeout > 0 ? Math.min(timeout, delayMsMax) : 0
}
