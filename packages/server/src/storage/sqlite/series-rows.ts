/**
 * Rows of the `series` table, and the number of series per tenant.
 *
 * A series number is never reused: records in `hot` of a removed series must not be applied to another one.
 */

import type { DatabaseSync } from 'node:sqlite'
import type { NewSeries } from './worker-protocol.ts'

export interface SeriesRows {
  /** Must run inside a transaction. */
  update(removed: readonly number[], added: readonly NewSeries[]): void
  /** Number of the next series; read at startup. */
  readonly next: number
}

export function createSeriesRows(database: DatabaseSync): SeriesRows {
  const insert = database.prepare('insert or ignore into series (id, tenant, entity, key) values (?, ?, ?, ?)')
  const remove = database.prepare('delete from series where id = ? returning tenant')
  const count = database.prepare(
    `insert into series_count (tenant, count) values (?1, ?2)
     on conflict (tenant) do update set count = max(0, count + ?2)`,
  )
  const highest = database.prepare('select max(id) as id from series').get() as { id: number | null }
  const noted = database.prepare(`select value from meta where key = 'next_series'`).get()?.value
  const note = database.prepare(
    `insert into meta (key, value) values ('next_series', ?1)
     on conflict (key) do update set value = max(value, ?1)`,
  )
  const next = Math.max((highest.id ?? 0) + 1, Number(noted ?? 1))

  return {
    next,
    update(removed, added) {
      if (removed.length === 0 && added.length === 0) return
      const changes = new Map<string, number>()
      const change = (tenant: string, by: number) => void changes.set(tenant, (changes.get(tenant) ?? 0) + by)
      for (const series of removed) {
        const row = remove.get(series)
        if (row) change(row.tenant as string, -1)
      }
      if (removed.length > 0) note.run(Math.max(...removed) + 1)
      for (const { series, tenant, entity, key } of added) {
        if (insert.run(series, tenant, entity, key).changes === 1) change(tenant, 1)
      }
      for (const [tenant, by] of changes) if (by !== 0) count.run(tenant, by)
    },
  }
}
