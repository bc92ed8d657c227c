/**
 * What of a deleted thing is kept in the trash, by its type: the rows that go with it, and where its name stands.
 *
 * Not kept, because it would be wrong or of no use later: sessions, calls to devices that ended, what edges were told (an
 * edge that connects takes everything anew). Files of packages stay where they are while something here names them.
 */

import type { EntityType } from '@sonde/model/ids'
import { openRpcStatuses } from '@sonde/model/rpc/rpc'
import type { TrashedType } from '@sonde/model/trash/trash'
import { type RawBuilder, sql } from 'kysely'
import type { Schema } from '../storage/schema.ts'
import type { KeptTable } from './kept-columns.ts'

/** Rows by table, as they were. */
export type Snapshot = { [T in KeptTable]?: Schema[T][] } & {
  /** Of customers: ids of what was theirs, by table; what they were assigned is the tenant's meanwhile. */
  assigned?: { [T in AssignedTable]?: string[] }
  /** Alarms of others that were seen through it. */
  alarms?: Schema['alarm_entity'][]
  /** Of devices: calls that waited for it. */
  calls?: Schema['rpc'][]
}

/** Tables of what a customer can have. */
export const assignedTables = ['device', 'asset', 'entity_view', 'edge'] as const
export type AssignedTable = (typeof assignedTables)[number]

/** Alarms of others that something in the trash remembers, the newest. */
export const keptAlarmsMax = 10_000
/** Calls that a device in the trash remembers, the oldest: those that it would be sent first. */
export const keptCallsMax = 1_000

/** One of the things that go to the trash. */
export interface KeptThing {
  /** Its own table; it has the column `id`. */
  readonly table: Exclude<
    KeptTable,
    | 'device_credentials'
    | 'device_claim'
    | 'dashboard_customer'
    | 'rule_node'
    | 'rule_link'
    | 'user_credentials'
    | 'password_history'
    | 'user_setting'
    | 'rpc'
  >
  readonly nameColumn: string
  /** Column that the list shows as its type; null: none. */
  readonly typeColumn: string | null
  /** Tables whose rows go with it, in the order in which they come back, and the column that names it there. */
  readonly parts: readonly (readonly [KeptTable, string])[]
  /** Without a column `tenant_id`: all of them are the system's. */
  readonly isOfSystem?: boolean
  /** Column of its file in the folder of packages. */
  readonly fileColumn?: string
  /** Column of the bytes that it holds. */
  readonly bytesColumn?: string
  /** What takes it along, as a thing of its own. */
  readonly whole?: TrashedType
}

export const keptThings: Readonly<Record<TrashedType, KeptThing>> = {
  DEVICE: {
    table: 'device',
    nameColumn: 'name',
    typeColumn: 'type',
    parts: [
      ['device', 'id'],
      ['device_credentials', 'device_id'],
      ['device_claim', 'device_id'],
    ],
  },
  ASSET: { table: 'asset', nameColumn: 'name', typeColumn: 'type', parts: [['asset', 'id']] },
  ENTITY_VIEW: { table: 'entity_view', nameColumn: 'name', typeColumn: 'type', parts: [['entity_view', 'id']] },
  CUSTOMER: {
    table: 'customer',
    nameColumn: 'title',
    typeColumn: null,
    parts: [
      ['customer', 'id'],
      ['dashboard_customer', 'customer_id'],
    ],
  },
  DASHBOARD: {
    table: 'dashboard',
    nameColumn: 'title',
    typeColumn: null,
    parts: [
      ['dashboard', 'id'],
      ['dashboard_customer', 'dashboard_id'],
    ],
  },
  RULE_CHAIN: {
    table: 'rule_chain',
    nameColumn: 'name',
    typeColumn: 'type',
    parts: [
      ['rule_chain', 'id'],
      ['rule_node', 'rule_chain_id'],
      ['rule_link', 'rule_chain_id'],
    ],
  },
  USER: {
    table: 'user',
    nameColumn: 'email',
    typeColumn: 'authority',
    parts: [
      ['user', 'id'],
      ['user_credentials', 'user_id'],
      ['password_history', 'user_id'],
      ['user_setting', 'user_id'],
    ],
    whole: 'CUSTOMER',
  },
  DEVICE_PROFILE: {
    table: 'device_profile',
    nameColumn: 'name',
    typeColumn: 'transport_type',
    parts: [['device_profile', 'id']],
  },
  EDGE: { table: 'edge', nameColumn: 'name', typeColumn: 'type', parts: [['edge', 'id']] },
  OTA_PACKAGE: {
    table: 'ota_package',
    nameColumn: 'title',
    typeColumn: 'version',
    parts: [['ota_package', 'id']],
    fileColumn: 'file',
    bytesColumn: 'data_size',
    whole: 'DEVICE_PROFILE',
  },
  TB_RESOURCE: {
    table: 'resource',
    nameColumn: 'title',
    typeColumn: 'resource_type',
    parts: [['resource', 'id']],
    bytesColumn: 'bytes',
  },
  WIDGETS_BUNDLE: { table: 'widgets_bundle', nameColumn: 'title', typeColumn: null, parts: [['widgets_bundle', 'id']] },
  WIDGET_TYPE: {
    table: 'widget_type',
    nameColumn: 'name',
    typeColumn: 'kind',
    parts: [['widget_type', 'id']],
    whole: 'WIDGETS_BUNDLE',
  },
  TENANT_PROFILE: {
    table: 'tenant_profile',
    nameColumn: 'name',
    typeColumn: null,
    parts: [['tenant_profile', 'id']],
    isOfSystem: true,
  },
}

/** Where the other end of a relation is looked for. */
const endTables: readonly (readonly [EntityType, keyof Schema])[] = [
  ['DEVICE', 'device'],
  ['ASSET', 'asset'],
  ['TENANT', 'tenant'],
  ['CUSTOMER', 'customer'],
  ['USER', 'user'],
  ['DASHBOARD', 'dashboard'],
  ['ENTITY_VIEW', 'entity_view'],
  ['EDGE', 'edge'],
  ['RULE_CHAIN', 'rule_chain'],
  ['RULE_NODE', 'rule_node'],
  ['DEVICE_PROFILE', 'device_profile'],
  ['ALARM', 'alarm'],
  ['OTA_PACKAGE', 'ota_package'],
  ['TB_RESOURCE', 'resource'],
  ['WIDGETS_BUNDLE', 'widgets_bundle'],
  ['WIDGET_TYPE', 'widget_type'],
  ['TENANT_PROFILE', 'tenant_profile'],
]

/** Calls that still wait for their device: a one-way call that was delivered has ended. */
export const isPendingCall = (nowMs: number): RawBuilder<boolean> =>
  sql<boolean>`(status in (${sql.join(openRpcStatuses.map((each) => sql.lit(each)))}) and expiration_time > ${nowMs}
    and not (status = 'DELIVERED' and request like '%"oneway":true%'))`

/** Whether there is an entity of the type and id in these columns. */
export function endExists(typeColumn: string, idColumn: string): RawBuilder<boolean> {
  const cases = endTables.map(
    ([type, table]) =>
      sql`when ${sql.lit(type)} then exists (select 1 from ${sql.table(table)} as e where e.id = ${sql.ref(idColumn)})`,
  )
  return sql<boolean>`case ${sql.ref(typeColumn)} ${sql.join(cases, sql` `)} else 0 end`
}
