/**
 * Moves a device to another tenant: with its attributes, telemetry and alarms, and without what links it to the old
 * tenant: customer, relations, edges, rights of visitors, pending RPC calls and credentials.
 *
 * The new tenant must have agreed. A move creates no device profile: the device gets the new tenant's profile of the
 * same name, else its default profile. The old tenant learns nothing about the new one except what it specified itself.
 */

import type { Device } from '@sonde/model/devices/device'
import { notFound } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { assignableChange } from '../assignables/assignable-changes.ts'
import type { Clock } from '../clock.ts'
import type { DeviceProfileService } from '../device-profiles/device-profile-service.ts'
import type { Commit } from '../journal/commit.ts'
import { entityAction, entityActions } from '../journal/entity-action.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import type { PackageAssignment } from '../ota-packages/package-assignment.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { AttributeWrite } from '../storage/storage.ts'
import { claimAttributes } from './claiming.ts'
import { deriveCredentials, newToken } from './credentials.ts'
import { createDeviceMoveStore } from './device-move-store.ts'
import { deviceWritten } from './device-rejections.ts'
import type { DeviceService } from './device-service.ts'
import type { DeviceStore } from './device-store.ts'

export interface DeviceMoveDeps {
  readonly relational: RelationalStore
  readonly devices: Pick<DeviceService, 'getFor'>
  readonly store: Pick<DeviceStore, 'updateCredentials'>
  readonly profiles: Pick<DeviceProfileService, 'ofArrival'>
  readonly quotas: Pick<EntityLimits, 'withRoom'>
  /** Throws 403 when the tenant accepts no devices from the other; absent: all tenants accept all devices. */
  readonly requireAcceptance?: ((tenantId: string, fromTenantId: string) => Promise<void>) | undefined
  /** Statements that end the rights of visitors on the device. */
  readonly endVisitorRights: (device: EntityId) => Statement[]
  /** Throws 400 while an entity view shows the device. */
  readonly requireNoViews: (device: EntityId) => Promise<void>
  readonly packages: Pick<PackageAssignment, 'ofDevice'>
  readonly commit: Commit
  readonly clock: Clock
}

export type DeviceMove = ReturnType<typeof createDeviceMove>

export function createDeviceMove(deps: DeviceMoveDeps) {
  const { devices, store, profiles, quotas, requireAcceptance, requireNoViews, packages, commit, clock } = deps
  const { tenantTitle, moveDevice } = createDeviceMoveStore(deps.relational)

  /**
   * Returns the device as the old tenant may see it. Throws 400 while an entity view shows the device, when the new
   * tenant has a device with its name, and when it reached its device limit; 403 without its consent.
   */
  async function moveToTenant(scope: Scope, tenantId: string, deviceId: string): Promise<Device> {
    const device = await devices.getFor(scope, 'ASSIGN_TO_CUSTOMER', deviceId)
    if (tenantId !== scope.tenantId) await requireAcceptance?.(tenantId, scope.tenantId)
    const title = await tenantTitle(tenantId)
    if (title === undefined) throw notFound('TENANT', tenantId)
    await requireNoViews(device.id)
    if (tenantId === scope.tenantId) return device
    const noRoom = 'The other tenant has reached its device limit. Ask its administrator to delete a device.'
    await quotas.withRoom('DEVICE', tenantId, () => move(scope, device, { id: tenantId, title }), noRoom)
    return farewellOf(device, tenantId)
  }

  async function move(scope: Scope, device: Device, to: { readonly id: string; readonly title: string }) {
    const profile = await profiles.ofArrival(to.id, device.type)
    const { transportType } = profile
    const farewell = farewellOf(device, to.id)
    const moved: Device = {
      ...farewell,
      type: profile.name,
      deviceProfileId: profile.id,
      deviceData:
        device.deviceData.transportConfiguration.type === transportType
          ? device.deviceData
          : { ...device.deviceData, transportConfiguration: { type: transportType } },
    }
    const nowMs = clock.nowMs()
    const assigned = await packages.ofDevice(device, moved, profile, nowMs)
    await deviceWritten(
      commit({
        statements: [
          ...moveDevice(device, moved),
          ...deps.endVisitorRights(device.id),
          store.updateCredentials(
            device.id.id,
            deriveCredentials({ credentialsType: 'ACCESS_TOKEN', credentialsId: newToken() }),
          ),
          ...assigned.statements,
        ],
        points: assigned.points,
        attributes: [...assigned.attributes, ...withoutClaim(moved, nowMs)],
        changes: [
          assignableChange('updated', { ...moved, tenantId: device.tenantId }, 'assignment'),
          // Ends the sessions of the device: they use credentials that the old tenant knows.
          assignableChange('updated', moved, 'credentials'),
        ],
        ...entityActions([
          entityAction(scope, 'ASSIGNED_TO_TENANT', farewell, nowMs, {
            tenantId: scope.tenantId,
            metadata: { assignedToTenantId: to.id, assignedToTenantName: to.title },
          }),
          entityAction(scope, 'ASSIGNED_FROM_TENANT', moved, nowMs, {
            metadata: {
              assignedFromTenantId: scope.tenantId,
              assignedFromTenantName: (await tenantTitle(scope.tenantId)) ?? '',
            },
          }),
        ]),
      }),
    )
  }

  return { moveToTenant }
}

/** The moved device as the old tenant sees it: with its old type and profile. */
const farewellOf = (device: Device, tenantId: string): Device => ({
  ...device,
  tenantId: entityId('TENANT', tenantId),
  customerId: entityId('CUSTOMER', NIL_UUID),
  // Packages belong to the old tenant.
  firmwareId: null,
  softwareId: null,
})

/** Deletes the attributes with which users of the old tenant could claim the device. */
const withoutClaim = ({ id, tenantId }: Device, nowMs: number): AttributeWrite[] =>
  claimAttributes.map((key) => ({
    tenantId: tenantId.id,
    entity: id,
    scope: 'SERVER_SCOPE',
    key,
    lastUpdateTs: nowMs,
    value: null,
    notifyDevice: false,
  }))
