/** What the page does when a call fails: one table for all calls (seed 1, section 8). */

import { ApiError, SessionError } from '@sonde/client'
import { ErrorCode } from '@sonde/model/errors'
import type { Translate } from '../locale/texts.ts'

export type ErrorReaction =
  | { readonly kind: 'none' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'toast'; readonly text: string }

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
  return { kind: 'toast', text: error.message || t('shell.unhandledError', { status: error.status }) }
}
