/** Snapshots of the store, to detect changes by rejected calls. */

import type { Platform } from '../../packages/server/src/platform.ts'
import type { Schema } from '../../packages/server/src/storage/schema.ts'

export type Row = Readonly<Record<string, unknown>>
type Relational = Platform['relational']

/** Tables that are written in the background or by every call; points are compared as their owner sees them. */
const notCompared = [
  'meta',
  'progress',
  'hot',
  'series',
  'series_count',
  'latest',
  'chunk',
  'body',
  'roll_up',
  'api_usage_state',
  'customer_usage',
  'deleted_entity',
  'audit_log',
]
/** Tables that grow in the background: only removed rows count. */
const growing = ['event', 'edge_event']

/** All rows of a table. */
export const rowsOf = (relational: Relational, table: string): Promise<Row[]> =>
  relational.all(relational.build.selectFrom(table as keyof Schema).selectAll()) as Promise<Row[]>

/** Tables whose primary key is a column `id`, which can be searched without reading all rows. */
export async function tablesById(relational: Relational): Promise<string[]> {
  const rows = await rowsOf(relational, 'sqlite_master')
  return rows.flatMap(({ type, name, sql }) =>
    type === 'table' && /\(\s*"?id"? text primary key/i.test(String(sql)) ? [String(name)] : [],
  )
}

export async function tablesOf(relational: Relational): Promise<string[]> {
  const rows = await rowsOf(relational, 'sqlite_master')
  return rows.flatMap(({ type, name }) => (type === 'table' ? [String(name)] : []))
}

export type StoreState = ReadonlyMap<string, ReadonlySet<string>>

export async function storeState(relational: Relational, tables: readonly string[]): Promise<StoreState> {
  const deleted = new Set((await rowsOf(relational, 'deleted_entity')).map((row) => row.entity_id))
  const compared = tables.filter((table) => !notCompared.includes(table))
  const entries = await Promise.all(
    compared.map(async (table): Promise<[string, ReadonlySet<string>]> => {
      if (table === 'journal') {
        const ids = await relational.all(relational.build.selectFrom('journal' as 'device').select('id'))
        return [table, new Set(ids.map(({ id }) => String(id)))]
      }
      const rows = await rowsOf(relational, table)
      // Attributes of deleted entities are removed in the background.
      const lasting = table === 'attribute' ? rows.filter((row) => !deleted.has(row.entity_id)) : rows
      return [table, new Set(lasting.map((row) => JSON.stringify(row, bytesAsText)))]
    }),
  )
  return new Map(entries)
}

const bytesAsText = (_key: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value

/** Added, removed and changed rows, with their tables. */
export function differences(before: StoreState, after: StoreState): string[] {
  const found: string[] = []
  for (const [table, rows] of before) {
    const now = after.get(table) ?? new Set()
    for (const row of rows) if (!now.has(row)) found.push(`- ${table} ${row}`)
    if (!growing.includes(table)) for (const row of now) if (!rows.has(row)) found.push(`+ ${table} ${row}`)
  }
  return found
}
