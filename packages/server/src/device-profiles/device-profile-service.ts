/**
 * Device profiles: how devices of a type connect and where their messages go.
 *
 * Invariants: a tenant has exactly one default profile. The type of a device is the name of its profile, so renaming a
 * profile changes the type of its devices. A profile that devices use can't be deleted, and its transport can't be
 * changed.
 */

import type {
  DeviceProfile,
  DeviceProfileInfo,
  DeviceProfileInput,
  TransportType,
} from '@sonde/model/device-profiles/device-profile'
import { badRequest, DomainError, invariant, notFound } from '@sonde/model/errors'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { entityAction } from '../journal/entity-action.ts'
import type { PackageAssignment } from '../ota-packages/package-assignment.ts'
import type { SeriesStore } from '../storage/series.ts'
import { type EntityChange, RowsMismatch, type Transaction, UniqueViolation } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import { defaultProfile, profileChange } from './default-profile.ts'
import { type DeviceProfileStore, profileInfoOf } from './device-profile-store.ts'
import { profileFrom } from './device-profile-validation.ts'

/** Maximum devices whose keys are read when a form requests the keys of a profile's devices. */
export const devicesForKeysMax = 200

export interface DeviceProfileDeps {
  readonly store: DeviceProfileStore
  readonly attributes: AttributeStore
  readonly series: SeriesStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  readonly packages: Pick<PackageAssignment, 'ofProfile'>
}

/** Profile for a device that is being saved. `creation` creates the profile. Null: it exists already. */
export interface ResolvedProfile {
  readonly profile: DeviceProfile
  readonly creation: Required<Pick<Transaction, 'statements' | 'changes'>> | null
}

export type DeviceProfileService = ReturnType<typeof createDeviceProfileService>

export function createDeviceProfileService(deps: DeviceProfileDeps) {
  const { store, attributes, series, access, commit, clock, packages } = deps
  const owned = (tenantId: string, id: string) => ({
    id: entityId('DEVICE_PROFILE', id),
    tenantId,
    customerId: NIL_UUID,
  })

  async function get(scope: Scope, id: string): Promise<DeviceProfile> {
    await access.requireEntity(scope, 'READ', entityId('DEVICE_PROFILE', id))
    const profile = await store.find(scope.tenantId, id)
    if (!profile) throw notFound('DEVICE_PROFILE', id)
    return profile
  }

  /** Profile info that every user of the tenant can read. */
  async function getInfo(scope: Scope, id: string): Promise<DeviceProfileInfo> {
    const profile = await store.find(scope.tenantId, id)
    if (!profile) throw notFound('DEVICE_PROFILE', id)
    return profileInfoOf(profile)
  }

  async function getDefaultInfo(scope: Scope): Promise<DeviceProfileInfo> {
    return profileInfoOf(await theDefault(scope.tenantId))
  }

  async function theDefault(tenantId: string): Promise<DeviceProfile> {
    const profile = await store.findDefault(tenantId)
    invariant(profile, `tenant ${tenantId} has no default device profile`)
    return profile
  }

  const list = (scope: Scope, link: PageLink): Promise<PageData<DeviceProfile>> => store.page(scope.tenantId, link)

  async function listInfos(
    scope: Scope,
    link: PageLink,
    transportType?: TransportType,
  ): Promise<PageData<DeviceProfileInfo>> {
    const page = await store.page(scope.tenantId, link, transportType)
    return { ...page, data: page.data.map(profileInfoOf) }
  }

  /** Creates a profile, or updates it if the input has an id. */
  async function save(scope: Scope, input: DeviceProfileInput): Promise<DeviceProfile> {
    const nowMs = clock.nowMs()
    const id = input.id?.id
    access.require(scope, id ? 'WRITE' : 'CREATE', owned(scope.tenantId, id ?? NIL_UUID))
    const before = id ? await get(scope, id) : undefined
    const profile = profileFrom(input, before ?? defaultProfile(scope.tenantId, input.name, nowMs))
    if (profile.default && !before?.default) {
      throw badRequest('A default profile already exists. Save this one, then make it the default.')
    }
    if (before?.default && !profile.default) throw badRequest('Make another profile the default instead.')
    if (before && before.transportType !== profile.transportType && (await store.isUsed(before.id.id))) {
      throw badRequest('The transport type can’t change while devices use the profile.')
    }
    await requireReference(scope, profile.defaultRuleChainId, 'rule chain')
    await requireReference(scope, profile.defaultDashboardId, 'dashboard')
    const assigned = await packages.ofProfile(before, profile)
    const isRenamed = before !== undefined && before.name !== profile.name
    await written(
      commit({
        statements: [...(before ? store.update(profile, isRenamed) : [store.insert(profile)]), ...assigned],
        changes: [profileChange(before ? 'updated' : 'created', profile)],
        ...entityAction(scope, before ? 'UPDATED' : 'ADDED', profile, nowMs),
      }),
    )
    return profile
  }

  async function requireReference(scope: Scope, id: EntityId | null, what: string) {
    if (id === null) return
    try {
      await access.requireEntity(scope, 'READ', id)
    } catch (error) {
      if (error instanceof DomainError) throw badRequest(`The ${what} of the profile doesn’t exist.`)
      throw error
    }
  }

  async function setDefault(scope: Scope, id: string): Promise<DeviceProfile> {
    const profile = await get(scope, id)
    access.require(scope, 'WRITE', owned(scope.tenantId, id))
    if (profile.default) return profile
    const previous = await store.findDefault(scope.tenantId)
    const changed = { ...profile, default: true }
    const nowMs = clock.nowMs()
    await written(
      commit({
        statements: store.setDefault(scope.tenantId, id),
        changes: [changed, ...(previous ? [previous] : [])].map((each) => profileChange('updated', each)),
        ...entityAction(scope, 'UPDATED', changed, nowMs),
      }),
    )
    return changed
  }

  /** Deletes a profile. Rejected for the default profile and for profiles in use. */
  async function remove(scope: Scope, id: string): Promise<void> {
    const profile = await get(scope, id)
    access.require(scope, 'DELETE', owned(scope.tenantId, id))
    if (profile.default) throw badRequest('The default profile can’t be deleted. Make another one the default first.')
    if (await store.isUsed(id)) throw badRequest('Devices use this profile. Assign them another one first.')
    const packages = await store.packageIds(id)
    await written(
      commit({
        statements: store.remove(
          scope.tenantId,
          id,
          packages.map((each) => each.id),
        ),
        changes: [
          ...packages.map((each): EntityChange => ({ ...profileChange('deleted', profile), entity: each })),
          profileChange('deleted', profile),
        ],
        ...entityAction(scope, 'DELETED', profile, clock.nowMs()),
      }),
    )
  }

  /**
   * Resolves a profile by id, else by name (which creates it if it doesn't exist). Without both, the default profile.
   */
  async function resolve(tenantId: string, id: string | null, name: string | null): Promise<ResolvedProfile> {
    if (id !== null) {
      const profile = await store.find(tenantId, id)
      if (!profile) throw badRequest('The device profile doesn’t exist. Choose another one.')
      return { profile, creation: null }
    }
    if (name === null || name.trim() === '') return { profile: await theDefault(tenantId), creation: null }
    const existing = await store.findByName(tenantId, name)
    if (existing) return { profile: existing, creation: null }
    const profile = defaultProfile(tenantId, name, clock.nowMs())
    return {
      profile,
      creation: { statements: [store.insert(profile)], changes: [profileChange('created', profile)] },
    }
  }

  /** Profile for a device that is moved from another tenant: the one with the same name, else the default. */
  const ofArrival = async (tenantId: string, name: string): Promise<DeviceProfile> =>
    (await store.findByName(tenantId, name)) ?? theDefault(tenantId)

  /** Telemetry keys of the profile's newest devices, sorted. Of all profiles if `id` is null. */
  async function timeseriesKeys(scope: Scope, id: string | null): Promise<string[]> {
    if (id !== null) await get(scope, id)
    const deviceIds = await store.deviceIds(scope.tenantId, id, devicesForKeysMax)
    const keys = await Promise.all(deviceIds.map((deviceId) => series.keys(deviceId)))
    return [...new Set(keys.flat())].sort()
  }

  async function attributeKeys(scope: Scope, id: string | null): Promise<string[]> {
    if (id !== null) await get(scope, id)
    return attributes.attributeKeysOfDevices(scope.tenantId, id)
  }

  /** Finds a profile of any tenant: a device that knows the key and its secret can request provisioning. */
  const findByProvisionKey = (key: string): Promise<DeviceProfile | undefined> => store.findByProvisionKey(key)

  return {
    get,
    getInfo,
    getDefaultInfo,
    list,
    listInfos,
    save,
    setDefault,
    remove,
    resolve,
    ofArrival,
    findByProvisionKey,
    timeseriesKeys,
    attributeKeys,
  }
}

async function written(commit: Promise<unknown>): Promise<void> {
  try {
    await commit
  } catch (error) {
    if (error instanceof UniqueViolation) {
      throw error.columns.includes('provision_device_key')
        ? badRequest('Another profile has this provision device key.')
        : badRequest('A device profile with this name already exists.')
    }
    if (error instanceof RowsMismatch) throw badRequest('Someone else changed this profile. Reload and try again.')
    throw error
  }
}
