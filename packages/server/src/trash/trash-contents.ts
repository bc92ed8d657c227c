/**
 * What of a deleted entity the trash keeps, by its descriptor: its row, and the rows that are deleted with it.
 *
 * Not kept, because it would be wrong or of no use later: sessions, ended calls to devices, edge events (an
 * edge that connects synchronizes everything). Files of packages stay where they are while something here names them.
 */

import { typesWith } from '@sonde/model/entities/entity-kinds'
import type { TrashedType } from '@sonde/model/trash/trash'
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
export const trashedAlarmsMax = 10_000
/** Calls that a device in the trash remembers, the oldest: those that it would be sent first. */
export const trashedCallsMax = 1_000

/** An entity's own row, and the rows that are deleted with it, in the order in which they are restored. */
export function tablesOf(type: TrashedType): readonly PartTable[] {
  const { table, columns, trash } = entityDescriptors[type]
  return [{ table, columns, key: 'id' }, ...(trash?.parts ?? [])]
}
