/**
 * The caller of a call, while the call goes on. A call may take long: its body comes slowly, it waits for its turn or for a
 * device, its answer is on its way for minutes. Whoever is signed out meanwhile, or loses rights, gets nothing from it any
 * more:
 *
 * - it does not begin after its body has come or its turn has;
 * - one that waits ends at once, one that works in steps before the next step;
 * - what it read is not answered, and an answer on its way is broken off.
 *
 * A call that changes something and works on without a step is answered: it may be what signed its caller out.
 */

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallerWatch, CallerWatches } from '../access/caller-watch.ts'
import type { Scope } from '../access/scope.ts'
import { guarded } from '../guard/work.ts'
import { bearerTokenOf } from './bearer-token.ts'

export interface WatchedCallDeps {
  readonly callers: CallerWatches
  readonly scope: Scope
  /** Of the change stream, before the token was looked at. */
  readonly signedInAt: number
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Of the route: its body is read by the call itself. */
  readonly bodyStream: boolean
}

export interface WatchedCall {
  /** Throws what is to be answered when the caller may not go on; undefined: nothing has changed. */
  require(): Promise<void> | undefined
  /** Aborted with what is to be answered. From the first look at it on the caller is watched. */
  readonly signal: AbortSignal
  /** The answer is on its way, and may be for long. */
  sending(): void
  /** The call was handled; what is left is sent. */
  handled(): void
  failed(): void
}

/** Of a call whose caller nobody watches. */
export const unwatchedCall = (): WatchedCall => ({
  require: () => undefined,
  signal: new AbortController().signal,
  sending() {},
  handled() {},
  failed() {},
})

/** Most calls end within a turn: they are only looked at when something has changed. */
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
        // Whatever takes it learns that it ends before its time.
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
    // Who waited may have a token whose time is over, which no change tells.
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

/** What the work answers; as soon as it is aborted, the reason. */
export function orAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}
