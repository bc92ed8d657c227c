/**
 * Contents of the trash for a deleted entity, by its descriptor: its row and the rows deleted with it.
 *
 * Not stored, because they would be wrong or useless later: sessions, ended RPC calls, edge events (an edge that
 * connects synchronizes everything). Files of packages stay in their folder while the trash refers to them.
 */

import { typesWith } from '@sonde/model/entities/entity-kinds'
import type { TrashedType } from '@sonde/model/trash/trashed-types'
import type { PartTable } from '../entities/entity-descriptor.ts'
import { type Descriptors, entityDescriptors } from '../entities/entity-descriptors.ts'
import type { Schema } from '../storage/schema.ts'

type Trashed = Descriptors[TrashedType]
/** Tables whose rows the trash stores. */
export type TrashedTable =
  | Trashed['table']
  | Extract<Trashed['trash'], { readonly parts: unknown }>['parts'][number]['table']

/** Original rows by table. */
export type Snapshot = { [T in TrashedTable]?: Schema[T][] } & {
  /**
   * For customers: IDs of the entities that were assigned to them, by table. These belong to the tenant in the
   * meantime.
   */
  assigned?: { [T in AssignedTable]?: string[] }
  /** Links to alarms of other entities that it showed. */
  alarms?: Schema['alarm_entity'][]
  /** For devices: pending RPC calls. */
  calls?: Schema['rpc'][]
}

/** Types whose entities belong to at most one customer, and their tables. */
export const assignedTypes = typesWith({ customers: 'one' })
export type AssignedTable = Descriptors[(typeof assignedTypes)[number]]['table']
export const assignedTable = (type: (typeof assignedTypes)[number]): AssignedTable =>
  entityDescriptors[type].table as AssignedTable

/** Maximum alarm links of other entities per item; the newest are stored. */
export const trashedAlarmsMax = 10_000
/** Maximum pending calls per device; the oldest are stored, which would be sent first. */
export const trashedCallsMax = 1_000

/** Tables of an entity's own row and of the rows deleted with it, in the order of restoring. */
export function tablesOf(type: TrashedType): readonly PartTable[] {
  const { table, columns, trash } = entityDescriptors[type]
  return [{ table, columns, key: 'id' }, ...(trash?.parts ?? [])]
}
