/**
 * Highest counts per tenant: telemetry keys and attributes of the entity with the most, and RPC calls of the device
 * with the most.
 *
 * No table stores these counts, and counting millions of rows at once would block the event loop. So the census scans
 * the indexes repeatedly, a limited number of rows at a time. Increases are noted immediately; decreases take effect
 * when a scan has finished.
 */

import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type CensusKey, censusKeys, type EntityCensus } from '../entity-census.ts'

/** Rows per query: takes about a millisecond. */
const chunkRows = 2_000
/** Maximum number of queries per table and `walk` call. */
const chunksPerWalk = 50

const tables: Readonly<
  Record<CensusKey, { readonly table: string; readonly entity: string; readonly tenant: string }>
> = {
  telemetryKeys: { table: 'series', entity: 'entity', tenant: 'tenant' },
  attributes: { table: 'attribute', entity: 'entity_id', tenant: 'tenant_id' },
  // Includes queued calls, because the index doesn't distinguish them.
  storedRpcCalls: { table: 'rpc', entity: 'device_id', tenant: 'tenant_id' },
}

interface Counted {
  readonly id: string
  readonly amount: number
}

export function createEntityCensus(database: DatabaseSync, rowsAtOnce = chunkRows): EntityCensus {
  const walks = new Map(censusKeys.map((key) => [key, createWalk(database, key, rowsAtOnce)]))
  return {
    note: (key, tenantId, amount) => walks.get(key)?.note(tenantId, amount),
    highest: (key, tenantId) => walks.get(key)?.highest(tenantId) ?? null,
    async walk() {
      for (const { step } of walks.values()) {
        for (let chunk = 0; chunk < chunksPerWalk && !step(); chunk++) await nextTurn()
      }
    },
  }
}

function createWalk(database: DatabaseSync, key: CensusKey, rowsAtOnce: number) {
  const { table, entity, tenant } = tables[key]
  const selectNext = database.prepare(
    `select id, count(*) as amount
     from (select ${entity} as id from ${table} where ${entity} > ? order by ${entity} limit ?) group by id order by id`,
  )
  const selectWhole = database.prepare(`select count(*) as amount from ${table} where ${entity} = ?`)
  const selectTenant = database.prepare(`select ${tenant} as tenant from ${table} where ${entity} = ? limit 1`)
  /** Counts by tenant, of the current scan so far and of the previous one. */
  let now = new Map<string, number>()
  let before: ReadonlyMap<string, number> | null = null
  /** The last counted entity. */
  let last = ''

  function note(tenantId: string, amount: number) {
    if (amount > (now.get(tenantId) ?? 0)) now.set(tenantId, amount)
  }

  function count({ id, amount }: Counted) {
    const owner = selectTenant.get(id)?.tenant
    if (typeof owner === 'string') note(owner, amount)
    last = id
  }

  /** Counts the next rows. true: the scan has finished; the next call starts another one. */
  function step(): boolean {
    const found = selectNext.all(last, rowsAtOnce) as unknown as Counted[]
    const isEnd = found.reduce((sum, { amount }) => sum + amount, 0) < rowsAtOnce
    // The last entity may have more rows.
    const cut = isEnd ? undefined : found.pop()
    for (const each of found) count(each)
    if (cut && found.length === 0) count({ id: cut.id, amount: Number(selectWhole.get(cut.id)?.amount ?? 0) })
    if (!isEnd) return false
    before = now
    now = new Map()
    last = ''
    return true
  }

  return {
    note,
    step,
    highest: (tenantId: string) =>
      before === null ? null : Math.max(before.get(tenantId) ?? 0, now.get(tenantId) ?? 0),
  }
}
