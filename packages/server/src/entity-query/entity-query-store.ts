/** Reads the rows that entity queries are about. */

import type { EntityId } from '@sonde/model/ids'
import { type RawBuilder, sql } from 'kysely'
import type { RelationalStore } from '../storage/relational.ts'
import type { Selection } from './entity-selection.ts'

/** An entity with those of its fields that were asked for; null where it has none. */
export interface EntityRow {
  readonly entityId: EntityId
  readonly fields: Readonly<Record<string, string | number | null>>
}

/** Ids per statement: below SQLite's limit of bound variables, and few enough to keep statements small. */
export const idsPerQuery = 1000

type SqlRow = { id: string } & Record<string, string | number | null>

export function createEntityQueryStore(relational: RelationalStore) {
  const { build } = relational

  const run = (query: RawBuilder<unknown>): Promise<SqlRow[]> =>
    relational.all({ compile: () => (query as RawBuilder<SqlRow>).compile(build) })

  const from = ({ table, where }: Selection, ids: readonly string[] | null) => {
    const conditions = ids ? [...where, sql<boolean>`e.id in (${sql.join([...ids])})`] : where
    return sql`from ${sql.table(table.table)} e where ${sql.join([...conditions], sql` and `)}`
  }

  function columns({ table }: Selection, fields: readonly string[]) {
    const asked = fields.filter((field) => Object.hasOwn(table.fields, field))
    return sql.join([
      sql`e.id as id`,
      ...asked.map((field) => sql`e.${sql.ref(table.fields[field] as string)} as ${sql.ref(`f_${field}`)}`),
    ])
  }

  const rowOf =
    ({ table }: Selection, fields: readonly string[]) =>
    (row: SqlRow): EntityRow => ({
      entityId: { entityType: table.entityType, id: row.id },
      fields: Object.fromEntries(
        fields.filter((field) => Object.hasOwn(table.fields, field)).map((field) => [field, row[`f_${field}`] ?? null]),
      ),
    })

  async function count(selection: Selection): Promise<number> {
    let total = 0
    for (const ids of idBatches(selection.ids)) {
      const [row] = await run(sql`select count(*) as total ${from(selection, ids)}`)
      total += Number(row?.total ?? 0)
    }
    return total
  }

  /** A page sorted by an entity field; ties, and everything when the type lacks the field, by id. */
  async function page(
    selection: Selection,
    fields: readonly string[],
    sort: { field: string; direction: 'ASC' | 'DESC' },
    limit: number,
    offset: number,
  ): Promise<EntityRow[]> {
    const direction = sql.raw(sort.direction === 'DESC' ? 'desc' : 'asc')
    const column = Object.hasOwn(selection.table.fields, sort.field) ? selection.table.fields[sort.field] : undefined
    const order = column ? sql`e.${sql.ref(column)} ${direction}, e.id ${direction}` : sql`e.id ${direction}`
    const rows = await run(
      sql`select ${columns(selection, fields)} ${from(selection, selection.ids)} order by ${order}
          limit ${limit} offset ${offset}`,
    )
    return rows.map(rowOf(selection, fields))
  }

  /** All rows, at most `max`. */
  async function rows(selection: Selection, fields: readonly string[], max: number): Promise<EntityRow[]> {
    const found: EntityRow[] = []
    for (const ids of idBatches(selection.ids)) {
      const batch = await run(
        sql`select ${columns(selection, fields)} ${from(selection, ids)} limit ${max - found.length}`,
      )
      for (const row of batch) found.push(rowOf(selection, fields)(row))
      if (found.length >= max) break
    }
    return found
  }

  return { count, page, rows }
}

function* idBatches(ids: readonly string[] | null): Generator<readonly string[] | null> {
  if (ids === null) return yield null
  for (let at = 0; at < ids.length; at += idsPerQuery) yield ids.slice(at, at + idsPerQuery)
}
