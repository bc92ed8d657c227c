/** Devices and their credentials in the relational store: single ones, and the statements that write them. */

import type { Device, DeviceCredentials } from '@sonde/model/devices/device'
import { entityId } from '@sonde/model/ids'
import type { ListParts } from '../entity-query/entity-list.ts'
import { newId } from '../ids.ts'
import { preparedQuery } from '../storage/prepared-query.ts'
import type { Statement } from '../storage/relational.ts'
import type { DeviceCredentialsTable, DeviceTable } from '../storage/schema.ts'
import type { DerivedCredentials } from './credentials.ts'
import { createDeviceList } from './device-list.ts'
import { deviceOf } from './device-rows.ts'

/** Ids per statement: below SQLite's limit of bound variables. */
const idsPerQuery = 1000

export type DeviceStore = ReturnType<typeof createDeviceStore>

export function createDeviceStore(parts: ListParts) {
  const { relational } = parts
  const { build } = relational
  const { page, findInfo } = createDeviceList(parts)

  const ofTenant = (tenantId: string) => build.selectFrom('device').selectAll().where('tenant_id', '=', tenantId)

  const byId = preparedQuery<DeviceTable, { tenantId: string; id: string }>((parameter) =>
    build
      .selectFrom('device')
      .selectAll()
      .where('tenant_id', '=', parameter('tenantId'))
      .where('id', '=', parameter('id')),
  )

  async function find(tenantId: string, id: string): Promise<Device | undefined> {
    const row = await relational.first(byId({ tenantId, id }))
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
      for (const row of await relational.scan(query)) found.set(row.id, deviceOf(row))
    }
    return [...new Set(ids)].flatMap((id) => found.get(id) ?? [])
  }

  async function types(tenantId: string, customerId?: string): Promise<string[]> {
    let query = build.selectFrom('device').select('type').distinct().where('tenant_id', '=', tenantId)
    if (customerId !== undefined) query = query.where('customer_id', '=', customerId)
    return (await relational.scan(query.orderBy('type'))).map((row) => row.type)
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

  /** A new device with its credentials. */
  const insert = (device: Device, credentials: DerivedCredentials): Statement[] => [
    relational.statement(build.insertInto('device').values(rowOf(device)), { expectRows: 1 }),
    relational.statement(
      build.insertInto('device_credentials').values({
        id: newId(device.createdTime),
        created_time: device.createdTime,
        device_id: device.id.id,
        ...columnsOf(credentials),
      }),
    ),
  ]

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

  const updateCredentials = (deviceId: string, credentials: DerivedCredentials): Statement =>
    relational.statement(
      build.updateTable('device_credentials').set(columnsOf(credentials)).where('device_id', '=', deviceId),
      { expectRows: 1 },
    )

  /**
   * The device with its relations; credentials, claim and RPCs go by reference, attributes and points with the purge. Not
   * while an entity view is of it.
   */
  const remove = (device: Device): Statement[] => [
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
    updateCredentials,
    remove,
  }
}

const columnsOf = ({ credentialsType, credentialsId, credentialsValue }: DerivedCredentials) => ({
  credentials_type: credentialsType,
  credentials_id: credentialsId,
  credentials_value: credentialsValue,
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
