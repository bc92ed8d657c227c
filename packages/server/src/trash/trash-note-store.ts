/** Statements that copy rows into the trash before they are deleted. */

import { openRpcStatuses } from '@sonde/model/rpc/rpc'
import type { TrashedType } from '@sonde/model/trash/trashed-types'
import { type RawBuilder, sql } from 'kysely'
import type { PartTable } from '../entities/entity-descriptor.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { Dialect } from '../storage/dialect.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { EntityChange } from '../storage/storage.ts'
import { assignedTable, assignedTypes, tablesOf, trashedAlarmsMax, trashedCallsMax } from './trash-contents.ts'

export interface TrashNote {
  /** ID of the entity that it is deleted with; null: none. */
  readonly wholeId: string | null
  /** Email of the user who deletes it. */
  readonly by: string
  /** Body of the rule engine message about the deletion. */
  readonly message: string | null
  readonly nowMs: number
}

export function createTrashNoteStore(relational: RelationalStore) {
  const { build } = relational

  function keep(change: EntityChange, type: TrashedType, { wholeId, by, message, nowMs }: TrashNote): Statement[] {
    const { id } = change.entity
    const { table, nameColumn = 'name', owner, trash = {} } = entityDescriptors[type]
    const { typeColumn, fileColumn, bytesColumn } = trash
    const rows = build
      // Every table has the columns that are named here; to the compiler they are all the first one.
      .selectFrom(table as 'device')
      .where('id', '=', id)
    const columns = ['tenant_id', 'from_type', 'from_id', 'to_type', 'to_id', 'type_group', 'type', 'additional_info']
    return [
      build
        .insertInto('trash')
        .columns([
          'id',
          'entity_type',
          'tenant_id',
          'customer_id',
          'name',
          'type',
          'deleted_time',
          'deleted_by',
          'part_of',
          'entity',
          'snapshot',
          'file',
          'bytes',
        ])
        .expression(
          (owner.tenant === undefined ? rows : rows.where('tenant_id', '=', change.tenantId)).select([
            'id',
            sql<string>`${type}`.as('entity_type'),
            sql<string>`${change.tenantId}`.as('tenant_id'),
            sql<string>`${change.customerId}`.as('customer_id'),
            sql<string>`${sql.ref(nameColumn)}`.as('name'),
            (typeColumn === undefined ? sql<string>`''` : sql<string>`${sql.ref(typeColumn)}`).as('type'),
            sql<number>`${nowMs}`.as('deleted_time'),
            sql<string>`${by}`.as('deleted_by'),
            sql<string | null>`${wholeId}`.as('part_of'),
            sql<string | null>`${message}`.as('entity'),
            snapshotOf(relational.dialect, type, id, nowMs).as('snapshot'),
            (fileColumn ? sql<string | null>`${sql.ref(fileColumn)}` : sql<null>`null`).as('file'),
            (bytesColumn ? sql<number>`coalesce(${sql.ref(bytesColumn)}, 0)` : sql<number>`0`).as('bytes'),
          ]),
        ),
      build
        .insertInto('trash_relation')
        .columns(columns as ['tenant_id'])
        .expression(
          build
            .selectFrom('relation')
            .select([
              sql<string>`${change.tenantId}`.as('tenant_id'),
              ...(columns.slice(1) as ['from_type', 'from_id', 'to_type', 'to_id', 'type_group', 'type']),
            ])
            .where((where) => where.or([where('from_id', '=', id), where('to_id', '=', id)])),
        )
        // Related entities that are deleted together, such as a customer and its user.
        .onConflict((conflict) => conflict.doNothing()),
    ].map((query) => relational.statement(query))
  }

  return { keep }
}

/** The entity's own rows and the rows deleted with it, as JSON text. */
function snapshotOf(dialect: Dialect, type: TrashedType, id: string, nowMs: number): RawBuilder<string> {
  const { asJson, jsonList, jsonObject } = dialect
  const rowOf = (columns: readonly string[]) => jsonObject(columns.map((each) => [each, sql.ref(each)]))
  const rowsOf = ({ table, columns, key }: PartTable) =>
    jsonList(rowOf(Object.keys(columns)), sql`from ${sql.table(table)} where ${sql.ref(key)} = ${id}`)
  const alarms = jsonList(
    rowOf(['entity_id', 'created_time', 'alarm_id', 'entity_type']),
    sql`from (select l.* from alarm_entity as l join alarm as a on a.id = l.alarm_id
      where l.entity_id = ${id} and a.originator_id <> ${id} order by l.created_time desc limit ${trashedAlarmsMax}) as seen`,
  )
  const assigned = assignedTypes.map(assignedTable).map((table): Entry => {
    return [table, asJson(jsonList(sql.ref('id'), sql`from ${sql.table(table)} where customer_id = ${id}`))]
  })
  const calls = jsonList(
    rowOf(Object.keys(entityDescriptors.RPC.columns)),
    sql`from (select * from rpc where device_id = ${id} and ${isPendingCall(nowMs)}
      order by created_time limit ${trashedCallsMax}) as pending`,
  )
  return jsonObject([
    ...tablesOf(type).map((part): Entry => [part.table, asJson(rowsOf(part))]),
    ...(type === 'DEVICE' ? [['calls', asJson(calls)] satisfies Entry] : []),
    ['alarms', asJson(alarms)],
    ...(type === 'CUSTOMER' ? [['assigned', asJson(jsonObject(assigned))] satisfies Entry] : []),
  ])
}

type Entry = readonly [name: string, value: RawBuilder<unknown>]

/** Calls that still wait for their device. A one-way call that was delivered has ended. */
const isPendingCall = (nowMs: number): RawBuilder<boolean> =>
  sql<boolean>`(status in (${sql.join(openRpcStatuses.map((each) => sql.lit(each)))}) and expiration_time > ${nowMs}
    and not (status = 'DELIVERED' and request like '%"oneway":true%'))`
