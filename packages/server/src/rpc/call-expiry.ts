/** Ends persistent calls whose time is over: one timer for the call that expires next. */

import type { Rpc } from '@sonde/model/rpc/rpc'
import type { TransportLog } from '../activity/transport-log.ts'
import type { Clock } from '../clock.ts'
import { StoreFailed } from '../storage/storage.ts'
import type { RpcStore } from './rpc-store.ts'
import { timerMsMax } from './timer-limit.ts'

/** Expired calls that are read at once, per state. */
const expiredAtOnceMax = 200
/** How far behind the clock the store is searched again, for calls whose commit took its time. */
const overlapMs = 60_000

/** `idle`: no open call is known to expire. `waiting`: for the one that expires next. `closed`: for good. */
type State =
  | { readonly at: 'idle' }
  | { readonly at: 'waiting'; readonly untilMs: number; readonly timer: NodeJS.Timeout }
  | { readonly at: 'closed' }

export interface CallExpiryDeps {
  readonly store: Pick<RpcStore, 'nextExpiration' | 'expired'>
  readonly clock: Clock
  readonly log: TransportLog
  /** After a failure it tries again so many ms later. */
  readonly retryMs: number
  readonly expire: (rpc: Rpc) => Promise<void>
}

export interface CallExpiry {
  /** A call expires then (epoch ms). */
  wakeAt(ms: number): void
  /** Wakes when the next open call of the store expires. */
  watch(): Promise<void>
  close(): void
}

export function createCallExpiry({ store, clock, log, retryMs, expire }: CallExpiryDeps): CallExpiry {
  let state: State = { at: 'idle' }
  /** Nothing open expires up to here, epoch ms. */
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
      // A store that refuses has said so itself.
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
