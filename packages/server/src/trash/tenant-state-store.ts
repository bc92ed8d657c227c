/** Current state of a tenant, as far as a restore needs it. */

import type { TenantId } from '@sonde/model/ids'
import { emailKey } from '@sonde/model/users/email-address'
import { sql } from 'kysely'
import { rootChain } from '../storage/edge-templates.ts'
import { type FileHolder, fileBytesOf } from '../storage/file-bytes.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { Schema } from '../storage/schema.ts'
import type { AssignedTable } from './trash-contents.ts'

/** IDs per statement: below SQLite's limit of bound variables. */
export const idsPerQuery = 1000

type StateTable = Extract<
  keyof Schema,
  'customer' | 'user' | 'ota_package' | 'rule_chain' | 'dashboard' | 'device_profile' | AssignedTable
>

export function createTenantState(relational: RelationalStore) {
  const { build } = relational

  const rowsOf = (table: StateTable, tenantId: TenantId) =>
    // Every table has these two columns; to the compiler they are all the first one.
    build.selectFrom(table as 'customer').where('tenant_id', '=', tenantId)

  /** IDs that exist in the table and belong to the tenant. */
  async function existing(
    table: StateTable,
    tenantId: TenantId,
    ids: readonly (string | null)[],
  ): Promise<Set<string>> {
    return new Set(
      await among(
        rowsOf(table, tenantId),
        ids.filter((id) => id !== null),
      ),
    )
  }

  /** IDs of entities that are assigned to no customer. */
  const unassigned = (table: AssignedTable, tenantId: TenantId, ids: readonly string[], noCustomerId: string) =>
    among(rowsOf(table, tenantId).where(sql<boolean>`customer_id = ${noCustomerId}`), ids)

  async function among(rows: ReturnType<typeof rowsOf>, ids: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (let at = 0; at < ids.length; at += idsPerQuery) {
      const some = rows.select('id').where('id', 'in', ids.slice(at, at + idsPerQuery))
      for (const { id } of await relational.scan(some)) found.push(id)
    }
    return found
  }

  const findProfile = (tenantId: TenantId, id: string) =>
    relational.first(
      build
        .selectFrom('device_profile')
        .select(['name', 'transport_type'])
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id),
    )

  /** Normalized emails that are in use. */
  async function takenEmails(emails: readonly string[]): Promise<Set<string>> {
    const rows = await relational.scan(
      build.selectFrom('user').select('email_key').where('email_key', 'in', emails.map(emailKey)),
    )
    return new Set(rows.map((row) => row.email_key ?? ''))
  }

  /** IDs of packages in the trash whose title and version are in use. */
  async function takenPackages(tenantId: TenantId, ids: readonly string[]): Promise<Set<string>> {
    const rows = await relational.scan(
      build
        .selectFrom('trash')
        .innerJoin('ota_package', (join) =>
          join.onRef('ota_package.title', '=', 'trash.name').onRef('ota_package.version', '=', 'trash.type'),
        )
        .select('trash.id')
        .where('ota_package.tenant_id', '=', tenantId)
        .where('trash.id', 'in', ids),
    )
    return new Set(rows.map((row) => row.id))
  }

  /** Rule chain that new edges get as their root. */
  async function templateRoot(tenantId: TenantId): Promise<string | null> {
    return (await relational.first(rootChain(build, tenantId, 'EDGE').select('id')))?.id ?? null
  }

  async function hasResource(tenantId: TenantId, type: string, key: string): Promise<boolean> {
    const row = await relational.first(
      build
        .selectFrom('resource')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('resource_type', '=', type)
        .where('resource_key', '=', key),
    )
    return row !== undefined
  }

  /** Aliases of the tenant's widget bundles, or of the widget types of one bundle. */
  async function aliases(tenantId: TenantId, bundleAlias?: string): Promise<Set<string>> {
    const rows = await relational.scan(
      bundleAlias === undefined
        ? build.selectFrom('widgets_bundle').select('alias').where('tenant_id', '=', tenantId)
        : build
            .selectFrom('widget_type')
            .select('alias')
            .where('tenant_id', '=', tenantId)
            .where('bundle_alias', '=', bundleAlias),
    )
    return new Set(rows.map((row) => row.alias))
  }

  async function count(table: StateTable, tenantId: TenantId): Promise<number> {
    const row = await relational.first(rowsOf(table, tenantId).select(sql<number>`count(*)`.as('count')))
    return Number(row?.count ?? 0)
  }

  return {
    existing,
    unassigned,
    findProfile,
    takenEmails,
    takenPackages,
    templateRoot,
    hasResource,
    aliases,
    bytesOf: (holder: FileHolder, tenantId: TenantId) => fileBytesOf(relational, holder, tenantId),
    count,
  }
}
