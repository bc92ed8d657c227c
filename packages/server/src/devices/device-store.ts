/** Devices and their credentials in the relational store: rows to objects, lists, and the statements that write them. */

import type { Device, DeviceCredentials, DeviceInfo } from '@sonde/model/devices/device'
import { badRequest } from '@sonde/model/errors'
import { entityId, NIL_UUID, optionalEntityId } from '@sonde/model/ids'
import { type PageData, type PageLink, pageOf } from '@sonde/model/paging'
import { type RawBuilder, sql } from 'kysely'
import { assignedToEdge } from '../storage/edge-contents.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { DeviceCredentialsTable, DeviceTable } from '../storage/schema.ts'
import { likePattern } from '../storage/text-search.ts'
import type { DerivedCredentials } from './credentials.ts'

export interface DeviceFilter {
  readonly tenantId: string
  readonly customerId?: string | undefined
  readonly type?: string | undefined
  readonly deviceProfileId?: string | undefined
  readonly active?: boolean | undefined
  /** Only those that are assigned to the edge. */
  readonly edgeId?: string | undefined
  /** Made at this time or later, and not after the other, epoch ms. */
  readonly startTime?: number | undefined
  readonly endTime?: number | undefined
}

/** Texts sort by code point, as recorded: upper case before lower case. */
const sortColumns: Record<string, RawBuilder<unknown>> = {
  createdTime: sql.ref('device.created_time'),
  name: sql.ref('device.name'),
  type: sql.ref('device.type'),
  label: sql.ref('device.label'),
  customerTitle: sql.ref('customer.title'),
  deviceProfileName: sql.ref('device_profile.name'),
}

/** Ids per statement: below SQLite's limit of bound variables. */
const idsPerQuery = 1000

export type DeviceStore = ReturnType<typeof createDeviceStore>

export function createDeviceStore(relational: RelationalStore) {
  const { build } = relational

  const infos = (tenantId: string) =>
    build
      .selectFrom('device')
      .innerJoin('device_profile', 'device_profile.id', 'device.device_profile_id')
      .leftJoin('customer', 'customer.id', 'device.customer_id')
      .leftJoin('attribute', (join) =>
        join
          .onRef('attribute.entity_id', '=', 'device.id')
          .on('attribute.scope', '=', 'SERVER_SCOPE')
          .on('attribute.key', '=', 'active'),
      )
      .where('device.tenant_id', '=', tenantId)

  function filtered({ tenantId, ...filter }: DeviceFilter, textSearch: string | undefined) {
    let query = infos(tenantId)
    if (filter.customerId !== undefined) query = query.where('device.customer_id', '=', filter.customerId)
    if (filter.type) query = query.where('device.type', '=', filter.type)
    if (filter.deviceProfileId) query = query.where('device.device_profile_id', '=', filter.deviceProfileId)
    if (filter.startTime !== undefined) query = query.where('device.created_time', '>=', filter.startTime)
    if (filter.endTime !== undefined) query = query.where('device.created_time', '<=', filter.endTime)
    if (filter.edgeId !== undefined) query = query.where('device.id', 'in', assignedToEdge(build, filter.edgeId))
    if (filter.active !== undefined) {
      const isActive = sql<boolean>`coalesce(attribute.value, 'false') = 'true'`
      query = filter.active ? query.where(isActive) : query.where(sql<boolean>`not ${isActive}`)
    }
    if (textSearch) {
      const pattern = likePattern(textSearch)
      query = query.where((where) =>
        where.or(
          ['device.name', 'device.label', 'device.type', 'customer.title'].map(
            (column) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`,
          ),
        ),
      )
    }
    return query
  }

  /** A page of devices with what lists show beside them. Throws 400 for an unknown sort property. */
  async function page(filter: DeviceFilter, link: PageLink): Promise<PageData<DeviceInfo>> {
    const property = link.sortProperty ?? 'createdTime'
    const column = Object.hasOwn(sortColumns, property) ? sortColumns[property] : undefined
    if (!column) {
      throw badRequest(`Devices cannot be sorted by ${property}; use ${Object.keys(sortColumns).join(', ')}.`)
    }
    const direction = link.sortOrder === 'DESC' ? 'desc' : 'asc'
    const matching = filtered(filter, link.textSearch)
    const [rows, counted] = await Promise.all([
      relational.all(
        matching
          .selectAll('device')
          .select(['customer.title as customer_title', 'customer.is_public as customer_is_public'])
          .select(['device_profile.name as profile_name', 'attribute.value as active'])
          .orderBy(column, direction)
          .orderBy('device.id', direction)
          .limit(link.pageSize)
          .offset(link.page * link.pageSize),
      ),
      relational.first(matching.select(({ fn }) => fn.countAll<number>().as('count'))),
    ])
    return pageOf(rows.map(deviceInfoOf), Number(counted?.count ?? 0), link)
  }

  async function findInfo(tenantId: string, id: string): Promise<DeviceInfo | undefined> {
    const row = await relational.first(
      infos(tenantId)
        .selectAll('device')
        .select(['customer.title as customer_title', 'customer.is_public as customer_is_public'])
        .select(['device_profile.name as profile_name', 'attribute.value as active'])
        .where('device.id', '=', id),
    )
    return row && deviceInfoOf(row)
  }

  const ofTenant = (tenantId: string) => build.selectFrom('device').selectAll().where('tenant_id', '=', tenantId)

  async function find(tenantId: string, id: string): Promise<Device | undefined> {
    const row = await relational.first(ofTenant(tenantId).where('id', '=', id))
    return row && deviceOf(row)
  }

  async function findByName(tenantId: string, name: string): Promise<Device | undefined> {
    const row = await relational.first(ofTenant(tenantId).where('name', '=', name))
    return row && deviceOf(row)
  }

  /** In the order of the ids; unknown ones are left out. `customerId` narrows to one customer's. */
  async function findMany(tenantId: string, ids: readonly string[], customerId?: string): Promise<Device[]> {
    const found = new Map<string, Device>()
    for (let at = 0; at < ids.length; at += idsPerQuery) {
      let query = ofTenant(tenantId).where('id', 'in', ids.slice(at, at + idsPerQuery))
      if (customerId !== undefined) query = query.where('customer_id', '=', customerId)
      for (const row of await relational.all(query)) found.set(row.id, deviceOf(row))
    }
    return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  }

  async function types(tenantId: string, customerId?: string): Promise<string[]> {
    let query = build.selectFrom('device').select('type').distinct().where('tenant_id', '=', tenantId)
    if (customerId !== undefined) query = query.where('customer_id', '=', customerId)
    return (await relational.all(query.orderBy('type'))).map((row) => row.type)
  }

  /** Devices of the profile that have no package of their own. */
  async function countWithoutPackage(
    tenantId: string,
    column: 'firmware_id' | 'software_id',
    profileId: string,
  ): Promise<number> {
    const row = await relational.first(
      build
        .selectFrom('device')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('tenant_id', '=', tenantId)
        .where('device_profile_id', '=', profileId)
        .where(column, 'is', null),
    )
    return Number(row?.count ?? 0)
  }

  async function findCredentials(deviceId: string): Promise<DeviceCredentials | undefined> {
    const row = await relational.first(
      build.selectFrom('device_credentials').selectAll().where('device_id', '=', deviceId),
    )
    return row && credentialsOf(row)
  }

  const insert = (device: Device): Statement =>
    relational.statement(build.insertInto('device').values(rowOf(device)), { expectRows: 1 })

  function update(device: Device): Statement {
    const { id, tenant_id, created_time: _, ...values } = rowOf(device)
    return relational.statement(
      build.updateTable('device').set(values).where('id', '=', id).where('tenant_id', '=', tenant_id),
      { expectRows: 1 },
    )
  }

  /** Changes the owner, provided that nobody else did since it was read. */
  const setCustomer = (device: Device, customerId: string): Statement =>
    relational.statement(
      build
        .updateTable('device')
        .set({ customer_id: customerId })
        .where('id', '=', device.id.id)
        .where('tenant_id', '=', device.tenantId.id)
        .where('customer_id', '=', device.customerId.id),
      { expectRows: 1 },
    )

  const insertCredentials = (id: string, nowMs: number, deviceId: string, derived: DerivedCredentials): Statement =>
    relational.statement(
      build.insertInto('device_credentials').values({
        id,
        created_time: nowMs,
        device_id: deviceId,
        credentials_type: derived.credentialsType,
        credentials_id: derived.credentialsId,
        credentials_value: derived.credentialsValue,
      }),
    )

  const updateCredentials = (deviceId: string, derived: DerivedCredentials): Statement =>
    relational.statement(
      build
        .updateTable('device_credentials')
        .set({
          credentials_type: derived.credentialsType,
          credentials_id: derived.credentialsId,
          credentials_value: derived.credentialsValue,
        })
        .where('device_id', '=', deviceId),
      { expectRows: 1 },
    )

  /**
   * The device and all that hangs on its id: credentials, claim and RPCs go by reference, the rest here. Not while an
   * entity view is of it.
   */
  const remove = (device: Device): Statement[] => [
    relational.statement(build.deleteFrom('attribute').where('entity_id', '=', device.id.id)),
    relational.statement(
      build
        .deleteFrom('relation')
        .where((where) => where.or([where('from_id', '=', device.id.id), where('to_id', '=', device.id.id)])),
    ),
    relational.statement(
      build
        .deleteFrom('device')
        .where('id', '=', device.id.id)
        .where('tenant_id', '=', device.tenantId.id)
        .where(({ not, exists }) =>
          not(exists(build.selectFrom('entity_view').select('entity_view.id').where('entity_id', '=', device.id.id))),
        ),
      { expectRows: 1 },
    ),
  ]

  return {
    page,
    findInfo,
    find,
    findByName,
    findMany,
    types,
    countWithoutPackage,
    findCredentials,
    insert,
    update,
    setCustomer,
    insertCredentials,
    updateCredentials,
    remove,
  }
}

export function deviceOf(row: DeviceTable): Device {
  return {
    id: entityId('DEVICE', row.id),
    createdTime: row.created_time,
    additionalInfo: row.additional_info === null ? null : JSON.parse(row.additional_info),
    tenantId: entityId('TENANT', row.tenant_id),
    customerId: entityId('CUSTOMER', row.customer_id),
    name: row.name,
    type: row.type,
    label: row.label,
    deviceProfileId: entityId('DEVICE_PROFILE', row.device_profile_id),
    deviceData: JSON.parse(row.device_data) as Device['deviceData'],
    firmwareId: optionalEntityId('OTA_PACKAGE', row.firmware_id),
    softwareId: optionalEntityId('OTA_PACKAGE', row.software_id),
  }
}

interface InfoRow extends DeviceTable {
  customer_title: string | null
  customer_is_public: number | null
  profile_name: string
  active: string | null
}

const deviceInfoOf = (row: InfoRow): DeviceInfo => ({
  ...deviceOf(row),
  customerTitle: row.customer_id === NIL_UUID ? null : row.customer_title,
  customerIsPublic: row.customer_is_public === 1,
  deviceProfileName: row.profile_name,
  active: row.active === 'true',
})

const rowOf = (device: Device): DeviceTable => ({
  id: device.id.id,
  created_time: device.createdTime,
  tenant_id: device.tenantId.id,
  customer_id: device.customerId.id,
  device_profile_id: device.deviceProfileId.id,
  name: device.name,
  type: device.type,
  label: device.label,
  device_data: JSON.stringify(device.deviceData),
  firmware_id: device.firmwareId?.id ?? null,
  software_id: device.softwareId?.id ?? null,
  additional_info: device.additionalInfo === null ? null : JSON.stringify(device.additionalInfo),
})

const credentialsOf = (row: DeviceCredentialsTable): DeviceCredentials => ({
  id: { id: row.id },
  createdTime: row.created_time,
  deviceId: entityId('DEVICE', row.device_id),
  credentialsType: row.credentials_type as DeviceCredentials['credentialsType'],
  credentialsId: row.credentials_id,
  credentialsValue: row.credentials_value,
})
