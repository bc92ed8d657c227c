/**
 * The end of what is in the trash: it is forgotten, and noted like everything that was deleted, so that the purge takes its
 * points, attributes and events. After `SONDE_TRASH_DAYS`, when somebody empties the trash, or with the tenant.
 */

import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'

/** Things that a tenant may have in the trash; of more the oldest end early. */
export const trashThingsMax = 100_000
/** Bytes of files and resources that a tenant may have in the trash; of more the oldest end early. */
export const trashBytesMax = 4 * 1024 ** 3
/** Things of one commit. */
const endedAtOnce = 200
const dayMs = 86_400_000

/** Things by their ids, with what was deleted with them; or all of a tenant. */
export type Ended = { readonly ids: readonly string[] } | { readonly tenantId: string }

/** The last statement changes as many rows as things went. */
export function tombstoneStatements(relational: RelationalStore, nowMs: number, ended: Ended): Statement[] {
  const { build } = relational
  const gone =
    'ids' in ended
      ? build
          .selectFrom('trash')
          .where((where) => where.or([where('id', 'in', ended.ids), where('part_of', 'in', ended.ids)]))
      : build.selectFrom('trash').where('tenant_id', '=', ended.tenantId)
  const ids = gone.select('trash.id')
  return [
    build
      .insertInto('deleted_entity')
      .columns(['entity_id', 'entity_type', 'tenant_id', 'deleted_time', 'purged_time'])
      .expression(
        gone.select((select) => [
          'trash.id',
          'trash.entity_type',
          'trash.tenant_id',
          select.val(nowMs).as('deleted_time'),
          select.lit(null).as('purged_time'),
        ]),
      )
      .onConflict((conflict) => conflict.doNothing()),
    build.deleteFrom('trash_relation').where('from_id', 'in', ids),
    build.deleteFrom('trash_relation').where('to_id', 'in', ids),
    build.deleteFrom('trash').where('id', 'in', ids),
  ].map((query) => relational.statement(query))
}

export interface TrashEndParts {
  readonly relational: RelationalStore
  readonly commit: Commit
  readonly clock: Clock
  /** `SONDE_TRASH_DAYS` */
  readonly days: number
  readonly thingsMax?: number
  readonly bytesMax?: number
}

export type TrashEnd = ReturnType<typeof createTrashEnd>

export function createTrashEnd(parts: TrashEndParts) {
  const { relational, commit, clock, days, thingsMax = trashThingsMax, bytesMax = trashBytesMax } = parts
  const { build } = relational
  /** How long something stays in the trash. */
  const keptMs = days * dayMs

  /** Ends what was in the trash for longer than it may be, and what is too much. Returns how many things. */
  async function expire(): Promise<number> {
    return (await endOld()) + (await endTooMany()) + (await endTooLarge())
  }

  async function endTooMany(): Promise<number> {
    const things = sql<number>`count(*)`
    const tenants = await relational.all(
      build
        .selectFrom('trash')
        .select(['tenant_id', things.as('things')])
        .groupBy('tenant_id')
        .having(things, '>', thingsMax),
    )
    let count = 0
    for (const tenant of tenants) {
      for (let over = Number(tenant.things) - thingsMax; over > 0; over -= endedAtOnce) {
        const old = await relational.all(
          build
            .selectFrom('trash')
            .select('id')
            .where('tenant_id', '=', tenant.tenant_id)
            .orderBy('deleted_time')
            .limit(Math.min(over, endedAtOnce)),
        )
        await commit({ statements: tombstoneStatements(relational, clock.nowMs(), { ids: old.map((row) => row.id) }) })
        count += old.length
      }
    }
    return count
  }

  async function endTooLarge(): Promise<number> {
    const held = sql<number>`sum(bytes)`
    const tenants = await relational.all(
      build
        .selectFrom('trash')
        .select(['tenant_id', held.as('held')])
        .where('bytes', '>', 0)
        .groupBy('tenant_id')
        .having(held, '>', bytesMax),
    )
    let count = 0
    for (const tenant of tenants) {
      for (let over = Number(tenant.held) - bytesMax; over > 0; ) {
        const old = await relational.all(
          build
            .selectFrom('trash')
            .select(['id', 'bytes'])
            .where('tenant_id', '=', tenant.tenant_id)
            .where('bytes', '>', 0)
            .orderBy('deleted_time')
            .limit(endedAtOnce),
        )
        const ids: string[] = []
        for (const { id, bytes } of old) {
          if (over <= 0) break
          ids.push(id)
          over -= bytes
        }
        if (ids.length === 0) break
        await commit({ statements: tombstoneStatements(relational, clock.nowMs(), { ids }) })
        count += ids.length
      }
    }
    return count
  }

  async function endOld(): Promise<number> {
    let count = 0
    for (;;) {
      const old = await relational.all(
        build
          .selectFrom('trash')
          .select('id')
          .where('deleted_time', '<=', clock.nowMs() - keptMs)
          .orderBy('deleted_time')
          .limit(endedAtOnce),
      )
      if (old.length === 0) return count
      await commit({ statements: tombstoneStatements(relational, clock.nowMs(), { ids: old.map((row) => row.id) }) })
      count += old.length
    }
  }

  return { expire, keptMs }
}
