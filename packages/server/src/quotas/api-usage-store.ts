/** What tenants have used, in the relational store: one row per tenant, an entity of its own on the wire. */

import { newId } from '../ids.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { UsageCounts, UsageStates } from './usage-features.ts'

export interface StoredUsage {
  readonly id: string
  readonly tenantId: string
  /** Start of the month that the counts are of. */
  readonly cycleTs: number
  readonly counts: UsageCounts
  /** Start of the hour that `hourCounts` are of. */
  readonly hourTs: number
  readonly hourCounts: UsageCounts
  readonly states: UsageStates
}

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
    return rows.map((row) => {
      const { month, hourTs, hour } = JSON.parse(row.counts) as CountsJson
      const states = JSON.parse(row.states) as UsageStates
      return {
        id: row.id,
        tenantId: row.tenant_id,
        cycleTs: row.cycle_ts,
        counts: month,
        hourTs,
        hourCounts: hour,
        states,
      }
    })
  }

  /** Tenants without a row: an older version made them. */
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

  async function contactOf(tenantId: string): Promise<{ email: string | null; title: string } | undefined> {
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

  return { all, tenantsWithout, contactOf, insert, update }
}

export const newUsage = (tenantId: string, cycleTs: number, nowMs: number): StoredUsage => ({
  id: newId(nowMs),
  tenantId,
  cycleTs,
  counts: {},
  hourTs: 0,
  hourCounts: {},
  states: {},
})

const columnsOf = ({ cycleTs, counts, hourTs, hourCounts, states }: StoredUsage) => ({
  cycle_ts: cycleTs,
  counts: JSON.stringify({ month: counts, hourTs, hour: hourCounts } satisfies CountsJson),
  states: JSON.stringify(states),
})
