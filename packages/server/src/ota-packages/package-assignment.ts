/**
 * Determines the package of a device: its own, else its profile's. Modules that change devices and profiles get the
 * additional writes for their transaction here.
 *
 * The writes for a device are part of its change. The devices of a changed profile are updated later, in batches
 * (`package-rollout.ts`); the transaction only records that a rollout is needed.
 */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type { Device } from '@sonde/model/devices/device'
import { badRequest } from '@sonde/model/errors'
import type { EntityId } from '@sonde/model/ids'
import { type OtaPackageInfo, type PackageType, packageTypes } from '@sonde/model/ota-packages/ota-package'
import type { Statement } from '../storage/relational.ts'
import type { AttributeWrite, PointWrite } from '../storage/storage.ts'
import type { AttributeStore } from '../telemetry/attribute-store.ts'
import type { OtaPackageStore } from './ota-package-store.ts'
import type { PackageRolloutStore } from './package-rollout-store.ts'
import { isDescribedBy, packageKeys, targetWrites } from './package-target.ts'

export interface PackageAssignmentDeps {
  readonly store: Pick<OtaPackageStore, 'find' | 'requireThere'>
  readonly rollouts: Pick<PackageRolloutStore, 'profilePackages' | 'requireProfilePackages' | 'note'>
  readonly attributes: Pick<AttributeStore, 'attributes'>
  /** Default TTL of the tenant's telemetry, seconds; 0: no expiry. */
  readonly ttlSecondsOf: (tenantId: string) => number
}

/** Writes to add to the transaction of a device. */
export interface AssignmentWrites {
  readonly statements: readonly Statement[]
  readonly points: readonly PointWrite[]
  readonly attributes: readonly AttributeWrite[]
}

/** Package IDs of a device or a profile. */
export type Packages = Pick<DeviceProfile, 'firmwareId' | 'softwareId'>

type ProfilePackages = Packages & Pick<DeviceProfile, 'id'>

export interface PackageAssignment {
  /**
   * Writes for a saved device. `profile`: its profile after the change. Throws 400 when it names a package that doesn't
   * exist, that has another type or profile, or that has nothing to fetch.
   */
  ofDevice(
    before: Device | undefined,
    device: Device,
    profile: ProfilePackages,
    nowMs: number,
  ): Promise<AssignmentWrites>
  /** Statements for a saved profile; its devices are updated later. */
  ofProfile(before: DeviceProfile | undefined, profile: DeviceProfile): Promise<readonly Statement[]>
  /**
   * Writes for a restored device with its current own packages: only where the package that it last received differs
   * from its current target.
   */
  ofRestored(device: RestoredDevice, nowMs: number): Promise<AssignmentWrites>
}

export interface RestoredDevice {
  readonly id: string
  readonly tenantId: string
  readonly profileId: string
  /** IDs of the device's own packages. */
  readonly own: Readonly<Record<PackageType, string | null>>
}

const none: AssignmentWrites = { statements: [], points: [], attributes: [] }

const fieldOf = { FIRMWARE: 'firmwareId', SOFTWARE: 'softwareId' } as const

export function createPackageAssignment(deps: PackageAssignmentDeps): PackageAssignment {
  const { store, rollouts, attributes, ttlSecondsOf } = deps

  /** Returns the package. Throws 400 unless devices of this profile may have it. */
  async function requirePackage(
    tenantId: string,
    type: PackageType,
    { id }: EntityId,
    profileId: string,
  ): Promise<OtaPackageInfo> {
    const word = type.toLowerCase()
    const found = await store.find(tenantId, id.toLowerCase())
    if (!found) throw badRequest(`The ${word} doesn’t exist. Choose another package.`)
    const { info } = found
    if (info.type !== type) throw badRequest(`The package is ${info.type.toLowerCase()} and can’t be the ${word}.`)
    if (!info.hasData) throw badRequest(`The ${word} has no file and no URL yet. Upload it first.`)
    if (info.deviceProfileId !== null && info.deviceProfileId.id !== profileId) {
      throw badRequest(`The ${word} is for devices of another profile. Choose another package.`)
    }
    return info
  }

  /** Target package before the change: the device's own, else the profile's of that time. */
  async function targetBefore(type: PackageType, before: Device | undefined, profile: ProfilePackages) {
    if (!before) return null
    const own = before[fieldOf[type]]
    if (own) return own.id
    const of =
      before.deviceProfileId.id === profile.id.id ? profile : await rollouts.profilePackages(before.deviceProfileId.id)
    return of?.[fieldOf[type]]?.id ?? null
  }

  async function ofType(
    type: PackageType,
    before: Device | undefined,
    device: Device,
    profile: ProfilePackages,
    nowMs: number,
  ): Promise<AssignmentWrites> {
    const own = device[fieldOf[type]]
    const tenantId = device.tenantId.id
    // A package that the device already has isn't checked again.
    const isRetained =
      before !== undefined && own?.id === before[fieldOf[type]]?.id && profile.id.id === before.deviceProfileId.id
    const chosen = own && !isRetained ? await requirePackage(tenantId, type, own, profile.id.id) : undefined
    const target = own?.id ?? profile[fieldOf[type]]?.id ?? null
    const isSame = target === (await targetBefore(type, before, profile))
    const chosenStays = chosen ? [store.requireThere(chosen.id.id)] : []
    if (isSame && target === null) return { ...none, statements: chosenStays }
    const info = chosen ?? (target === null ? null : ((await store.find(tenantId, target))?.info ?? null))
    const present = before ? await attributes.attributes(device.id.id, 'SHARED_SCOPE', [...packageKeys(type)]) : []
    // Users and rule chains may have changed or deleted attributes that describe the package: they are written again.
    if (isSame && isDescribedBy(info, present)) return { ...none, statements: chosenStays }
    const writes = targetWrites(
      { deviceId: device.id.id, tenantId },
      type,
      info,
      present.map(({ key }) => key),
      { nowMs, ttlSeconds: ttlSecondsOf(tenantId) },
    )
    return {
      attributes: writes.attributes,
      points: isSame ? [] : writes.points,
      statements: [
        ...(info === null ? [] : [store.requireThere(info.id.id)]),
        // The profile's package must be unchanged when this is committed.
        ...(own === null ? [rollouts.requireProfilePackages(type, profile.id.id, target)] : []),
      ],
    }
  }

  async function ofRestoredType(
    type: PackageType,
    { id: deviceId, tenantId, profileId, own }: RestoredDevice,
    nowMs: number,
  ): Promise<AssignmentWrites> {
    const ofProfile = (await rollouts.profilePackages(profileId))?.[fieldOf[type]]?.id ?? null
    const target = own[type] ?? ofProfile
    const info = target === null ? null : ((await store.find(tenantId, target))?.info ?? null)
    const present = await attributes.attributes(deviceId, 'SHARED_SCOPE', [...packageKeys(type)])
    if (isDescribedBy(info, present)) return none
    const writes = targetWrites(
      { deviceId, tenantId },
      type,
      info,
      present.map(({ key }) => key),
      { nowMs, ttlSeconds: ttlSecondsOf(tenantId) },
    )
    const unchanged = own[type] === null ? [rollouts.requireProfilePackages(type, profileId, ofProfile)] : []
    return { ...writes, statements: [...(info === null ? [] : [store.requireThere(info.id.id)]), ...unchanged] }
  }

  const inOne = (both: readonly AssignmentWrites[]): AssignmentWrites => ({
    statements: both.flatMap((each) => each.statements),
    points: both.flatMap((each) => each.points),
    attributes: both.flatMap((each) => each.attributes),
  })

  return {
    async ofRestored(device, nowMs) {
      const both: AssignmentWrites[] = []
      for (const type of packageTypes) both.push(await ofRestoredType(type, device, nowMs))
      return inOne(both)
    },

    async ofDevice(before, device, profile, nowMs) {
      const isPlain = (of: Packages) => of.firmwareId === null && of.softwareId === null
      const staysInProfile = !before || (isPlain(before) && before.deviceProfileId.id === profile.id.id)
      // The most common case: no packages involved, no queries needed.
      if (isPlain(device) && isPlain(profile) && staysInProfile) return none
      const both: AssignmentWrites[] = []
      for (const type of packageTypes) both.push(await ofType(type, before, device, profile, nowMs))
      return inOne(both)
    },

    async ofProfile(before, profile) {
      const statements: Statement[] = []
      for (const type of packageTypes) {
        const wanted = profile[fieldOf[type]]
        if (wanted?.id === before?.[fieldOf[type]]?.id) continue
        if (wanted) {
          const info = await requirePackage(profile.tenantId.id, type, wanted, profile.id.id)
          statements.push(store.requireThere(info.id.id))
        }
        if (before) statements.push(rollouts.note(profile.tenantId.id, profile.id.id, type))
      }
      return statements
    },
  }
}
