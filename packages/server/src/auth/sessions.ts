/**
 * Sessions: a sign-in continues as a chain of refresh tokens, each of which is used once.
 *
 * A refresh token that is used again has been copied, so the session ends for both holders. Only shortly after its use
 * it may be repeated, since the response may have been lost; the response then has the very same tokens. An access
 * token is valid while its session is active. Using a session writes nothing. The begin and the end of a session are
 * published as changes of the user: every process follows the change stream.
 */

import { entityId } from '@sonde/model/ids'
import type { ChangeStream } from '../changes/change-stream.ts'
import { createFollowedCache } from '../changes/followed-cache.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { Limits } from '../limits/limits.ts'
import type { Statement } from '../storage/relational.ts'
import { type EntityChange, RowsMismatch } from '../storage/storage.ts'
import { sessionsChange } from './account-notes.ts'
import type { Account } from './account-store.ts'
import type { SessionStore, StoredSession } from './session-store.ts'
import { refreshTokenSeconds } from './tokens.ts'

/** How long a used refresh token may be repeated, ms. */
export const refreshGraceMs = 10_000
/** Maximum users whose sessions are cached. */
const usersMax = 10_000
/** How long an access token may remain valid after another process ended its session, ms. With one process it is 0. */
export const sessionsStaleMsMax = 1_000
/** Maximum sessions whose last use is remembered. */
const usesMax = 100_000

/** Data that a pair of tokens is issued from. */
export interface SessionTokens {
  readonly sessionId: string
  readonly refreshId: string
  readonly issuedMs: number
}

export interface NewSession {
  readonly tokens: SessionTokens
  /** To be committed with the writes of the sign-in. */
  readonly statements: readonly Statement[]
  readonly changes: readonly EntityChange[]
}

export type RefreshOutcome =
  | { readonly kind: 'renewed'; readonly tokens: SessionTokens }
  | { readonly kind: 'ended' | 'reused' }

export interface SessionDeps {
  readonly store: SessionStore
  readonly commit: Commit
  readonly limits: Pick<Limits, 'of' | 'rejected'>
  readonly live: Pick<ChangeStream, 'watchAll' | 'position' | 'lagMs'>
  readonly clock: Clock
}

type SessionOwner = Pick<Account, 'userId' | 'tenantId' | 'customerId'>

export type Sessions = ReturnType<typeof createSessions>

export function createSessions({ store, commit, limits, live, clock }: SessionDeps) {
  const idsByUser = createFollowedCache<ReadonlySet<string>>({
    stream: live,
    entriesMax: usersMax,
    staleMsMax: sessionsStaleMsMax,
  })
  /** Last use by session ID, epoch ms. */
  const uses = new Map<string, number>()

  live.watchAll({
    change({ entity: { entityType, id }, kind }) {
      if (entityType === 'USER') idsByUser.forget(id)
      // Users are deleted with their customer and tenant.
      else if (kind === 'deleted' && (entityType === 'CUSTOMER' || entityType === 'TENANT')) idsByUser.clear()
    },
  })

  function noteUse(sessionId: string) {
    if (uses.size >= usesMax && !uses.has(sessionId)) uses.delete(uses.keys().next().value as string)
    uses.set(sessionId, clock.nowMs())
  }

  const readIds = async (userId: string) => new Set((await store.ofUser(userId)).map(({ id }) => id))

  /** Whether the session is active. Records its use. */
  async function isLive(userId: string, sessionId: string): Promise<boolean> {
    const ids = idsByUser.get(userId) ?? (await idsByUser.of(userId, () => readIds(userId)))
    const isIn = ids?.has(sessionId) ?? false
    if (isIn) noteUse(sessionId)
    return isIn
  }

  /** Writes that end sessions when they are committed. */
  function ending(account: SessionOwner, sessionIds: readonly string[]) {
    for (const id of sessionIds) uses.delete(id)
    return { statements: [store.remove(sessionIds)], changes: [sessionsChange(account)] }
  }

  /** Creates a session. If the user has too many, the least recently used ones end. */
  async function open(account: Account): Promise<NewSession> {
    const { userId, tenantId, tokensValidFrom } = account
    const nowMs = clock.nowMs()
    // After a password change in this very millisecond, `tokensValidFrom` is later than now: its own tokens must be
    // valid.
    const issuedMs = Math.max(nowMs, tokensValidFrom)
    const session: StoredSession = {
      id: newId(nowMs),
      userId,
      refreshId: newId(nowMs),
      previousId: null,
      refreshedTs: issuedMs,
      expiresTs: expiryOf(issuedMs),
    }
    const over = await idsToEnd(userId, tenantId, nowMs)
    const ended = over.length > 0 ? ending(account, over).statements : []
    return {
      tokens: tokensOf(session),
      statements: [...ended, store.insert(session)],
      changes: [sessionsChange(account)],
    }
  }

  async function idsToEnd(userId: string, tenantId: string, nowMs: number): Promise<string[]> {
    const sessions = await store.ofUser(userId)
    const expired = sessions.filter(({ expiresTs }) => expiresTs <= nowMs)
    const going = sessions.filter(({ expiresTs }) => expiresTs > nowMs)
    const over = going.length + 1 - limits.of(tenantId, 'sessions')
    if (over <= 0) return expired.map(({ id }) => id)
    const lastUse = ({ id, refreshedTs }: (typeof going)[number]) => Math.max(refreshedTs, uses.get(id) ?? 0)
    const oldest = going.sort((a, b) => lastUse(a) - lastUse(b)).slice(0, over)
    for (const _ of oldest) limits.rejected(tenantId, 'sessions', entityId('USER', userId))
    return [...expired, ...oldest].map(({ id }) => id)
  }

  /** `reused`: the token was used before; the session has ended. */
  async function refresh(account: Account, sessionId: string, refreshId: string): Promise<RefreshOutcome> {
    const session = await store.find(sessionId)
    if (session?.userId !== account.userId) return { kind: 'ended' }
    if (session.refreshId === refreshId) {
      const next = await rotate(account, session)
      if (next) return { kind: 'renewed', tokens: tokensOf(next) }
      // Another request used the same token first.
      return refresh(account, sessionId, refreshId)
    }
    const isRepeated =
      session.previousId === refreshId && Math.abs(clock.nowMs() - session.refreshedTs) <= refreshGraceMs
    if (isRepeated) return { kind: 'renewed', tokens: tokensOf(session) }
    await commit({ ...ending(account, [sessionId]), cannotWait: true })
    return { kind: 'reused' }
  }

  async function rotate({ tokensValidFrom }: Account, session: StoredSession): Promise<StoredSession | undefined> {
    const refreshedTs = Math.max(clock.nowMs(), tokensValidFrom)
    const next = { ...session, refreshId: newId(refreshedTs), refreshedTs, expiresTs: expiryOf(refreshedTs) }
    try {
      await commit({ statements: [store.rotate(session.id, session.refreshId, next)], cannotWait: true })
      return next
    } catch (error) {
      if (error instanceof RowsMismatch) return undefined
      throw error
    }
  }

  return {
    isLive,
    open,
    refresh,
    ending,
    /** To be committed with a change of the account. */
    endAllStatement: store.removeOfUser,
  }
}

const expiryOf = (issuedMs: number): number => issuedMs + refreshTokenSeconds * 1_000

const tokensOf = ({ id, refreshId, refreshedTs }: StoredSession): SessionTokens => ({
  sessionId: id,
  refreshId,
  issuedMs: refreshedTs,
})
