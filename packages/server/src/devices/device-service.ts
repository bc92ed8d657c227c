/**
 * Service of devices: create and update them with their credentials, in addition to the operations of all assignable
 * entities.
 *
 * Invariants: a device has exactly one set of credentials from its creation on; its type is the name of its profile.
 */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type {
  Device,
  DeviceCredentials,
  DeviceCredentialsInput,
  DeviceInfo,
  DeviceInput,
} from '@sonde/model/devices/device'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID, optionalEntityId } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { assignableChange, ownedAssignable } from '../assignables/assignable-changes.ts'
import { type AssignableDeps, createAssignableService } from '../assignables/assignable-service.ts'
import type { DeviceProfileService, ResolvedProfile } from '../device-profiles/device-profile-service.ts'
import { newId } from '../ids.ts'
import { entityAction, entityActions } from '../journal/entity-action.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import type { PackageAssignment } from '../ota-packages/package-assignment.ts'
import { type Transaction, UniqueViolation } from '../storage/storage.ts'
import { type CredentialsInput, deriveCredentials, newToken } from './credentials.ts'
import type { DeviceNarrowing } from './device-list-store.ts'
import { deviceRejection, deviceWritten } from './device-rejections.ts'
import { initialState } from './device-state.ts'
import type { DeviceStore } from './device-store.ts'

export interface DeviceDeps extends Omit<AssignableDeps<Device, DeviceInfo>, 'entityType' | 'store'> {
  readonly store: DeviceStore
  readonly profiles: DeviceProfileService
  readonly quotas: EntityLimits
  readonly packages: Pick<PackageAssignment, 'ofDevice'>
}

/** Additional writes and messages in the transaction of the device. */
export type DeviceExtras = (
  device: Device,
  nowMs: number,
) => Pick<Transaction, 'messages' | 'audit' | 'points' | 'attributes'>

export type DeviceService = ReturnType<typeof createDeviceService>

export function createDeviceService(deps: DeviceDeps) {
  const { store, profiles, access, commit, clock, quotas, packages } = deps

  const devices = createAssignableService<Device, DeviceInfo, DeviceNarrowing>({
    ...deps,
    entityType: 'DEVICE',
    plainOf: ({ customerTitle: _, customerIsPublic: __, deviceProfileName: ___, active: ____, ...device }) => device,
  })
  const { getFor } = devices

  /** Number of devices of the profile that would use the profile's package. */
  async function countForPackage(scope: Scope, type: 'FIRMWARE' | 'SOFTWARE', profileId: string): Promise<number> {
    return store.countWithoutPackage(scope.tenantId, type === 'FIRMWARE' ? 'firmware_id' : 'software_id', profileId)
  }

  /**
   * Creates a device without an ID, updates one with an ID. Without credentials, a new device gets a random token and
   * an existing one keeps its credentials. Throws 400 for a name or credentials that are in use.
   */
  async function save(
    scope: Scope,
    input: DeviceInput,
    credentials: CredentialsInput | null,
    extras?: DeviceExtras,
  ): Promise<Device> {
    checkEntityTexts('device', { name: input.name }, { type: input.type, label: input.label })
    const before = input.id ? await getFor(scope, 'WRITE', input.id.id) : undefined
    if (!before) devices.requireCreate(scope)
    if (before && credentials) access.require(scope, 'WRITE_CREDENTIALS', ownedAssignable(before))
    const customerId = before?.customerId.id ?? (await devices.newOwner(scope, input.customerId))
    const writeOnce = () => write(scope, input, before, customerId, credentials, extras)
    const attempt = () => (before ? writeOnce() : quotas.withRoom('DEVICE', scope.tenantId, writeOnce))
    try {
      return await attempt()
    } catch (error) {
      // Two requests with the same new type ran at once: the retry finds the profile that the other one created.
      if (!(error instanceof UniqueViolation && error.table === 'device_profile')) throw deviceRejection(error)
      return deviceWritten(attempt())
    }
  }

  async function write(
    scope: Scope,
    input: DeviceInput,
    before: Device | undefined,
    customerId: string,
    credentials: CredentialsInput | null,
    extras: DeviceExtras | undefined,
  ): Promise<Device> {
    const nowMs = clock.nowMs()
    const resolved = await profileFor(scope, input, before)
    if (resolved.creation) {
      const { id, tenantId } = resolved.profile
      access.require(scope, 'CREATE', { id, tenantId: tenantId.id, customerId: NIL_UUID })
    }
    const device = deviceFrom(input, before, resolved.profile, { tenantId: scope.tenantId, customerId, nowMs })
    const derived = credentials && deriveCredentials(credentials)
    const assigned = await packages.ofDevice(before, device, resolved.profile, nowMs)
    const statements = [...(resolved.creation?.statements ?? []), ...assigned.statements]
    if (before) {
      statements.push(store.update(device))
      if (derived) statements.push(store.updateCredentials(device.id.id, derived))
    } else {
      const first = derived ?? deriveCredentials({ credentialsId: newToken() })
      statements.push(...store.insert(device, first))
    }
    const aspect = derived ? 'credentials' : isProfileChanged(before, device) ? 'profile' : undefined
    const extra = extras?.(device, nowMs)
    const state = before ? [] : initialState(device.tenantId.id, device.id.id, nowMs)
    await commit({
      ...extra,
      points: [...assigned.points, ...(extra?.points ?? [])],
      attributes: [...state, ...assigned.attributes, ...(extra?.attributes ?? [])],
      statements,
      changes: [
        ...(resolved.creation?.changes ?? []),
        assignableChange(before ? 'updated' : 'created', device, aspect),
      ],
      ...entityActions([entityAction(scope, before ? 'UPDATED' : 'ADDED', device, nowMs), extra ?? {}]),
    })
    return device
  }

  function profileFor(scope: Scope, input: DeviceInput, before: Device | undefined): Promise<ResolvedProfile> {
    const id = input.deviceProfileId?.id ?? null
    const keepsProfile = id === null && before && (!input.type || input.type === before.type)
    return profiles.resolve(scope.tenantId, keepsProfile ? before.deviceProfileId.id : id, input.type ?? null)
  }

  async function getCredentials(scope: Scope, id: string): Promise<DeviceCredentials> {
    await access.requireEntity(scope, 'READ_CREDENTIALS', entityId('DEVICE', id))
    const credentials = await store.findCredentials(id)
    if (!credentials) throw notFound('DEVICE', id)
    return credentials
  }

  /** Replaces the device's credentials, which ends its sessions. */
  async function saveCredentials(scope: Scope, input: DeviceCredentialsInput): Promise<DeviceCredentials> {
    const device = await getFor(scope, 'WRITE_CREDENTIALS', input.deviceId.id)
    const derived = deriveCredentials(input)
    await deviceWritten(
      commit({
        statements: [store.updateCredentials(device.id.id, derived)],
        changes: [assignableChange('updated', device, 'credentials')],
        audit: [
          {
            action: 'CREDENTIALS_UPDATED',
            entity: device.id,
            customerId: device.customerId.id,
            data: { entityId: device.id.id, credentials: input },
          },
        ],
        cannotWait: true,
      }),
    )
    const saved = await store.findCredentials(device.id.id)
    if (!saved) throw notFound('DEVICE', device.id.id)
    return saved
  }

  return { ...devices, countForPackage, save, getCredentials, saveCredentials }
}

const isProfileChanged = (before: Device | undefined, device: Device) =>
  before !== undefined && before.deviceProfileId.id !== device.deviceProfileId.id

/** The device as it is saved. `nowMs`: creation time of a new device. */
export function deviceFrom(
  input: DeviceInput,
  before: Device | undefined,
  profile: DeviceProfile,
  { tenantId, customerId, nowMs }: { tenantId: string; customerId: string; nowMs: number },
): Device {
  const defaultData = { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: profile.transportType } }
  const data = input.deviceData ?? before?.deviceData
  return {
    id: before?.id ?? entityId('DEVICE', newId(nowMs)),
    createdTime: before?.createdTime ?? nowMs,
    additionalInfo: input.additionalInfo ?? null,
    tenantId: entityId('TENANT', tenantId),
    customerId: entityId('CUSTOMER', customerId),
    name: input.name,
    type: profile.name,
    label: input.label ?? null,
    deviceProfileId: profile.id,
    deviceData: data?.transportConfiguration.type === profile.transportType ? data : defaultData,
    firmwareId: optionalEntityId('OTA_PACKAGE', input.firmwareId?.id.toLowerCase() ?? null),
    softwareId: optionalEntityId('OTA_PACKAGE', input.softwareId?.id.toLowerCase() ?? null),
  }
}
