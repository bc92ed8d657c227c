/**
 * Tenant profiles: what tenants may have and use. They contain the limits of ThingsBoard and those of the server's own
 * catalog.
 *
 * Invariants: names are unique. Exactly one profile is the default and can't be deleted. A profile that a tenant uses
 * can't be deleted.
 */

import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest, invariant, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { type LimitValues, limitKeys, limitOf } from '@sonde/model/limits/limits'
import type { ProfileLimitValues } from '@sonde/model/limits/profile-limit-values'
import type { PageData, PageLink } from '@sonde/model/paging'
import {
  type TenantProfile,
  type TenantProfileInfo,
  type TenantProfileInput,
  withDefaults,
} from '@sonde/model/tenant-profiles/tenant-profile'
import type { Access, Operation } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { type EntityChange, RowsMismatch, UniqueViolation } from '../storage/storage.ts'
import type { TenantProfileStore } from './tenant-profile-store.ts'

export interface TenantProfileDeps {
  readonly store: TenantProfileStore
  readonly access: Access
  readonly commit: Commit
  readonly clock: Clock
  /** Values of `SONDE_LIMITS`, which apply if a profile doesn't set a limit. */
  readonly limitDefaults?: LimitValues
}

export type TenantProfileService = ReturnType<typeof createTenantProfileService>

export function createTenantProfileService({ store, access, commit, clock, limitDefaults = {} }: TenantProfileDeps) {
  async function getFor(scope: Scope, operation: Operation, id: string): Promise<TenantProfile> {
    await access.requireEntity(scope, operation, entityId('TENANT_PROFILE', id))
    const profile = await store.find(id)
    if (!profile) throw notFound('TENANT_PROFILE', id)
    return profile
  }

  /** Checks permissions for operations on all profiles. */
  function requireAny(scope: Scope, operation: Operation): void {
    const none = entityId('TENANT_PROFILE', NIL_UUID)
    access.require(scope, operation, { id: none, tenantId: NIL_UUID, customerId: NIL_UUID })
  }

  const get = (scope: Scope, id: string): Promise<TenantProfile> => getFor(scope, 'READ', id)

  const getInfo = async (scope: Scope, id: string): Promise<TenantProfileInfo> => infoOf(await get(scope, id))

  async function getDefaultInfo(scope: Scope): Promise<TenantProfileInfo> {
    requireAny(scope, 'READ')
    const profile = await store.findDefault()
    invariant(profile, 'there is no default tenant profile')
    return infoOf(profile)
  }

  async function list(scope: Scope, link: PageLink): Promise<PageData<TenantProfile>> {
    requireAny(scope, 'READ')
    return store.page(link)
  }

  async function listInfos(scope: Scope, link: PageLink): Promise<PageData<TenantProfileInfo>> {
    const page = await list(scope, link)
    return { ...page, data: page.data.map(infoOf) }
  }

  /** Creates a profile, or updates it if the input has an id. Doesn't change which profile is the default. */
  async function save(scope: Scope, input: TenantProfileInput): Promise<TenantProfile> {
    const name = input.name.trim()
    checkEntityTexts('tenant profile', { name })
    const before = input.id ? await getFor(scope, 'WRITE', input.id.id.toLowerCase()) : undefined
    if (!before) requireAny(scope, 'CREATE')
    const { isolatedTbCore = false, isolatedTbRuleEngine = false } = input
    if (before && (input.isolatedTbCore ?? before.isolatedTbCore) !== before.isolatedTbCore) {
      throw badRequest('isolatedTbCore can’t be changed. Create another profile.')
    }
    if (before && (input.isolatedTbRuleEngine ?? before.isolatedTbRuleEngine) !== before.isolatedTbRuleEngine) {
      throw badRequest('isolatedTbRuleEngine can’t be changed. Create another profile.')
    }
    const nowMs = clock.nowMs()
    const profile: TenantProfile = {
      id: before?.id ?? entityId('TENANT_PROFILE', newId(nowMs)),
      createdTime: before?.createdTime ?? nowMs,
      name,
      description: input.description ?? null,
      isolatedTbCore: before?.isolatedTbCore ?? isolatedTbCore ?? false,
      isolatedTbRuleEngine: before?.isolatedTbRuleEngine ?? isolatedTbRuleEngine ?? false,
      profileData: { configuration: withDefaults(input.profileData?.configuration) },
      default: before?.default ?? false,
    }
    await written(async () =>
      commit({
        statements: [before ? store.update(profile) : store.insert(profile)],
        changes: [changeOf(before ? 'updated' : 'created', profile.id.id)],
      }),
    )
    return profile
  }

  const defaults = Object.fromEntries(limitKeys.map((key) => [key, limitDefaults[key] ?? limitOf(key).default]))

  /** Limits that the profile sets, and the defaults for all others. */
  async function limitsOf(scope: Scope, id: string): Promise<ProfileLimitValues> {
    await access.requireEntity(scope, 'READ', entityId('TENANT_PROFILE', id))
    const values = await store.findLimits(id)
    if (!values) throw notFound('TENANT_PROFILE', id)
    return { values, defaults }
  }

  /** Replaces all limits of the profile. They apply to its tenants at once. */
  async function saveLimits(scope: Scope, id: string, values: LimitValues): Promise<ProfileLimitValues> {
    await getFor(scope, 'WRITE', id)
    await written(async () =>
      commit({ statements: [store.updateLimits(id, values)], changes: [changeOf('updated', id)] }),
    )
    return { values, defaults }
  }

  /** Makes a profile the default for new tenants. Existing tenants keep theirs. */
  async function makeDefault(scope: Scope, id: string): Promise<TenantProfile> {
    const profile = await getFor(scope, 'WRITE', id)
    if (profile.default) return profile
    await written(async () => commit({ statements: store.makeDefault(id), changes: [changeOf('updated', id)] }))
    return { ...profile, default: true }
  }

  async function remove(scope: Scope, id: string): Promise<void> {
    const profile = await getFor(scope, 'DELETE', id)
    if (profile.default) throw badRequest('The default tenant profile can’t be deleted. Make another the default.')
    if (await store.hasTenants(id)) throw badRequest('Tenants use this profile. Assign them another one first.')
    await written(async () => commit({ statements: [store.remove(id)], changes: [changeOf('deleted', id)] }))
  }

  return { get, getInfo, getDefaultInfo, list, listInfos, save, limitsOf, saveLimits, makeDefault, remove }
}

const infoOf = ({ id, name }: TenantProfile): TenantProfileInfo => ({ id, name })

const changeOf = (kind: EntityChange['kind'], id: string): EntityChange => ({
  kind,
  entity: entityId('TENANT_PROFILE', id),
  tenantId: NIL_UUID,
  customerId: NIL_UUID,
})

async function written(commit: () => Promise<unknown>): Promise<void> {
  try {
    await commit()
  } catch (error) {
    if (error instanceof UniqueViolation) throw badRequest('A tenant profile with this name already exists.')
    if (error instanceof RowsMismatch)
      throw badRequest('Someone else changed this tenant profile. Reload and try again.')
    throw error
  }
}
