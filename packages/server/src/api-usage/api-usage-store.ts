/** Stores the usage of tenants and customers in the relational store: one row each, exposed as an API usage entity. */

import type { CustomerId, TenantId } from '@sonde/model/ids'
import { sql } from 'kysely'
import { newId } from '../ids.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { UsageCounts, UsageStates } from './usage-features.ts'

export interface StoredUsage {
  readonly id: string
  readonly tenantId: TenantId
  /** Start of the month that `counts` belong to. */
  readonly cycleTs: number
  readonly counts: UsageCounts
  /** Start of the hour that `hourCounts` belong to. */
  readonly hourTs: number
  readonly hourCounts: UsageCounts
  readonly states: UsageStates
}

export type StoredCustomerUsage = Omit<StoredUsage, 'states'> & { readonly customerId: CustomerId }

interface CountsJson {
  readonly month: UsageCounts
  readonly hourTs: number
  readonly hour: UsageCounts
}

export type ApiUsageStore = ReturnType<typeof createApiUsageStore>

export function createApiUsageStore(relational: RelationalStore) {
  const { build } = relational

  async function all(): Promise<StoredUsage[]> {
    const rows = await relational.all(build.selectFrom('api_usage_state').selectAll())
    return rows.map((row) => ({
      id: row.id,
      tenantId: row.tenant_id,
      cycleTs: row.cycle_ts,
      ...countsOf(row.counts),
      states: JSON.parse(row.states) as UsageStates,
    }))
  }

  /** Tenants without a row, which were created by an older version. */
  async function tenantsWithout(): Promise<string[]> {
    const rows = await relational.all(
      build
        .selectFrom('tenant')
        .leftJoin('api_usage_state', 'api_usage_state.tenant_id', 'tenant.id')
        .select('tenant.id')
        .where('api_usage_state.id', 'is', null),
    )
    return rows.map((row) => row.id)
  }

  async function contactOf(tenantId: TenantId): Promise<{ email: string | null; title: string } | undefined> {
    return relational.first(build.selectFrom('tenant').select(['email', 'title']).where('id', '=', tenantId))
  }

  const insert = (usage: StoredUsage, nowMs: number): Statement =>
    relational.statement(
      build.insertInto('api_usage_state').values({
        id: usage.id,
        created_time: nowMs,
        tenant_id: usage.tenantId,
        ...columnsOf(usage),
      }),
    )

  const update = (usage: StoredUsage): Statement =>
    relational.statement(build.updateTable('api_usage_state').set(columnsOf(usage)).where('id', '=', usage.id))

  async function allOfCustomers(): Promise<StoredCustomerUsage[]> {
    const rows = await relational.all(build.selectFrom('customer_usage').selectAll())
    return rows.map((row) => ({
      id: row.id,
      tenantId: row.tenant_id,
      customerId: row.customer_id,
      cycleTs: row.cycle_ts,
      ...countsOf(row.counts),
    }))
  }

  /** Does nothing if the customer doesn't exist anymore. */
  const insertOfCustomer = (usage: StoredCustomerUsage, nowMs: number): Statement =>
    relational.statement(
      build
        .insertInto('customer_usage')
        .columns(['id', 'created_time', 'tenant_id', 'customer_id', 'cycle_ts', 'counts'])
        .expression(
          build
            .selectFrom('customer')
            .select([
              sql<string>`${usage.id}`.as('id'),
              sql<number>`${nowMs}`.as('created_time'),
              'customer.tenant_id',
              'customer.id as customer_id',
              sql<number>`${usage.cycleTs}`.as('cycle_ts'),
              sql<string>`${countsJson(usage)}`.as('counts'),
            ])
            .where('customer.id', '=', usage.customerId),
        ),
    )

  const updateOfCustomer = (usage: StoredCustomerUsage): Statement =>
    relational.statement(
      build
        .updateTable('customer_usage')
        .set({ cycle_ts: usage.cycleTs, counts: countsJson(usage) })
        .where('id', '=', usage.id),
    )

  return { all, tenantsWithout, contactOf, insert, update, allOfCustomers, insertOfCustomer, updateOfCustomer }
}

export const newUsage = (tenantId: TenantId, cycleTs: number, nowMs: number): StoredUsage => ({
  id: newId(nowMs),
  tenantId,
  cycleTs,
  counts: {},
  hourTs: 0,
  hourCounts: {},
  states: {},
})

export const newCustomerUsage = (tenantId: TenantId, customerId: CustomerId, nowMs: number): StoredCustomerUsage => ({
  id: newId(nowMs),
  tenantId,
  customerId,
  cycleTs: 0,
  counts: {},
  hourTs: 0,
  hourCounts: {},
})

const columnsOf = (usage: StoredUsage) => ({
  cycle_ts: usage.cycleTs,
  counts: countsJson(usage),
  states: JSON.stringify(usage.states),
})

const countsJson = ({ counts, hourTs, hourCounts }: Omit<StoredUsage, 'states'>): string =>
  JSON.stringify({ month: counts, hourTs, hour: hourCounts } satisfies CountsJson)

function countsOf(json: string): Pick<StoredUsage, 'counts' | 'hourTs' | 'hourCounts'> {
  const { month, hourTs, hour } = JSON.parse(json) as CountsJson
  return { counts: month, hourTs, hourCounts: hour }
}
