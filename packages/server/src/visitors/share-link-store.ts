/**
 * Stores share links of dashboards. Of the secret only the hash is stored: with 256 random bits, it needs no salt and
 * no slow hash.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import type { ShareLink } from '@sonde/model/dashboards/share-link'
import type { CustomerId, TenantId } from '@sonde/model/ids'
import type { LiveShareLink } from '../access/scope.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { ShareLinkTable } from '../storage/schema.ts'

/** Share link with its owner, for sign-ins and for every request of its visitors. */
export interface StoredShareLink extends LiveShareLink {
  readonly tenantId: TenantId
  readonly customerId: CustomerId
  readonly lastUsedTime: number | null
  matches(secret: string): boolean
}

export type ShareLinkStore = ReturnType<typeof createShareLinkStore>

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export function createShareLinkStore(relational: RelationalStore) {
  const { build } = relational

  /** Only while the dashboard is assigned to the customer. Ended links are found, too. */
  async function find(id: string): Promise<StoredShareLink | undefined> {
    const row = await relational.first(
      build
        .selectFrom('share_link')
        .innerJoin('dashboard_customer', (join) =>
          join
            .onRef('dashboard_customer.dashboard_id', '=', 'share_link.dashboard_id')
            .onRef('dashboard_customer.customer_id', '=', 'share_link.customer_id'),
        )
        .selectAll('share_link')
        .where('share_link.id', '=', id),
    )
    if (!row) return undefined
    const hash = Buffer.from(row.secret_hash)
    return {
      id: row.id,
      tenantId: row.tenant_id,
      customerId: row.customer_id,
      dashboardId: row.dashboard_id,
      endTime: row.end_time,
      lastUsedTime: row.last_used_time,
      matches: (secret) => timingSafeEqual(hash, Buffer.from(hashOf(secret))),
    }
  }

  /** Links of a dashboard, newest first. */
  async function list(dashboardId: string): Promise<ShareLink[]> {
    const rows = await relational.all(
      build
        .selectFrom('share_link')
        .selectAll()
        .where('dashboard_id', '=', dashboardId)
        .orderBy('created_time', 'desc')
        .orderBy('id', 'desc'),
    )
    return rows.map(linkOf)
  }

  async function countOfTenant(tenantId: TenantId): Promise<number> {
    const row = await relational.first(
      build
        .selectFrom('share_link')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId),
    )
    return Number(row?.count ?? 0)
  }

  const insert = (
    tenantId: TenantId,
    dashboardId: string,
    { id, name, customerId, createdTime, creator, endTime }: ShareLink,
    secret: string,
  ): Statement =>
    relational.statement(
      build.insertInto('share_link').values({
        id,
        tenant_id: tenantId,
        dashboard_id: dashboardId,
        customer_id: customerId,
        name,
        secret_hash: hashOf(secret),
        created_time: createdTime,
        creator_id: creator.id,
        creator_name: creator.name,
        end_time: endTime,
        last_used_time: null,
      }),
    )

  const noteUse = (id: string, timeMs: number): Statement =>
    relational.statement(build.updateTable('share_link').set({ last_used_time: timeMs }).where('id', '=', id))

  const remove = (dashboardId: string, id: string): Statement =>
    relational.statement(build.deleteFrom('share_link').where('dashboard_id', '=', dashboardId).where('id', '=', id))

  const removeEndedBefore = (tenantId: TenantId, timeMs: number): Statement =>
    relational.statement(
      build.deleteFrom('share_link').where('tenant_id', '=', tenantId).where('end_time', '<', timeMs),
    )

  return { find, list, countOfTenant, insert, noteUse, remove, removeEndedBefore }
}

const linkOf = (row: ShareLinkTable): ShareLink => ({
  id: row.id,
  name: row.name,
  customerId: row.customer_id,
  createdTime: row.created_time,
  creator: { id: row.creator_id, name: row.creator_name },
  endTime: row.end_time,
  lastUsedTime: row.last_used_time,
})
