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
class UnwatchedCall implements WatchedCall {
  get signal(): AbortSignal {
    return new AbortController().signal
  }

  require(): undefined {
    return undefined
  }

  sending(): void {}
  handled(): void {}
  failed(): void {}
}

export const unwatchedCall: WatchedCall = new UnwatchedCall()

/**
 * Most calls end within a turn: permissions are checked only if something has changed. A class like `CallBudgetOf` in
 * call-budgets.ts.
 */
class WatchedCallOf implements WatchedCall {
  readonly #deps: WatchedCallDeps
  #seenTo: number
  #watched: { readonly caller: CallerWatch; readonly controller: AbortController } | null = null
  #isSending = false

  constructor(deps: WatchedCallDeps) {
    this.#deps = deps
    this.#seenTo = deps.signedInAt
    if (deps.bodyStream) this.#watch()
  }

  get signal(): AbortSignal {
    return this.#watch().controller.signal
  }

  require(): Promise<void> | undefined {
    // After waiting, the token may have expired, which no change event reports.
    const isChanged = this.#watched !== null || this.#deps.callers.position !== this.#seenTo
    return isChanged ? this.#look(this.#watched?.caller) : undefined
  }

  sending(): void {
    this.#isSending = true
    this.#watch()
  }

  handled(): void {
    const { raw } = this.#deps.reply
    if (raw.writableEnded || raw.destroyed) this.#watched?.caller.stop()
    else {
      this.#isSending = true
      raw.once('close', guarded(this.#watch().caller.stop))
    }
  }

  failed(): void {
    this.#watched?.caller.stop()
  }

  #token(): string {
    return bearerTokenOf(this.#deps.request) ?? ''
  }

  #watch() {
    if (this.#watched) return this.#watched
    const { callers, scope, request, reply, bodyStream } = this.#deps
    const { raw } = reply
    const controller = new AbortController()
    const caller = callers.watch({
      scope,
      token: () => this.#token(),
      onEnd: ({ error }) => {
        controller.abort(error)
        if ((this.#isSending || raw.headersSent) && !raw.writableEnded) raw.destroy()
        // The code that reads the body sees the connection end early.
        else if (bodyStream && !request.raw.complete) request.raw.destroy()
      },
    })
    this.#watched = { caller, controller }
    if (callers.position !== this.#seenTo) void caller.check()
    return this.#watched
  }

  async #look(caller: CallerWatch | undefined): Promise<void> {
    const { callers, scope } = this.#deps
    this.#seenTo = callers.position
    await caller?.check()
    const ending = caller ? caller.ended : await callers.endingOf(scope, this.#token())
    if (ending) throw ending.error
  }
}

export const watchCall = (deps: WatchedCallDeps): WatchedCall => new WatchedCallOf(deps)

/** Resolves with the result of the work; rejects with the abort reason as soon as the signal is aborted. */
export function orAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}
