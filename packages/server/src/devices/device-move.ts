/**
 * A device moves to another tenant: with its attributes, telemetry and alarms, and without what tied it
 * to the old one: customer, relations, edges, rights of visitors, waiting RPC calls and its credentials.
 *
 * The new tenant must have agreed. It gets no device profile by a move: the device gets its profile of the same name,
 * else its default one. The old tenant learns nothing of the new one but what it named itself.
 */

import type { Device } from '@sonde/model/devices/device'
import { notFound } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import { openRpcStatuses } from '@sonde/model/rpc/rpc'
import type { Scope } from '../access/scope.ts'
import { assignableChange } from '../assignables/assignable-changes.ts'
import type { Clock } from '../clock.ts'
import type { DeviceProfileService } from '../device-profiles/device-profile-service.ts'
import type { Commit } from '../journal/commit.ts'
import { entityMessage } from '../journal/entity-message.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import type { PackageAssignment } from '../ota-packages/package-assignment.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { AttributeWrite } from '../storage/storage.ts'
import { claimAttributes } from './claiming.ts'
import { deriveCredentials, newToken } from './credentials.ts'
import { deviceWritten } from './device-refusals.ts'
import type { DeviceService } from './device-service.ts'
import type { DeviceStore } from './device-store.ts'

export interface DeviceMoveParts {
  readonly relational: RelationalStore
  readonly devices: Pick<DeviceService, 'getFor'>
  readonly store: Pick<DeviceStore, 'updateCredentials'>
  readonly profiles: Pick<DeviceProfileService, 'ofArrival'>
  readonly quotas: Pick<EntityLimits, 'withRoom'>
  /** Throws 403 when the tenant accepts no devices from the other; absent: every tenant accepts all. */
  readonly requireAcceptance?: ((tenantId: string, fromTenantId: string) => Promise<void>) | undefined
  /** Ends what visitors may do with the device. */
  readonly endVisitorRights: (device: EntityId) => Statement[]
  /** Throws 400 while an entity view is of the device. */
  readonly requireNoViews: (device: EntityId) => Promise<void>
  readonly packages: Pick<PackageAssignment, 'ofDevice'>
  readonly commit: Commit
  readonly clock: Clock
}

export type DeviceMove = ReturnType<typeof createDeviceMove>

export function createDeviceMove(parts: DeviceMoveParts) {
  const { relational, devices, store, profiles, quotas, requireAcceptance, requireNoViews, packages, commit, clock } =
    parts
  const { build } = relational

  const tenantTitle = async (id: string): Promise<string | undefined> =>
    (await relational.first(build.selectFrom('tenant').select('title').where('id', '=', id)))?.title

  /**
   * Returns the device as the old tenant may see it. Throws 400 while an entity view is of the device, when the new tenant
   * has a device of its name or no room, 403 without its consent.
   */
  async function moveToTenant(scope: Scope, tenantId: string, deviceId: string): Promise<Device> {
    const device = await devices.getFor(scope, 'ASSIGN_TO_CUSTOMER', deviceId)
    if (tenantId !== scope.tenantId) await requireAcceptance?.(tenantId, scope.tenantId)
    const title = await tenantTitle(tenantId)
    if (title === undefined) throw notFound('TENANT', tenantId)
    await requireNoViews(device.id)
    if (tenantId === scope.tenantId) return device
    const noRoom = 'The other tenant has no room for another device. Ask its administrator to delete one.'
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
        statements: [...moveStatements(device, moved), ...assigned.statements],
        points: assigned.points,
        attributes: [...assigned.attributes, ...withoutClaim(moved, nowMs)],
        changes: [
          assignableChange('updated', { ...moved, tenantId: device.tenantId }, 'assignment'),
          // Its sessions end: they signed in with what the old tenant knows.
          assignableChange('updated', moved, 'credentials'),
        ],
        messages: [
          entityMessage({
            scope,
            originator: device.id,
            data: farewell,
            nowMs,
            type: 'ENTITY_ASSIGNED_TO_TENANT',
            metadata: { assignedToTenantId: to.id, assignedToTenantName: to.title },
          }),
          entityMessage({
            scope,
            originator: device.id,
            data: moved,
            nowMs,
            tenantId: to.id,
            type: 'ENTITY_ASSIGNED_FROM_TENANT',
            metadata: {
              assignedFromTenantId: scope.tenantId,
              assignedFromTenantName: (await tenantTitle(scope.tenantId)) ?? '',
            },
          }),
        ],
      }),
    )
  }

  function moveStatements(device: Device, moved: Device): Statement[] {
    const id = device.id.id
    const owner = { tenant_id: moved.tenantId.id, customer_id: NIL_UUID }
    return [
      relational.statement(
        build
          .updateTable('device')
          .set({
            ...owner,
            type: moved.type,
            device_profile_id: moved.deviceProfileId.id,
            device_data: JSON.stringify(moved.deviceData),
            firmware_id: null,
            software_id: null,
          })
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
      ...parts.endVisitorRights(device.id),
      store.updateCredentials(id, deriveCredentials({ credentialsType: 'ACCESS_TOKEN', credentialsId: newToken() })),
      // The old tenant commands the device no more.
      relational.statement(
        build
          .deleteFrom('rpc')
          .where('device_id', '=', id)
          .where('status', 'in', [...openRpcStatuses]),
      ),
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

/** The device as its old tenant sees it leave: with its old type and profile. */
const farewellOf = (device: Device, tenantId: string): Device => ({
  ...device,
  tenantId: entityId('TENANT', tenantId),
  customerId: entityId('CUSTOMER', NIL_UUID),
  // Packages belong to the old tenant.
  firmwareId: null,
  softwareId: null,
})

/** Secrets by which users of the old tenant could claim the device. */
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
