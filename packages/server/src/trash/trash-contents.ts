/**
 * What of a deleted entity the trash keeps, by its descriptor: its row, and the rows that are deleted with it.
 *
 * Not kept, because it would be wrong or of no use later: sessions, calls to devices that ended, what edges were told (an
 * edge that connects takes everything anew). Files of packages stay where they are while something here names them.
 */

import { typesWith } from '@sonde/model/entities/entity-kinds'
import { entityTypes } from '@sonde/model/ids'
import { openRpcStatuses } from '@sonde/model/rpc/rpc'
import type { TrashedType } from '@sonde/model/trash/trash'
import { type RawBuilder, sql } from 'kysely'
import type { PartTable } from '../entities/entity-descriptor.ts'
import { type Descriptors, entityDescriptors } from '../entities/entity-descriptors.ts'
import type { Schema } from '../storage/schema.ts'

type Trashed = Descriptors[TrashedType]
/** Tables whose rows the trash keeps. */
export type TrashedTable =
  | Trashed['table']
  | Extract<Trashed['trash'], { readonly parts: unknown }>['parts'][number]['table']

/** Rows by table, as they were. */
export type Snapshot = { [T in TrashedTable]?: Schema[T][] } & {
  /** Of customers: ids of what was theirs, by table; what they were assigned is the tenant's meanwhile. */
  assigned?: { [T in AssignedTable]?: string[] }
  /** Alarms of others that were seen through it. */
  alarms?: Schema['alarm_entity'][]
  /** Of devices: calls that waited for it. */
  calls?: Schema['rpc'][]
}

/** Types of which one customer has each entity, and their tables. */
export const assignedTypes = typesWith({ customers: 'one' })
export type AssignedTable = Descriptors[(typeof assignedTypes)[number]]['table']
export const assignedTable = (type: (typeof assignedTypes)[number]): AssignedTable =>
  entityDescriptors[type].table as AssignedTable

/** Alarms of others that something in the trash remembers, the newest. */
export const keptAlarmsMax = 10_000
/** Calls that a device in the trash remembers, the oldest: those that it would be sent first. */
export const keptCallsMax = 1_000

/** An entity's own row, and the rows that are deleted with it, in the order in which they are restored. */
export function tablesOf(type: TrashedType): readonly PartTable[] {
  const { table, columns, trash } = entityDescriptors[type]
  return [{ table, columns, key: 'id' }, ...(trash?.parts ?? [])]
}

/** Calls that still wait for their device: a one-way call that was delivered has ended. */
export const isPendingCall = (nowMs: number): RawBuilder<boolean> =>
  sql<boolean>`(status in (${sql.join(openRpcStatuses.map((each) => sql.lit(each)))}) and expiration_time > ${nowMs}
    and not (status = 'DELIVERED' and request like '%"oneway":true%'))`

/** Whether there is an entity of the type and id in these columns. */
export function endExists(typeColumn: string, idColumn: string): RawBuilder<boolean> {
  const cases = entityTypes.map((type) => {
    const { table, otherTables = [] } = entityDescriptors[type]
    const found = [table, ...otherTables].map(
      (each) => sql`exists (select 1 from ${sql.table(each)} as e where e.id = ${sql.ref(idColumn)})`,
    )
    return sql`when ${sql.lit(type)} then ${sql.join(found, sql` or `)}`
  })
  return sql<boolean>`case ${sql.ref(typeColumn)} ${sql.join(cases, sql` `)} else 0 end`
}
