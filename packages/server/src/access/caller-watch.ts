/**
 * Watches whether somebody may go on with what was begun with a token: a live connection, a call that waits for a device,
 * an answer that is on its way. One place decides for all of them: when the user, one of its sessions, the customer or the
 * tenant changes, the token is looked at again.
 */

import { forbidden } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import type { ChangeListener, ChangeStream } from '../changes/change-stream.ts'
import { type Scope, sameRights } from './scope.ts'

/** What a token allows. */
export interface Grant {
  readonly scope: Scope
  /** When the token ends, epoch ms. */
  readonly expiresMs: number
}

/** `signedOut`: the token allows nothing any more. `changed`: it allows something else. */
export interface CallerEnding {
  readonly kind: 'signedOut' | 'changed'
  /** To be answered. */
  readonly error: unknown
}

export interface CallerWatchDeps {
  readonly live: Pick<ChangeStream, 'watchEntity' | 'position'>
  /** What an access token allows. Throws when it is none, or no longer. */
  readonly grantOfToken: (token: string) => Promise<Grant>
}

export interface WatchedCaller {
  readonly scope: Scope
  /** The one that counts now: a live connection may get a newer one. */
  readonly token: () => string
  /** Called once. */
  readonly onEnd: (ending: CallerEnding) => void
}

export interface CallerWatch {
  /** Null: nothing is known against the caller. */
  readonly ended: CallerEnding | null
  /** Looks at the token, and resolves when `ended` is right. */
  check(): Promise<void>
  stop(): void
}

export type CallerWatches = ReturnType<typeof createCallerWatches>

export function createCallerWatches({ live, grantOfToken }: CallerWatchDeps) {
  /** Null: the token allows what it did. */
  async function endingOf(scope: Scope, token: string): Promise<CallerEnding | null> {
    try {
      const now = await grantOfToken(token)
      if (sameRights(now.scope, scope)) return null
      return { kind: 'changed', error: forbidden('Your rights have changed. Try again.') }
    } catch (error) {
      return { kind: 'signedOut', error }
    }
  }

  function watch({ scope, token, onEnd }: WatchedCaller): CallerWatch {
    let ended: CallerEnding | null = null
    let isStopped = false
    let checking: Promise<void> | null = null
    let isChanged = false

    function end(ending: CallerEnding) {
      stop()
      ended = ending
      onEnd(ending)
    }

    async function look() {
      do {
        isChanged = false
        const ending = await endingOf(scope, token())
        if (ending && !isStopped) end(ending)
      } while (isChanged && !isStopped)
    }

    /** One look at a time; what changes during it is looked at after it. */
    function check(): Promise<void> {
      isChanged = true
      checking ??= look().finally(() => {
        checking = null
      })
      return checking
    }

    // Neither alarms nor relations change rights, and a tenant may get many of both.
    const change: ChangeListener['change'] = ({ aspect }) => {
      if (aspect !== 'alarm' && aspect !== 'relation') void check()
    }
    const unwatch = idsOf(scope).map((id) => live.watchEntity(id, { change }))
    function stop() {
      isStopped = true
      for (const each of unwatch.splice(0)) each()
    }

    return {
      get ended() {
        return ended
      },
      check: () => (isStopped ? Promise.resolve() : check()),
      stop,
    }
  }

  return {
    watch,
    endingOf,
    /** While it stays the same, nobody's rights have changed. */
    get position() {
      return live.position
    },
  }
}

/** Whose changes may change what the caller may do. */
function idsOf(scope: Scope): readonly string[] {
  const ids = [scope, ...(scope.makers ?? [])].flatMap(({ userId, tenantId, customerId }) => [
    userId,
    tenantId,
    customerId,
  ])
  return [...new Set(ids)].filter((id) => id !== NIL_UUID)
}
