/**
 * Watches the permissions of a caller while its call is in progress. A call may take long: its body arrives slowly, it
 * waits to be scheduled or for a device, or its response takes minutes. A caller that is signed out or loses rights
 * during the call gets no further data:
 * - a call that waits for its body or to be scheduled doesn't start;
 * - a waiting call ends at once, a call that works in steps before its next step;
 * - data that was read isn't sent, and a response in transmission is aborted.
 *
 * A call that makes a change and runs without steps is answered: it may be the one that signed its caller out.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallerWatch, CallerWatches } from '../access/caller-watch.ts'
import type { Scope } from '../access/scope.ts'
import { guarded } from '../guard/work.ts'
import { bearerTokenOf } from './bearer-token.ts'

export interface WatchedCallDeps {
  readonly callers: CallerWatches
  readonly scope: Scope
  /** Position of the change stream before the token was checked. */
  readonly signedInAt: number
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** True when the route reads the body itself. */
  readonly bodyStream: boolean
}

export interface WatchedCall {
  /** Throws the error to respond with when the caller has lost its permission; undefined: nothing has changed. */
  require(): Promise<void> | undefined
  /** Aborted with the error to respond with. The caller is watched from the first access to this property. */
  readonly signal: AbortSignal
  /** The response is being sent, which may take long. */
  sending(): void
  /** The handler has returned; the response remains to be sent. */
  handled(): void
  failed(): void
}

/** For calls whose caller isn't watched. */
export const unwatchedCall = (): WatchedCall => ({
  require: () => undefined,
  signal: new AbortController().signal,
  sending() {},
  handled() {},
  failed() {},
})

/** Most calls end within a turn: permissions are checked only if something has changed. */
export function watchCall(deps: WatchedCallDeps): WatchedCall {
  const { callers, scope, request, reply, bodyStream } = deps
  const { raw } = reply
  const token = () => bearerTokenOf(request) ?? ''
  let seenTo = deps.signedInAt
  let watched: { readonly caller: CallerWatch; readonly controller: AbortController } | null = null
  let isSending = false

  function watch() {
    if (watched) return watched
    const controller = new AbortController()
    const caller = callers.watch({
      scope,
      token,
      onEnd({ error }) {
        controller.abort(error)
        if ((isSending || raw.headersSent) && !raw.writableEnded) raw.destroy()
        // The code that reads the body sees the connection end early.
        else if (bodyStream && !request.raw.complete) request.raw.destroy()
      },
    })
    watched = { caller, controller }
    if (callers.position !== seenTo) void caller.check()
    return watched
  }

  async function look(caller: CallerWatch | undefined) {
    seenTo = callers.position
    await caller?.check()
    const ending = caller ? caller.ended : await callers.endingOf(scope, token())
    if (ending) throw ending.error
  }

  if (bodyStream) watch()
  return {
    // After waiting, the token may have expired, which no change event reports.
    require: () => (watched || callers.position !== seenTo ? look(watched?.caller) : undefined),
    get signal() {
      return watch().controller.signal
    },
    sending() {
      isSending = true
      watch()
    },
    handled() {
      if (raw.writableEnded || raw.destroyed) return watched?.caller.stop()
      isSending = true
      raw.once('close', guarded(watch().caller.stop))
    },
    failed: () => watched?.caller.stop(),
  }
}

/** Resolves with the result of the work; rejects with the abort reason as soon as the signal is aborted. */
export function orAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}
