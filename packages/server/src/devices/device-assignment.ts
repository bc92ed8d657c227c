/** Whose a device is: assigned to a customer, to everybody (the customer Public) or to nobody. */

import type { Device } from '@sonde/model/devices/device'
import { badRequest } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { CustomersOfTenant } from '../customers/customers-of-tenant.ts'
import type { Commit } from '../journal/commit.ts'
import type { Statement } from '../storage/relational.ts'
import type { Transaction } from '../storage/storage.ts'
import { deviceChange, deviceMessage, deviceWritten } from './device-changes.ts'
import type { DeviceService } from './device-service.ts'
import type { DeviceStore } from './device-store.ts'

export interface DeviceAssignmentParts {
  readonly devices: DeviceService
  readonly store: DeviceStore
  readonly customers: CustomersOfTenant
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  /** Ends what visitors may do with the device; written with every change of its owner. */
  readonly endVisitorRights?: (device: EntityId) => Statement[]
}

export type DeviceAssignment = ReturnType<typeof createDeviceAssignment>

export function createDeviceAssignment(parts: DeviceAssignmentParts) {
  const { devices, store, customers, access, commit, clock, endVisitorRights = () => [] } = parts

  async function assign(scope: Scope, customerId: string, deviceId: string): Promise<Device> {
    await access.demandEntity(scope, 'READ', entityId('CUSTOMER', customerId))
    const device = await devices.getFor(scope, 'ASSIGN_TO_CUSTOMER', deviceId)
    const title = (await customers.title(scope.tenantId, customerId)) ?? ''
    return setOwner(scope, device, { id: customerId, title })
  }

  async function makePublic(scope: Scope, deviceId: string): Promise<Device> {
    const device = await devices.getFor(scope, 'ASSIGN_TO_CUSTOMER', deviceId)
    return setOwner(scope, device, await customers.publicCustomer(scope))
  }

  /** Gives the device to a customer. `extra` is written in the same transaction. */
  async function setOwner(
    scope: Scope,
    device: Device,
    customer: { readonly id: string; readonly title: string },
    extra: Pick<Transaction, 'statements' | 'attributes'> = {},
  ): Promise<Device> {
    const assigned = { ...device, customerId: entityId('CUSTOMER', customer.id) }
    await deviceWritten(
      commit({
        ...extra,
        statements: [
          store.setCustomer(device, customer.id),
          ...endVisitorRights(device.id),
          ...(extra.statements ?? []),
        ],
        changes: [deviceChange('updated', assigned, 'assignment')],
        messages: [
          deviceMessage(scope, 'ENTITY_ASSIGNED', assigned, clock.nowMs(), {
            assignedCustomerId: customer.id,
            assignedCustomerName: customer.title,
          }),
        ],
      }),
    )
    return assigned
  }

  async function unassign(scope: Scope, deviceId: string): Promise<Device> {
    const device = await devices.getFor(scope, 'UNASSIGN_FROM_CUSTOMER', deviceId)
    if (device.customerId.id === NIL_UUID) throw badRequest('The device is not assigned to any customer.')
    return removeOwner(scope, device)
  }

  /** Takes the device from its customer. `extra` is written in the same transaction. */
  async function removeOwner(
    scope: Scope,
    device: Device,
    extra: Pick<Transaction, 'statements' | 'attributes'> = {},
  ): Promise<Device> {
    const free = { ...device, customerId: entityId('CUSTOMER', NIL_UUID) }
    const title = (await customers.title(scope.tenantId, device.customerId.id)) ?? ''
    await deviceWritten(
      commit({
        ...extra,
        statements: [store.setCustomer(device, NIL_UUID), ...endVisitorRights(device.id), ...(extra.statements ?? [])],
        changes: [deviceChange('updated', free, 'assignment')],
        messages: [
          deviceMessage(scope, 'ENTITY_UNASSIGNED', free, clock.nowMs(), {
            unassignedCustomerId: device.customerId.id,
            unassignedCustomerName: title,
          }),
        ],
      }),
    )
    return free
  }

  return { assign, makePublic, setOwner, unassign, removeOwner }
}
