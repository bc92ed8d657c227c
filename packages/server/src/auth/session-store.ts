/** Sessions of users in the relational store: one row per active sign-in. */

import type { Uuid } from '@sonde/model/ids'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export interface StoredSession {
  readonly id: string
  readonly userId: Uuid<'USER'>
  /** Current refresh token, and the one that it replaced. */
  readonly refreshId: string
  readonly previousId: string | null
  /** When the current refresh token was issued, epoch ms. */
  readonly refreshedTs: number
  readonly expiresTs: number
}

export type SessionStore = ReturnType<typeof createSessionStore>

export function createSessionStore(relational: RelationalStore) {
  const { build } = relational
  const sessions = build.selectFrom('user_session').selectAll()

  async function find(id: string): Promise<StoredSession | undefined> {
    const row = await relational.first(sessions.where('id', '=', id))
    return (
      row && {
        id: row.id,
        userId: row.user_id,
        refreshId: row.refresh_id,
        previousId: row.previous_id,
        refreshedTs: row.refreshed_ts,
        expiresTs: row.expires_ts,
      }
    )
  }

  const ofUser = (userId: Uuid<'USER'>) =>
    relational.all(
      build
        .selectFrom('user_session')
        .select(['id', 'refreshed_ts as refreshedTs', 'expires_ts as expiresTs'])
        .where('user_id', '=', userId),
    )

  const insert = ({ id, userId, refreshId, refreshedTs, expiresTs }: StoredSession): Statement =>
    relational.statement(
      build.insertInto('user_session').values({
        id,
        user_id: userId,
        created_time: refreshedTs,
        refresh_id: refreshId,
        refreshed_ts: refreshedTs,
        expires_ts: expiresTs,
      }),
    )

  /** The commit fails when `from` is no longer the current refresh token. */
  const rotate = (id: string, from: string, to: Pick<StoredSession, 'refreshId' | 'refreshedTs' | 'expiresTs'>) =>
    relational.statement(
      build.updateTable('user_session').where('id', '=', id).where('refresh_id', '=', from).set({
        refresh_id: to.refreshId,
        previous_id: from,
        refreshed_ts: to.refreshedTs,
        expires_ts: to.expiresTs,
      }),
      { expectRows: 1 },
    )

  const remove = (ids: readonly string[]): Statement =>
    relational.statement(build.deleteFrom('user_session').where('id', 'in', ids))

  const removeOfUser = (userId: Uuid<'USER'>): Statement =>
    relational.statement(build.deleteFrom('user_session').where('user_id', '=', userId))

  return { find, ofUser, insert, rotate, remove, removeOfUser }
}
