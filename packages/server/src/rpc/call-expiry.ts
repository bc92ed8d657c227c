/** Expires persistent calls, with one timer for the call that expires next. */

import type { Rpc } from '@sonde/model/rpc/rpc'
import type { TransportLog } from '../activity/transport-log.ts'
import type { Clock } from '../clock.ts'
import { StoreFailed } from '../storage/storage.ts'
import type { RpcStore } from './rpc-store.ts'
import { timerMsMax } from './timer-limit.ts'

/** Expired calls per read and state. */
const expiredAtOnceMax = 200
/** How far before the current time the store is searched again, ms, for calls whose commit was delayed. */
const overlapMs = 60_000

/** `idle`: no open call is known to expire. `waiting`: waits for the next expiration. `closed`: permanently stopped. */
type State =
  | { readonly at: 'idle' }
  | { readonly at: 'waiting'; readonly untilMs: number; readonly timer: NodeJS.Timeout }
  | { readonly at: 'closed' }

export interface CallExpiryDeps {
  readonly store: Pick<RpcStore, 'nextExpiration' | 'expired'>
  readonly clock: Clock
  readonly log: TransportLog
  /** Delay of a retry after a failure, ms. */
  readonly retryMs: number
  readonly expire: (rpc: Rpc) => Promise<void>
}

export interface CallExpiry {
  /** Schedules a check at the expiration of a call (epoch ms). */
  wakeAt(ms: number): void
  /** Schedules a check at the next expiration of an open call in the store. */
  watch(): Promise<void>
  close(): void
}

export function createCallExpiry({ store, clock, log, retryMs, expire }: CallExpiryDeps): CallExpiry {
  let state: State = { at: 'idle' }
  /** All calls that expire up to here are handled, epoch ms. */
  let expiredUntilMs = 0

  function wakeAt(ms: number) {
    if (state.at === 'closed') return
    if (state.at === 'waiting') {
      if (ms >= state.untilMs) return
      clearTimeout(state.timer)
    }
    const timer = setTimeout(() => void expireDue(), Math.min(Math.max(0, ms - clock.nowMs()), timerMsMax))
    timer.unref()
    state = { at: 'waiting', untilMs: ms, timer }
  }

  async function watch() {
    const next = await store.nextExpiration(expiredUntilMs)
    if (next !== null) wakeAt(next)
  }

  const isClosed = () => state.at === 'closed'

  async function expireDue() {
    if (isClosed()) return
    state = { at: 'idle' }
    try {
      const nowMs = clock.nowMs()
      const expired = await store.expired(expiredUntilMs, nowMs, expiredAtOnceMax)
      for (const rpc of expired) await expire(rpc)
      if (expired.length < expiredAtOnceMax) expiredUntilMs = Math.max(expiredUntilMs, nowMs - overlapMs)
      await watch()
    } catch (error) {
      if (isClosed()) return
      // The store logs its own failures.
      if (!(error instanceof StoreFailed)) log.error({ err: error }, 'Failed to save expired RPC calls.')
      wakeAt(clock.nowMs() + retryMs)
    }
  }

  return {
    wakeAt,
    watch,
    close() {
      if (state.at === 'waiting') clearTimeout(state.timer)
      state = { at: 'closed' }
    },
  }
}
