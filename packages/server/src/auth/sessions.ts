/**
 * Sessions: a sign-in goes on as a chain of refresh tokens, each of which is used once.
 *
 * A refresh token that is used again was copied: the session ends for both who hold it. Only right after it was used may
 * it come once more, since the answer may have been lost; it is answered the very same tokens then. An access token counts
 * while its session goes on. Nothing is written while a session is only used. That a session began or ended is a change of
 * the user like any other: every process follows the change stream.
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

/** How long a refresh token that was used may come again. */
export const refreshGraceMs = 10_000
/** Users whose sessions are remembered. */
const usersMax = 10_000
/** How long an access token may still count whose session ended in another process, ms. In one process it is 0. */
export const sessionsStaleMsMax = 1_000
/** Sessions of which is remembered when they were used. */
const usesMax = 100_000

/** What a pair of tokens is made of. */
export interface SessionTokens {
  readonly sessionId: string
  readonly refreshId: string
  readonly issuedMs: number
}

export interface NewSession {
  readonly tokens: SessionTokens
  /** To be committed with what the user signs in by. */
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
  /** When a session was last used, epoch ms. */
  const uses = new Map<string, number>()

  live.watchAll({
    change({ entity: { entityType, id }, kind }) {
      if (entityType === 'USER') idsByUser.forget(id)
      // Users go with their customer and tenant.
      else if (kind === 'deleted' && (entityType === 'CUSTOMER' || entityType === 'TENANT')) idsByUser.clear()
    },
  })

  function noteUse(sessionId: string) {
    if (uses.size >= usesMax && !uses.has(sessionId)) uses.delete(uses.keys().next().value as string)
    uses.set(sessionId, clock.nowMs())
  }

  const readIds = async (userId: string) => new Set((await store.ofUser(userId)).map(({ id }) => id))

  /** Whether the session goes on; notes that it is used. */
  async function isLive(userId: string, sessionId: string): Promise<boolean> {
    const ids = idsByUser.get(userId) ?? (await idsByUser.of(userId, () => readIds(userId)))
    const isIn = ids?.has(sessionId) ?? false
    if (isIn) noteUse(sessionId)
    return isIn
  }

  /** Ends sessions by its commit. */
  function ending(account: SessionOwner, sessionIds: readonly string[]) {
    for (const id of sessionIds) uses.delete(id)
    return { statements: [store.remove(sessionIds)], changes: [sessionsChange(account)] }
  }

  /** A new session. Of more than a user may have, the one that was used longest ago ends. */
  async function open(account: Account): Promise<NewSession> {
    const { userId, tenantId, tokensValidFrom } = account
    const nowMs = clock.nowMs()
    // A password may have been changed in this very millisecond: its own tokens must count.
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

  /** `reused`: the token was used before, and the session has ended by it. */
  async function refresh(account: Account, sessionId: string, refreshId: string): Promise<RefreshOutcome> {
    const session = await store.find(sessionId)
    if (session?.userId !== account.userId) return { kind: 'ended' }
    if (session.refreshId === refreshId) {
      const next = await rotate(account, session)
      if (next) return { kind: 'renewed', tokens: tokensOf(next) }
      // Another call with the same token was quicker.
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
