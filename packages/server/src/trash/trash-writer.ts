/**
 * Puts what a transaction deletes into the trash, in that transaction and before its own statements, from the rows that
 * they are about to delete: nothing can change in between, and a delete that fails leaves nothing in the trash.
 *
 * `json_object` and `json_group_array` are SQLite's; PostgreSQL has `json_build_object` and `json_agg` for the same.
 */

import type { EntityType } from '@sonde/model/ids'
import { isTrashedType, type TrashedType } from '@sonde/model/trash/trash'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Columns } from '../entities/columns.ts'
import type { PartTable } from '../entities/entity-descriptor.ts'
import { entityDescriptors } from '../entities/entity-descriptors.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { EntityChange, Transaction } from '../storage/storage.ts'
import { assignedTable, assignedTypes, isPendingCall, keptAlarmsMax, keptCallsMax, tablesOf } from './trash-contents.ts'

export interface TrashNotes {
  /** Those of a transaction's deletions that go to the trash. */
  kept(transaction: Transaction): readonly EntityChange[]
  /** Statements that put them there. */
  statements(kept: readonly EntityChange[], transaction: Transaction): readonly Statement[]
}

export interface TrashNotesParts {
  readonly relational: RelationalStore
  readonly clock: Clock
  /** `SONDE_TRASH_DAYS`; 0: nothing goes to the trash. */
  readonly days: number
  /** E-mail address of who is calling, where no message says so. */
  readonly caller?: () => string | undefined
}

export function createTrashNotes({ relational, clock, days, caller }: TrashNotesParts): TrashNotes {
  const { build } = relational

  /** Who deleted it, and what the rule engine is told of it. */
  function toldOf(id: string, { messages = [] }: Transaction) {
    const deletions = messages.filter((message) => message.type === 'ENTITY_DELETED')
    const own = deletions.find((message) => message.originator.id === id)
    return { by: (own ?? deletions[0])?.metadata.userName ?? caller?.() ?? '', entity: own?.data ?? null }
  }

  function statementsOf(change: EntityChange, type: TrashedType, wholeId: string | null, transaction: Transaction) {
    const { id } = change.entity
    const { table, nameColumn = 'name', owner, trash = {} } = entityDescriptors[type]
    const { typeColumn, fileColumn, bytesColumn } = trash
    const rows = build
      // Every table has the columns that are named here; to the compiler they are all the first one.
      .selectFrom(table as 'device')
      .where('id', '=', id)
    const { by, entity } = toldOf(id, transaction)
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
            sql<number>`${clock.nowMs()}`.as('deleted_time'),
            sql<string>`${by}`.as('deleted_by'),
            sql<string | null>`${wholeId}`.as('part_of'),
            sql<string | null>`${entity}`.as('entity'),
            snapshotOf(type, id, clock.nowMs()).as('snapshot'),
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
        // A customer and its user that are related go together.
        .onConflict((conflict) => conflict.doNothing()),
    ].map((query) => relational.statement(query))
  }

  return {
    kept({ changes = [], isFinal = false }) {
      if (days === 0 || isFinal) return []
      return changes.filter(({ kind, entity }) => kind === 'deleted' && isTrashedType(entity.entityType))
    },
    statements(kept, transaction) {
      const idOf = (type: EntityType | undefined) =>
        kept.find(({ entity }) => type !== undefined && entity.entityType === type)?.entity.id ?? null
      return kept.flatMap((change) => {
        const { entityType } = change.entity
        if (!isTrashedType(entityType)) return []
        return statementsOf(change, entityType, idOf(entityDescriptors[entityType].trash?.whole), transaction)
      })
    },
  }
}

/** All rows that go with it, as JSON text. */
function snapshotOf(type: TrashedType, id: string, nowMs: number): RawBuilder<string> {
  const parts = tablesOf(type).map((part) => entry(part.table, rowsOf(part, id)))
  const alarms = sql`(select json_group_array(json_object('entity_id', entity_id, 'created_time', created_time,
    'alarm_id', alarm_id, 'entity_type', entity_type)) from (select l.* from alarm_entity as l
    join alarm as a on a.id = l.alarm_id where l.entity_id = ${id} and a.originator_id <> ${id}
    order by l.created_time desc limit ${keptAlarmsMax}))`
  const assigned = assignedTypes
    .map(assignedTable)
    .map((table) => entry(table, sql`(select json_group_array(id) from ${sql.table(table)} where customer_id = ${id})`))
  const calls = sql`(select json_group_array(json_object(${valuesOf(entityDescriptors.RPC.columns)})) from (select * from rpc
    where device_id = ${id} and ${isPendingCall(nowMs)} order by created_time limit ${keptCallsMax}))`
  const whole = [
    ...parts,
    ...(type === 'DEVICE' ? [entry('calls', calls)] : []),
    entry('alarms', alarms),
    ...(type === 'CUSTOMER' ? [entry('assigned', sql`json_object(${sql.join(assigned)})`)] : []),
  ]
  return sql<string>`json_object(${sql.join(whole)})`
}

// `json` around a query says that its text is JSON, which is forgotten where a query ends.
const entry = (name: string, json: RawBuilder<unknown>) => sql`${sql.lit(name)}, json(${json})`

function rowsOf({ table, columns, key }: PartTable, id: string): RawBuilder<unknown> {
  return sql`(select json_group_array(json_object(${valuesOf(columns)})) from ${sql.table(table)}
    where ${sql.ref(key)} = ${id})`
}

const valuesOf = (columns: Columns): RawBuilder<unknown> =>
  sql.join(Object.keys(columns).map((each) => sql`${sql.lit(each)}, ${sql.ref(each)}`))
