/**
 * Watches whether a caller may continue what it began with a token: a live connection, a call that waits for a device,
 * a response in progress. All of them use the same check: when the user, one of its sessions, the customer or the
 * tenant changes, the token is checked again.
 */

import { forbidden } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import type { ChangeListener, ChangeStream } from '../changes/change-stream.ts'
import { type Scope, sameRights } from './scope.ts'

/** Rights that a token grants. */
export interface Grant {
  readonly scope: Scope
  /** Expiry of the token, epoch ms. */
  readonly expiresMs: number
}

/** `signedOut`: the token is no longer valid. `changed`: it grants other rights. */
export interface CallerEnding {
  readonly kind: 'signedOut' | 'changed'
  /** Error for the response. */
  readonly error: unknown
}

export interface CallerWatchDeps {
  readonly live: Pick<ChangeStream, 'watchEntity' | 'position'>
  /** Reads the grant of an access token. Throws when the token isn't valid, or no longer. */
  readonly grantOfToken: (token: string) => Promise<Grant>
}

export interface WatchedCaller {
  readonly scope: Scope
  /** Current token: a live connection may receive a newer one. */
  readonly token: () => string
  /** Called once. */
  readonly onEnd: (ending: CallerEnding) => void
}

export interface CallerWatch {
  /** null: as far as known, the caller may continue. */
  readonly ended: CallerEnding | null
  /** Checks the token. Resolves when `ended` is up to date. */
  check(): Promise<void>
  stop(): void
}

export type CallerWatches = ReturnType<typeof createCallerWatches>

export function createCallerWatches({ live, grantOfToken }: CallerWatchDeps) {
  /** null: the token still grants the same rights. */
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

    /** Runs one check at a time; a change during a check causes another one. */
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
    /** Position of the change stream: while it is unchanged, no rights have changed. */
    get position() {
      return live.position
    },
  }
}

/** IDs of the entities whose changes may affect the caller's rights. */
function idsOf(scope: Scope): readonly string[] {
  const ids = [scope, ...(scope.makers ?? [])].flatMap(({ userId, tenantId, customerId }) => [
    userId,
    tenantId,
    customerId,
  ])
  if (scope.share) ids.push(scope.share.dashboardId)
  return [...new Set(ids)].filter((id) => id !== NIL_UUID)
}
