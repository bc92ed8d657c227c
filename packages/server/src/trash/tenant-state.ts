/** What a tenant has now, as far as something that comes back from the trash needs to know. */

import { sql } from 'kysely'
import { rootChain } from '../storage/edge-templates.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { Schema } from '../storage/schema.ts'
import type { AssignedTable } from './trash-contents.ts'

/** Ids per statement: below SQLite's limit of bound variables. */
export const idsPerQuery = 1000

export function createTenantState(relational: RelationalStore) {
  const { build } = relational

  /** Those of the ids that are there, of one tenant. */
  async function existing(
    table: Extract<
      keyof Schema,
      'customer' | 'ota_package' | 'rule_chain' | 'dashboard' | 'device_profile' | AssignedTable
    >,
    tenantId: string,
    ids: readonly (string | null)[],
  ): Promise<Set<string>> {
    const asked = ids.filter((id) => id !== null)
    const found = new Set<string>()
    for (let at = 0; at < asked.length; at += idsPerQuery) {
      const rows = await relational.all(
        build
          // Every table has these two columns; to the compiler they are all the first one.
          .selectFrom(table as 'customer')
          .select('id')
          .where('tenant_id', '=', tenantId)
          .where('id', 'in', asked.slice(at, at + idsPerQuery)),
      )
      for (const { id } of rows) found.add(id)
    }
    return found
  }

  /** Of the ids, those that are nobody's now. */
  async function unassigned(table: AssignedTable, tenantId: string, ids: readonly string[], nobody: string) {
    const found: string[] = []
    for (let at = 0; at < ids.length; at += idsPerQuery) {
      const rows = await relational.all(
        build
          .selectFrom(table as 'device')
          .select('id')
          .where('tenant_id', '=', tenantId)
          .where('customer_id', '=', nobody)
          .where('id', 'in', ids.slice(at, at + idsPerQuery)),
      )
      found.push(...rows.map((row) => row.id))
    }
    return found
  }

  const findProfile = (tenantId: string, id: string) =>
    relational.first(
      build
        .selectFrom('device_profile')
        .select(['name', 'transport_type'])
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id),
    )

  /** Addresses that are somebody's. */
  async function takenEmails(emails: readonly string[]): Promise<Set<string>> {
    const rows = await relational.all(
      build
        .selectFrom('user')
        .select('email')
        .where(
          sql<string>`lower(email)`,
          'in',
          emails.map((each) => each.toLowerCase()),
        ),
    )
    return new Set(rows.map((row) => row.email.toLowerCase()))
  }

  /** Those of the packages whose title and version another one has. */
  async function takenPackages(tenantId: string, ids: readonly string[]): Promise<Set<string>> {
    const rows = await relational.all(
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

  /** The chain that new edges get as their root. */
  async function templateRoot(tenantId: string): Promise<string | null> {
    return (await relational.first(rootChain(build, tenantId, 'EDGE').select('id')))?.id ?? null
  }

  async function hasResource(tenantId: string, type: string, key: string): Promise<boolean> {
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

  /** Aliases of the owner's bundles, or of the types of one. */
  async function aliases(tenantId: string, bundleAlias?: string): Promise<Set<string>> {
    const rows = await relational.all(
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

  /** Of all files or resources of a tenant; what is in the trash does not count. */
  async function bytesOf(table: 'ota_package' | 'resource', tenantId: string): Promise<number> {
    const column = table === 'resource' ? 'bytes' : 'data_size'
    const row = await relational.first(
      build
        .selectFrom(table as 'resource')
        .select(sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as('bytes'))
        .where('tenant_id', '=', tenantId),
    )
    return Number(row?.bytes ?? 0)
  }

  async function countRuleChains(tenantId: string): Promise<number> {
    const row = await relational.first(
      build.selectFrom('rule_chain').select(sql<number>`count(*)`.as('count')).where('tenant_id', '=', tenantId),
    )
    return Number(row?.count ?? 0)
  }

  async function countUsers(tenantId: string): Promise<number> {
    const row = await relational.first(
      build.selectFrom('user').select(sql<number>`count(*)`.as('count')).where('tenant_id', '=', tenantId),
    )
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
    bytesOf,
    countRuleChains,
    countUsers,
  }
}
