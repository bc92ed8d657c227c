/**
 * Token of a live connection: the connection ends when the token expires, unless the client sends a newer one in time.
 *
 * `{"authCmd": {"cmdId": 7, "token": "…"}}`, in a frame of its own, is answered with `cmdUpdateType` `AUTH`. A rejected
 * token changes nothing: the previous one stays valid until it expires.
 */

import { type AuthUpdate, LiveErrorCode } from '@sonde/model/entity-query/live-updates'
import { DomainError } from '@sonde/model/errors'
import { type Scope, sameRights } from '../access/scope.ts'
import type { Clock } from '../clock.ts'

/** Permissions of a token. */
export interface SocketGrant {
  readonly scope: Scope
  /** Epoch ms. */
  readonly expiresMs: number
}

export interface SocketTokenDeps {
  readonly token: string
  readonly grant: SocketGrant
  readonly grantOfToken: (token: string) => Promise<SocketGrant>
  readonly clock: Clock
  readonly answer: (update: AuthUpdate) => void
  /** The token has expired. */
  readonly onEnd: () => void
}

export interface SocketToken {
  /** The current token. */
  readonly current: string
  /** Handles an `authCmd` frame; returns false for any other frame. */
  receive(text: string): boolean
  stop(): void
}

const startsWithCommand = /^\s*\{\s*"authCmd"\s*:/
/** Longer texts contain no token; such frames are rejected without parsing. */
const frameCharactersMax = 8_192
/** Maximum delay of Node's timers. */
const timerMsMax = 2 ** 31 - 1

export function createSocketToken(deps: SocketTokenDeps): SocketToken {
  const { grant, grantOfToken, clock, answer, onEnd } = deps
  let current = deps.token
  let timer: NodeJS.Timeout | undefined
  let isChecking = false
  let isStopped = false

  function endAt(expiresMs: number) {
    clearTimeout(timer)
    if (isStopped) return
    const leftMs = expiresMs - clock.nowMs()
    if (leftMs <= 0) return onEnd()
    timer = setTimeout(() => endAt(expiresMs), Math.min(leftMs, timerMsMax))
    timer.unref()
  }

  const reject = (cmdId: number, errorCode: number, errorMsg: string) =>
    answer({ cmdId, cmdUpdateType: 'AUTH', errorCode, errorMsg })

  async function renew(cmdId: number, token: string): Promise<void> {
    try {
      const { scope, expiresMs } = await grantOfToken(token)
      if (!sameRights(scope, grant.scope)) {
        return reject(
          cmdId,
          LiveErrorCode.UNAUTHORIZED,
          'The token has other rights than this connection. Connect again.',
        )
      }
      current = token
      endAt(expiresMs)
      answer({ cmdId, cmdUpdateType: 'AUTH', errorCode: LiveErrorCode.NONE, errorMsg: null })
    } catch (error) {
      const words = error instanceof DomainError ? error.message : 'The token couldn’t be checked. Try again.'
      reject(cmdId, error instanceof DomainError ? LiveErrorCode.UNAUTHORIZED : LiveErrorCode.INTERNAL, words)
    }
  }

  endAt(grant.expiresMs)

  return {
    get current() {
      return current
    },
    receive(text) {
      if (!startsWithCommand.test(text)) return false
      const command = text.length > frameCharactersMax ? undefined : commandOf(text)
      if (!command) {
        reject(0, LiveErrorCode.BAD_REQUEST, 'authCmd must be an object with an integer cmdId and a token.')
      } else if (isChecking) {
        reject(command.cmdId, LiveErrorCode.BAD_REQUEST, 'Another token is being checked. Try again in a moment.')
      } else {
        isChecking = true
        void renew(command.cmdId, command.token).finally(() => {
          isChecking = false
        })
      }
      return true
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function commandOf(text: string): { readonly cmdId: number; readonly token: string } | undefined {
  let frame: unknown
  try {
    frame = JSON.parse(text)
  } catch {
    return undefined
  }
  const { cmdId, token } = Object((frame as { authCmd?: unknown } | null)?.authCmd) as Record<string, unknown>
  return Number.isInteger(cmdId) && typeof token === 'string' ? { cmdId: cmdId as number, token } : undefined
}
