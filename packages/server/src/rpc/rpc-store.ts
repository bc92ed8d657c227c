/** Persistent calls in the relational store. */

import { parseJson } from '@sonde/model/exact-json'
import { entityId, type TenantId, type Uuid } from '@sonde/model/ids'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { openRpcStatuses, type Rpc, type RpcStatus, waitingRpcStatuses } from '@sonde/model/rpc/rpc'
import { sql } from 'kysely'
import type { RpcTable } from '../storage/record-schema.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { likePattern } from '../storage/text-search.ts'

export const rpcSortColumns = {
  createdTime: 'created_time',
  expirationTime: 'expiration_time',
  request: 'request',
  response: 'response',
  status: 'status',
} as const
export type RpcSortProperty = keyof typeof rpcSortColumns

/** Maximum rows that one statement deletes. */
export const removedAtOnceMax = 2_000

export type RpcStore = ReturnType<typeof createRpcStore>

export function createRpcStore(relational: RelationalStore) {
  const { build, dialect } = relational

  async function find(rpcId: string): Promise<Rpc | undefined> {
    const row = await relational.first(build.selectFrom('rpc').selectAll().where('id', '=', rpcId))
    return row && rpcOf(row)
  }

  async function page(deviceId: Uuid<'DEVICE'>, status: RpcStatus | null, link: PageLink): Promise<PageData<Rpc>> {
    let matching = build.selectFrom('rpc').where('device_id', '=', deviceId)
    if (status) matching = matching.where('status', '=', status)
    if (link.textSearch) {
      matching = matching.where(dialect.isLike(sql.ref('rpc.request'), likePattern(link.textSearch)))
    }
    const column = rpcSortColumns[(link.sortProperty ?? 'createdTime') as RpcSortProperty] ?? 'created_time'
    const [rows, counted] = await Promise.all([
      relational.scan(
        matching
          .selectAll()
          .orderBy(column, link.sortOrder === 'ASC' ? 'asc' : 'desc')
          .orderBy('id', 'desc')
          .limit(link.pageSize)
          .offset(link.page * link.pageSize),
      ),
      relational.first(matching.select(({ fn }) => fn.countAll<number>().as('count'))),
    ])
    return pageOf(rows.map(rpcOf), Number(counted?.count ?? 0), link)
  }

  /** Calls of a device in one of the states, oldest first. */
  async function ofDevice(deviceId: Uuid<'DEVICE'>, statuses: readonly RpcStatus[], limit: number): Promise<Rpc[]> {
    const rows = await relational.scan(
      build
        .selectFrom('rpc')
        .selectAll()
        .where('device_id', '=', deviceId)
        .where('status', 'in', statuses)
        .orderBy('created_time')
        .orderBy('id')
        .limit(limit),
    )
    return rows.map(rpcOf)
  }

  /** Open calls of one state that expire after `fromMs`. A one-way call that was delivered has ended. */
  function expiring(status: RpcStatus, fromMs: number) {
    const query = build.selectFrom('rpc').where('status', '=', status).where('expiration_time', '>', fromMs)
    return status === 'DELIVERED' ? query.where('request', 'not like', '%"oneway":true%') : query
  }

  /** Next expiration of an open call after `fromMs`, epoch ms; null: none. */
  async function nextExpiration(fromMs: number): Promise<number | null> {
    const times = await Promise.all(
      openRpcStatuses.map((status) =>
        relational.first(expiring(status, fromMs).select('expiration_time').orderBy('expiration_time').limit(1)),
      ),
    )
    const next = Math.min(...times.map((row) => row?.expiration_time ?? Number.POSITIVE_INFINITY))
    return Number.isFinite(next) ? next : null
  }

  /** Open calls that expired after `fromMs` and up to `nowMs`. */
  async function expired(fromMs: number, nowMs: number, limit: number): Promise<Rpc[]> {
    const rows = await Promise.all(
      openRpcStatuses.map((status) =>
        relational.scan(
          expiring(status, fromMs)
            .selectAll()
            .where('expiration_time', '<=', nowMs)
            .orderBy('expiration_time')
            .limit(limit),
        ),
      ),
    )
    return rows.flat().map(rpcOf)
  }

  const insert = (rpc: Rpc): Statement =>
    relational.statement(
      build.insertInto('rpc').values({
        id: rpc.id.id,
        created_time: rpc.createdTime,
        tenant_id: rpc.tenantId.id,
        device_id: rpc.deviceId.id,
        expiration_time: rpc.expirationTime,
        request: JSON.stringify(rpc.request),
        response: jsonText(rpc.response),
        status: rpc.status,
        additional_info: jsonText(rpc.additionalInfo),
      }),
    )

  /** Changes an open call. The transaction fails with `RowsMismatch` if it no longer exists or has ended. */
  const update = (rpcId: string, status: RpcStatus, response: unknown): Statement =>
    relational.statement(
      build
        .updateTable('rpc')
        .set({ status, response: jsonText(response) })
        .where('id', '=', rpcId)
        .where('status', 'in', openRpcStatuses),
      { expectRows: 1 },
    )

  const remove = (rpcId: string): Statement =>
    relational.statement(build.deleteFrom('rpc').where('id', '=', rpcId), { expectRows: 1 })

  /** Number of calls that wait for the device, counted up to `limit`. */
  async function waitingOfDevice(deviceId: Uuid<'DEVICE'>, limit: number): Promise<number> {
    const rows = await relational.all(
      build
        .selectFrom('rpc')
        .select('id')
        .where('device_id', '=', deviceId)
        .where('status', 'in', waitingRpcStatuses)
        .limit(limit),
    )
    return rows.length
  }

  async function waitingOfTenant(tenantId: TenantId): Promise<number> {
    const row = await relational.first(
      build
        .selectFrom('rpc')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('status', 'in', waitingRpcStatuses),
    )
    return Number(row?.count ?? 0)
  }

  /** Deletes ended calls of a device except the newest `retained`; at most `removedAtOnceMax` at a time. */
  const removeEnded = (deviceId: Uuid<'DEVICE'>, retained: number): Statement => {
    const old = build
      .selectFrom('rpc')
      .select('id')
      .where('device_id', '=', deviceId)
      .where('status', 'not in', waitingRpcStatuses)
      .orderBy('created_time', 'desc')
      .limit(removedAtOnceMax)
      .offset(retained)
    return relational.statement(build.deleteFrom('rpc').where('id', 'in', old))
  }

  /** Days for which tenants retain calls; without tenants whose profile sets no limit. */
  async function keepingDays(): Promise<{ tenantId: TenantId; days: number }[]> {
    const rows = await relational.scan(
      build
        .selectFrom('tenant')
        .innerJoin('tenant_profile', 'tenant_profile.id', 'tenant.tenant_profile_id')
        .select(['tenant.id', 'tenant_profile.profile_data']),
    )
    return rows.flatMap(({ id, profile_data }) => {
      const { configuration } = JSON.parse(profile_data) as { configuration?: { rpcTtlDays?: number } | null }
      const days = Number(configuration?.rpcTtlDays ?? 0)
      return days > 0 ? [{ tenantId: id, days }] : []
    })
  }

  /** Deletes up to `removedAtOnceMax` of a tenant's calls that were created before a time, in any state. */
  const removeSomeBefore = (tenantId: TenantId, time: number): Statement => {
    const old = build
      .selectFrom('rpc')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('created_time', '<', time)
      .limit(removedAtOnceMax)
    return relational.statement(build.deleteFrom('rpc').where('id', 'in', old))
  }

  return {
    keepingDays,
    removeSomeBefore,
    removeEnded,
    find,
    page,
    ofDevice,
    waitingOfDevice,
    waitingOfTenant,
    nextExpiration,
    expired,
    insert,
    update,
    remove,
  }
}

const jsonText = (json: unknown): string | null => (json === null || json === undefined ? null : JSON.stringify(json))
const jsonOf = (text: string | null): unknown => (text === null ? null : parseJson(text))

function rpcOf(row: RpcTable): Rpc {
  return {
    id: entityId('RPC', row.id),
    createdTime: row.created_time,
    tenantId: entityId('TENANT', row.tenant_id),
    deviceId: entityId('DEVICE', row.device_id),
    expirationTime: row.expiration_time,
    request: jsonOf(row.request) as Rpc['request'],
    response: jsonOf(row.response),
    status: row.status as RpcStatus,
    additionalInfo: jsonOf(row.additional_info),
  }
}
