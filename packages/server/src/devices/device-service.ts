/**
 * Devices: made, changed, found and deleted, with the credentials that they connect by.
 *
 * Invariants: a device has exactly one set of credentials from the moment it exists; its type is its profile's name.
 */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type {
  Device,
  DeviceCredentials,
  DeviceCredentialsInput,
  DeviceInfo,
  DeviceInput,
  EntitySubtype,
} from '@sonde/model/devices/device'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, notFound } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID, optionalEntityId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { DeviceSearchQuery } from '@sonde/model/relations/relation'
import type { Access, Operation } from '../access/operations.ts'
import type { Owned, Scope } from '../access/scope.ts'
import { initialState } from '../activity/device-state.ts'
import type { Clock } from '../clock.ts'
import type { DeviceProfileService, ResolvedProfile } from '../device-profiles/device-profile-service.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import type { PackageAssignment } from '../ota-packages/package-assignment.ts'
import type { RelationService } from '../relations/relation-service.ts'
import { type Transaction, UniqueViolation } from '../storage/storage.ts'
import { type CredentialsInput, deriveCredentials, newToken } from './credentials.ts'
import { deviceChange, deviceMessage, deviceRefusal, deviceWritten } from './device-changes.ts'
import type { DeviceFilter } from './device-list.ts'
import type { DeviceStore } from './device-store.ts'

/** Ids in one question for many devices. */
export const deviceIdsMax = 10_000

export interface DeviceParts {
  readonly store: DeviceStore
  readonly profiles: DeviceProfileService
  readonly relations: RelationService
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly quotas: EntityLimits
  /** Throws 400 while an entity view is of the device. */
  readonly demandNoViews: (device: EntityId) => Promise<void>
  readonly packages: Pick<PackageAssignment, 'ofDevice'>
}

/** Written in the same transaction as the device, and told as it is. */
export type DeviceExtras = (device: Device, nowMs: number) => Pick<Transaction, 'messages' | 'points' | 'attributes'>

export type DeviceService = ReturnType<typeof createDeviceService>

export function createDeviceService(parts: DeviceParts) {
  const { store, profiles, relations, access, commit, clock, quotas, demandNoViews, packages } = parts

  /** The device, if the caller may do this with it: 404 where it does not exist for the caller, else 403. */
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<Device> {
    const owned = await access.demandEntity(scope, operation, entityId('DEVICE', id))
    const device = await store.find(owned.tenantId, owned.id.id)
    if (!device) throw notFound('DEVICE', id)
    return device
  }

  const get = (scope: Scope, id: string): Promise<Device> => getFor(scope, 'READ', id)

  async function getInfo(scope: Scope, id: string): Promise<DeviceInfo> {
    const owned = await access.demandEntity(scope, 'READ', entityId('DEVICE', id))
    const info = await store.findInfo(owned.tenantId, id)
    if (!info) throw notFound('DEVICE', id)
    return info
  }

  async function getByName(scope: Scope, name: string): Promise<Device> {
    const device = await store.findByName(scope.tenantId, name)
    if (!device) throw notFound('DEVICE', name)
    access.demand(scope, 'READ', ownedOf(device))
    return device
  }

  const list = (scope: Scope, filter: Omit<DeviceFilter, 'tenantId'>, link: PageLink): Promise<PageData<DeviceInfo>> =>
    store.page({ ...filter, tenantId: scope.tenantId }, link)

  async function listOfCustomer(
    scope: Scope,
    customerId: string,
    filter: Omit<DeviceFilter, 'tenantId' | 'customerId'>,
    link: PageLink,
  ): Promise<PageData<DeviceInfo>> {
    await access.demandEntity(scope, 'READ', entityId('CUSTOMER', customerId))
    return store.page({ ...filter, tenantId: scope.tenantId, customerId }, link)
  }

  /** Those assigned to an edge that the caller may read; of them, a customer's user sees the own customer's. */
  async function listOfEdge(
    scope: Scope,
    edgeId: string,
    filter: Pick<DeviceFilter, 'type' | 'startTime' | 'endTime'>,
    link: PageLink,
  ): Promise<PageData<DeviceInfo>> {
    await access.demandEntity(scope, 'READ', entityId('EDGE', edgeId))
    const customerId = scope.authority === 'CUSTOMER_USER' ? scope.customerId : undefined
    return store.page({ ...filter, tenantId: scope.tenantId, customerId, edgeId }, link)
  }

  /** Those of the ids that exist and are the caller's. */
  async function findMany(scope: Scope, ids: readonly string[]): Promise<Device[]> {
    if (ids.length > deviceIdsMax) throw badRequest(`Ask for at most ${deviceIdsMax} devices at once.`)
    const customerId = scope.authority === 'CUSTOMER_USER' ? scope.customerId : undefined
    return store.findMany(scope.tenantId, ids, customerId)
  }

  async function types(scope: Scope): Promise<EntitySubtype[]> {
    const tenantId = entityId('TENANT', scope.tenantId)
    return (await store.types(scope.tenantId)).map((type) => ({ tenantId, entityType: 'DEVICE', type }))
  }

  /** Devices that relations lead to from the root. */
  async function search(scope: Scope, query: DeviceSearchQuery): Promise<Device[]> {
    const found = await relations.search(scope, query.parameters, [
      { relationType: query.relationType || 'Contains', entityTypes: ['DEVICE'] },
    ])
    const ids = found.flatMap(({ from, to }) => [from, to]).filter((end) => end.entityType === 'DEVICE')
    const devices = await findMany(
      scope,
      ids.map((end) => end.id).filter((id) => id !== query.parameters.rootId),
    )
    return devices.filter((device) => query.deviceTypes.includes(device.type))
  }

  /** Devices of the profile that would take the profile's package. */
  async function countForPackage(scope: Scope, type: 'FIRMWARE' | 'SOFTWARE', profileId: string): Promise<number> {
    return store.countWithoutPackage(scope.tenantId, type === 'FIRMWARE' ? 'firmware_id' : 'software_id', profileId)
  }

  /**
   * Creates without an id, changes with one. Without credentials a new device gets a random token and a known one keeps
   * what it has. Throws 400 for a taken name or taken credentials.
   */
  async function save(
    scope: Scope,
    input: DeviceInput,
    credentials: CredentialsInput | null,
    extras?: DeviceExtras,
  ): Promise<Device> {
    checkEntityTexts('device', { name: input.name }, { type: input.type, label: input.label })
    const before = input.id ? await getFor(scope, 'WRITE', input.id.id) : undefined
    if (!before) {
      access.demand(scope, 'CREATE', {
        id: entityId('DEVICE', NIL_UUID),
        tenantId: scope.tenantId,
        customerId: NIL_UUID,
      })
    }
    if (before && credentials) access.demand(scope, 'WRITE_CREDENTIALS', ownedOf(before))
    const customerId = before?.customerId.id ?? (await newOwner(scope, input))
    const writeOnce = () => write(scope, input, before, customerId, credentials, extras)
    const attempt = () => (before ? writeOnce() : quotas.withRoom('DEVICE', scope.tenantId, writeOnce))
    try {
      return await attempt()
    } catch (error) {
      // Two devices of the same new type at once: the profile that the other one made is found now.
      if (!(error instanceof UniqueViolation && error.table === 'device_profile')) throw deviceRefusal(error)
      return deviceWritten(attempt())
    }
  }

  async function newOwner(scope: Scope, { customerId }: DeviceInput): Promise<string> {
    if (!customerId || customerId.id === NIL_UUID) return NIL_UUID
    await access.demandEntity(scope, 'READ', entityId('CUSTOMER', customerId.id))
    return customerId.id
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
      access.demand(scope, 'CREATE', { id, tenantId: tenantId.id, customerId: NIL_UUID })
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
      changes: [...(resolved.creation?.changes ?? []), deviceChange(before ? 'updated' : 'created', device, aspect)],
      messages: [
        deviceMessage(scope, before ? 'ENTITY_UPDATED' : 'ENTITY_CREATED', device, nowMs),
        ...(extra?.messages ?? []),
      ],
    })
    return device
  }

  function profileFor(scope: Scope, input: DeviceInput, before: Device | undefined): Promise<ResolvedProfile> {
    const id = input.deviceProfileId?.id ?? null
    const keepsProfile = id === null && before && (!input.type || input.type === before.type)
    return profiles.resolve(scope.tenantId, keepsProfile ? before.deviceProfileId.id : id, input.type ?? null)
  }

  async function remove(scope: Scope, id: string): Promise<void> {
    const device = await getFor(scope, 'DELETE', id)
    await demandNoViews(device.id)
    await deviceWritten(
      commit({
        statements: store.remove(device),
        changes: [deviceChange('deleted', device)],
        messages: [deviceMessage(scope, 'ENTITY_DELETED', device, clock.nowMs())],
      }),
    )
  }

  async function getCredentials(scope: Scope, id: string): Promise<DeviceCredentials> {
    await access.demandEntity(scope, 'READ_CREDENTIALS', entityId('DEVICE', id))
    const credentials = await store.findCredentials(id)
    if (!credentials) throw notFound('DEVICE', id)
    return credentials
  }

  /** Replaces the device's credentials; its sessions end. */
  async function saveCredentials(scope: Scope, input: DeviceCredentialsInput): Promise<DeviceCredentials> {
    const device = await getFor(scope, 'WRITE_CREDENTIALS', input.deviceId.id)
    const derived = deriveCredentials(input)
    await deviceWritten(
      commit({
        statements: [store.updateCredentials(device.id.id, derived)],
        changes: [deviceChange('updated', device, 'credentials')],
      }),
    )
    const saved = await store.findCredentials(device.id.id)
    if (!saved) throw notFound('DEVICE', device.id.id)
    return saved
  }

  return {
    get,
    getFor,
    getInfo,
    getByName,
    list,
    listOfCustomer,
    listOfEdge,
    findMany,
    types,
    search,
    countForPackage,
    save,
    remove,
    getCredentials,
    saveCredentials,
  }
}

export const ownedOf = (device: Device): Owned => ({
  id: device.id,
  tenantId: device.tenantId.id,
  customerId: device.customerId.id,
})

const isProfileChanged = (before: Device | undefined, device: Device) =>
  before !== undefined && before.deviceProfileId.id !== device.deviceProfileId.id

/** What a device is after it was saved. `nowMs`: when a new one is made. */
export function deviceFrom(
  input: DeviceInput,
  before: Device | undefined,
  profile: DeviceProfile,
  { tenantId, customerId, nowMs }: { tenantId: string; customerId: string; nowMs: number },
): Device {
  const plainData = { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: profile.transportType } }
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
    deviceData: data?.transportConfiguration.type === profile.transportType ? data : plainData,
    firmwareId: optionalEntityId('OTA_PACKAGE', input.firmwareId?.id.toLowerCase() ?? null),
    softwareId: optionalEntityId('OTA_PACKAGE', input.softwareId?.id.toLowerCase() ?? null),
  }
}
