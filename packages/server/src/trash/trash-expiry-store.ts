/** Queries and statements for expired entities of the trash in the relational store. */

import type { TenantId } from '@sonde/model/ids'
import { sql } from 'kysely'
import type { RelationalStore, Statement } from '../storage/relational.ts'

/** Entities by ID with those deleted together with them, or all of a tenant. */
export type Ended = { readonly ids: readonly string[] } | { readonly tenantId: TenantId }

export function createTrashExpiryStore(relational: RelationalStore) {
  const { build } = relational

  /** The last statement changes one row per deleted entity. */
  function tombstones(nowMs: number, ended: Ended): Statement[] {
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

  /** Tenants with more than `max` entities in the trash. */
  function tenantsWithMore(max: number): Promise<{ tenant_id: string; entities: number }[]> {
    const entities = sql<number>`count(*)`
    return relational.all(
      build
        .selectFrom('trash')
        .select(['tenant_id', entities.as('entities')])
        .groupBy('tenant_id')
        .having(entities, '>', max),
    )
  }

  /** Tenants with more than `max` bytes in the trash. */
  function tenantsWithMoreBytes(max: number): Promise<{ tenant_id: string; held: number }[]> {
    const held = sql<number>`sum(bytes)`
    return relational.all(
      build
        .selectFrom('trash')
        .select(['tenant_id', held.as('held')])
        .where('bytes', '>', 0)
        .groupBy('tenant_id')
        .having(held, '>', max),
    )
  }

  const oldest = build.selectFrom('trash').orderBy('deleted_time')
  return {
    tombstones,
    tenantsWithMore,
    tenantsWithMoreBytes,
    oldestOf: (tenantId: TenantId, max: number) =>
      relational.all(oldest.select('id').where('tenant_id', '=', tenantId).limit(max)),
    oldestWithBytes: (tenantId: TenantId, max: number) =>
      relational.all(
        oldest.select(['id', 'bytes']).where('tenant_id', '=', tenantId).where('bytes', '>', 0).limit(max),
      ),
    deletedUntil: (time: number, max: number) =>
      relational.all(oldest.select('id').where('deleted_time', '<=', time).limit(max)),
  }
}
