/** Pending package rollouts by profile, with their progress. */

import { type EntityId, optionalEntityId, type TenantId, type Uuid } from '@sonde/model/ids'
import type { PackageType } from '@sonde/model/ota-packages/ota-package'
import { sql } from 'kysely'
import type { PackageRolloutTable } from '../storage/record-schema.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import { packageColumn } from './ota-package-store.ts'

/** A profile with a rollout in progress, and the target package of its devices. */
export interface Rollout {
  readonly profileId: Uuid<'DEVICE_PROFILE'>
  readonly tenantId: TenantId
  readonly type: PackageType
  readonly afterId: string
  /** null: the profile has no package any more. */
  readonly packageId: string | null
}

export type PackageRolloutStore = ReturnType<typeof createPackageRolloutStore>

export function createPackageRolloutStore(relational: RelationalStore) {
  const { build, dialect } = relational

  async function profilePackages(
    profileId: Uuid<'DEVICE_PROFILE'>,
  ): Promise<{ firmwareId: EntityId<'OTA_PACKAGE'> | null; softwareId: EntityId<'OTA_PACKAGE'> | null } | undefined> {
    const row = await relational.first(
      build.selectFrom('device_profile').select(['firmware_id', 'software_id']).where('id', '=', profileId),
    )
    return (
      row && {
        firmwareId: optionalEntityId('OTA_PACKAGE', row.firmware_id),
        softwareId: optionalEntityId('OTA_PACKAGE', row.software_id),
      }
    )
  }

  /** Changes nothing, but the commit fails when the profile's package is another one by now. */
  function requireProfilePackages(
    type: PackageType,
    profileId: Uuid<'DEVICE_PROFILE'>,
    packageId: string | null,
  ): Statement {
    const query = build
      .updateTable('device_profile')
      .set({ id: sql.ref('id') })
      .where('id', '=', profileId)
    const column = packageColumn[type]
    const holding = packageId === null ? query.where(column, 'is', null) : query.where(column, '=', packageId)
    return relational.statement(holding, { expectRows: 1 })
  }

  /** Starts a rollout at the first device, also if another rollout has updated some devices already. */
  const note = (tenantId: TenantId, profileId: Uuid<'DEVICE_PROFILE'>, type: PackageType): Statement =>
    relational.statement(
      build
        .insertInto('package_rollout')
        .values({ device_profile_id: profileId, type, tenant_id: tenantId, after_id: '' })
        .onConflict((conflict) => conflict.columns(['device_profile_id', 'type']).doUpdateSet({ after_id: '' })),
    )

  async function next(): Promise<Rollout | undefined> {
    const row = await relational.first(
      build
        .selectFrom('package_rollout')
        .innerJoin('device_profile', 'device_profile.id', 'package_rollout.device_profile_id')
        .selectAll('package_rollout')
        .select(['device_profile.firmware_id', 'device_profile.software_id'])
        .limit(1),
    )
    return (
      row && {
        profileId: row.device_profile_id,
        tenantId: row.tenant_id,
        type: row.type as PackageType,
        afterId: row.after_id,
        packageId: row[packageColumn[row.type as PackageType]],
      }
    )
  }

  /** IDs of the next devices of the profile without their own package, in order. */
  async function devices({ profileId, type, afterId }: Rollout, limit: number): Promise<string[]> {
    const rows = await relational.scan(
      build
        .selectFrom('device')
        .select('id')
        .where('device_profile_id', '=', profileId)
        .where('id', '>', afterId)
        .where(packageColumn[type], 'is', null)
        .orderBy('id')
        .limit(limit),
    )
    return rows.map((row) => row.id)
  }

  const ofRollout = ({ profileId, type, afterId }: Rollout) =>
    [
      ['device_profile_id', '=', profileId],
      ['type', '=', type],
      ['after_id', '=', afterId],
    ] as const satisfies readonly (readonly [keyof PackageRolloutTable, '=', string])[]

  /**
   * Advances the rollout past these devices. The commit fails if the profile's package, a device's profile or a
   * device's own package has changed since the read.
   */
  function advance(rollout: Rollout, notified: readonly string[]): Statement {
    const column = packageColumn[rollout.type]
    let query = build.updateTable('package_rollout').set({ after_id: notified.at(-1) ?? rollout.afterId })
    for (const [name, is, value] of ofRollout(rollout)) query = query.where(name, is, value)
    const unchanged = build
      .selectFrom('device')
      .select(sql<number>`count(*)`.as('count'))
      .where('id', 'in', dialect.idList(notified))
      .where('device_profile_id', '=', rollout.profileId)
      .where(column, 'is', null)
    return relational.statement(query.where(unchanged, '=', notified.length), { expectRows: 1 })
  }

  /** Deletes the rollout, unless it was restarted since the read. */
  function finish(rollout: Rollout): Statement {
    let query = build.deleteFrom('package_rollout')
    for (const [name, is, value] of ofRollout(rollout)) query = query.where(name, is, value)
    return relational.statement(query)
  }

  return { profilePackages, requireProfilePackages, note, next, devices, advance, finish }
}
