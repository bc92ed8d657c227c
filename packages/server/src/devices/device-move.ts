/**
 * A device moves to another tenant (pages.md §11.3): with its credentials, attributes, telemetry and alarms, and without
 * what tied it to the old one: customer, relations, edges. Its profile is the new tenant's of the same name.
 */

import type { Device } from '@sonde/model/devices/device'
import { notFound } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { DeviceProfileService } from '../device-profiles/device-profile-service.ts'
import type { Commit } from '../journal/commit.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { PackageAssignment } from '../ota-packages/package-assignment.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { deviceChange, deviceWritten } from './device-changes.ts'
import type { DeviceService } from './device-service.ts'

export interface DeviceMoveParts {
  readonly relational: RelationalStore
  readonly devices: Pick<DeviceService, 'getFor'>
  readonly profiles: Pick<DeviceProfileService, 'resolve'>
  /** Throws 400 while an entity view is of the device. */
  readonly demandNoViews: (device: EntityId) => Promise<void>
  readonly packages: Pick<PackageAssignment, 'ofDevice'>
  readonly commit: Commit
  readonly clock: Clock
}

export type DeviceMove = ReturnType<typeof createDeviceMove>

export function createDeviceMove(parts: DeviceMoveParts) {
  const { relational, devices, profiles, demandNoViews, packages, commit, clock } = parts
  const { build } = relational

  const tenantTitle = async (id: string): Promise<string | undefined> =>
    (await relational.first(build.selectFrom('tenant').select('title').where('id', '=', id)))?.title

  /** Throws 400 while an entity view is of the device, and when the new tenant has a device of its name. */
  async function moveToTenant(scope: Scope, tenantId: string, deviceId: string): Promise<Device> {
    const device = await devices.getFor(scope, 'ASSIGN_TO_CUSTOMER', deviceId)
    const title = await tenantTitle(tenantId)
    if (title === undefined) throw notFound('TENANT', tenantId)
    await demandNoViews(device.id)
    if (tenantId === scope.tenantId) return device
    const { profile, creation } = await profiles.resolve(tenantId, null, device.type)
    const moved: Device = {
      ...device,
      tenantId: entityId('TENANT', tenantId),
      customerId: entityId('CUSTOMER', NIL_UUID),
      deviceProfileId: profile.id,
      // Packages belong to the old tenant.
      firmwareId: null,
      softwareId: null,
    }
    const nowMs = clock.nowMs()
    const told = { scope, originator: device.id, data: moved, nowMs }
    const assigned = await packages.ofDevice(device, moved, profile, nowMs)
    await deviceWritten(
      commit({
        statements: [...(creation?.statements ?? []), ...moveStatements(device, moved), ...assigned.statements],
        points: assigned.points,
        attributes: assigned.attributes,
        changes: [
          ...(creation?.changes ?? []),
          deviceChange('updated', { ...moved, tenantId: device.tenantId }, 'assignment'),
          // Its sessions end and begin anew as the new tenant's.
          deviceChange('updated', moved, 'credentials'),
        ],
        messages: [
          entityMessage({
            ...told,
            type: 'ENTITY_ASSIGNED_TO_TENANT',
            metadata: { assignedToTenantId: tenantId, assignedToTenantName: title },
          }),
          entityMessage({
            ...told,
            tenantId,
            type: 'ENTITY_ASSIGNED_FROM_TENANT',
            metadata: {
              assignedFromTenantId: scope.tenantId,
              assignedFromTenantName: (await tenantTitle(scope.tenantId)) ?? '',
            },
          }),
        ],
      }),
    )
    return moved
  }

  function moveStatements(device: Device, moved: Device): Statement[] {
    const id = device.id.id
    const owner = { tenant_id: moved.tenantId.id, customer_id: NIL_UUID }
    return [
      relational.statement(
        build
          .updateTable('device')
          .set({ ...owner, device_profile_id: moved.deviceProfileId.id, firmware_id: null, software_id: null })
          .where('id', '=', id)
          .where('tenant_id', '=', device.tenantId.id)
          .where(({ not, exists }) =>
            not(exists(build.selectFrom('entity_view').select('entity_view.id').where('entity_id', '=', id))),
          ),
        { expectRows: 1 },
      ),
      relational.statement(build.deleteFrom('relation').where('from_id', '=', id)),
      relational.statement(build.deleteFrom('relation').where('to_id', '=', id)),
      relational.statement(build.deleteFrom('device_claim').where('device_id', '=', id)),
      relational.statement(
        build.updateTable('attribute').set({ tenant_id: owner.tenant_id }).where('entity_id', '=', id),
      ),
      relational.statement(build.updateTable('rpc').set({ tenant_id: owner.tenant_id }).where('device_id', '=', id)),
      // Alarms stay with what raised them; those of the old tenant through whom they were seen see them no more.
      relational.statement(
        build
          .deleteFrom('alarm_entity')
          .where('alarm_id', 'in', build.selectFrom('alarm').select('id').where('originator_id', '=', id))
          .where('entity_id', '!=', id),
      ),
      relational.statement(build.updateTable('alarm').set(owner).where('originator_id', '=', id)),
    ]
  }

  return { moveToTenant }
}
