/** Devices and their credentials in the relational store: lists, single devices, and statements that write them. */

import type { Device, DeviceCredentials } from '@sonde/model/devices/device'
import { entityId, type TenantId, type Uuid } from '@sonde/model/ids'
import { createAssignableRows } from '../assignables/assignable-rows.ts'
import type { ListDeps } from '../entity-query/entity-list.ts'
import { newId } from '../ids.ts'
import type { Statement } from '../storage/relational.ts'
import type { DeviceCredentialsTable, DeviceTable } from '../storage/schema.ts'
import type { DerivedCredentials } from './credentials.ts'
import { createDeviceList } from './device-list-store.ts'
import { deviceOf } from './device-rows.ts'

export type DeviceStore = ReturnType<typeof createDeviceStore>

export function createDeviceStore(deps: ListDeps) {
  const { relational } = deps
  const { build } = relational
  const { page, findInfo } = createDeviceList(deps)

  const rows = createAssignableRows<'device', Device>(relational, { table: 'device', of: deviceOf, rowOf })

  /** Number of devices of the profile without their own package. */
  async function countWithoutPackage(
    tenantId: TenantId,
    column: 'firmware_id' | 'software_id',
    profileId: Uuid<'DEVICE_PROFILE'>,
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

  async function findCredentials(deviceId: Uuid<'DEVICE'>): Promise<DeviceCredentials | undefined> {
    const row = await relational.first(
      build.selectFrom('device_credentials').selectAll().where('device_id', '=', deviceId),
    )
    return row && credentialsOf(row)
  }

  /** Inserts a device and its credentials. */
  const insert = (device: Device, credentials: DerivedCredentials): Statement[] => [
    rows.insert(device),
    relational.statement(
      build.insertInto('device_credentials').values({
        id: newId(device.createdTime),
        created_time: device.createdTime,
        device_id: device.id.id,
        ...columnsOf(credentials),
      }),
    ),
  ]

  const updateCredentials = (deviceId: Uuid<'DEVICE'>, credentials: DerivedCredentials): Statement =>
    relational.statement(
      build.updateTable('device_credentials').set(columnsOf(credentials)).where('device_id', '=', deviceId),
      { expectRows: 1 },
    )

  return { ...rows, page, findInfo, countWithoutPackage, findCredentials, insert, updateCredentials }
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
