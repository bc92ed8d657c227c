/**
 * Key descriptions: names, units, decimals and ranges of keys, for all entities of a tenant and for the devices of a
 * profile.
 *
 * Invariants: no other tenant reads or changes them. They are deleted with the tenant or the profile, and restored
 * with a profile from the trash. They don't affect the values that are stored or sent.
 */

import { badRequest } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import { describedKeysPerTenantMax } from '@sonde/model/key-descriptions/described-keys'
import type { KeyDescription, KeyDescriptionList, KeyDescriptions } from '@sonde/model/key-descriptions/key-description'
import type { Access } from '../access/operations.ts'
import type { VisitorReads } from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { createKeyDescriptionStore } from './key-description-store.ts'

export interface KeyDescriptionDeps {
  readonly relational: RelationalStore
  readonly access: Pick<Access, 'requireEntity'>
  readonly commit: Commit
  readonly visitorReads: Pick<VisitorReads, 'of'>
}

export type KeyDescriptionService = ReturnType<typeof createKeyDescriptionService>

export function createKeyDescriptionService({ relational, access, commit, visitorReads }: KeyDescriptionDeps) {
  const store = createKeyDescriptionStore(relational)

  /** Key descriptions for the caller. Visitors only get those of keys that public dashboards show. */
  async function get(scope: Scope): Promise<KeyDescriptions> {
    const { tenantId, customerId, authority } = scope
    const all = await store.ofTenant(tenantId, authority === 'CUSTOMER_USER' ? customerId : null)
    const view = await visitorReads.of(scope)
    if (!view) return all
    const shown = (keys: readonly KeyDescription[]) => keys.filter(({ key }) => view.asks(key))
    return { keys: shown(all.keys), profiles: all.profiles.map((one) => ({ ...one, keys: shown(one.keys) })) }
  }

  /** Replaces the tenant's descriptions of keys of all entities. */
  async function saveForAll(scope: Scope, list: KeyDescriptionList): Promise<KeyDescriptionList> {
    const { tenantId, customerId, userId, email: userName } = scope
    const keys = checked(list.keys)
    const { profiles } = await store.ofTenant(tenantId, null)
    requireRoom(keys, profiles)
    const entity = entityId('TENANT', tenantId)
    await commit({
      statements: [store.save({ tenantId }, keys)],
      audit: [
        {
          action: 'UPDATED',
          entity,
          entityName: '',
          customerId,
          by: { tenantId, userId, userName },
          data: { keyDescriptions: keys },
        },
      ],
    })
    return { keys }
  }

  /** Replaces the tenant's descriptions of keys of a profile's devices. */
  async function saveForProfile(
    scope: Scope,
    profileId: string,
    list: KeyDescriptionList,
  ): Promise<KeyDescriptionList> {
    const { id: entity } = await access.requireEntity(scope, 'WRITE', entityId('DEVICE_PROFILE', profileId))
    const keys = checked(list.keys)
    const now = await store.ofTenant(scope.tenantId, null)
    requireRoom(keys, [now, ...now.profiles.filter(({ deviceProfileId }) => deviceProfileId !== entity.id)])
    await commit({
      statements: [store.save({ deviceProfileId: entity.id }, keys)],
      audit: [{ action: 'UPDATED', entity, data: { keyDescriptions: keys } }],
    })
    return { keys }
  }

  return { get, saveForAll, saveForProfile }
}

/** Validates and cleans descriptions: removes empty fields and empty descriptions. Throws 400. */
function checked(keys: readonly KeyDescription[]): KeyDescription[] {
  const seen = new Set<string>()
  const retained: KeyDescription[] = []
  for (const { key, name = '', unit = '', decimals, min, max } of keys) {
    if (seen.has(key)) throw badRequest(`The key ${key} is listed twice.`)
    seen.add(key)
    if (min !== undefined && max !== undefined && min >= max) {
      throw badRequest(`The minimum of ${key} must be less than its maximum.`)
    }
    const description: KeyDescription = {
      key,
      ...(name.trim() && { name: name.trim() }),
      ...(unit.trim() && { unit: unit.trim() }),
      ...(decimals !== undefined && { decimals }),
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
    }
    if (Object.keys(description).length > 1) retained.push(description)
  }
  return retained
}

/** Throws 400 if the tenant would exceed the maximum number of described keys. */
function requireRoom(keys: readonly KeyDescription[], others: readonly KeyDescriptionList[]): void {
  const count = others.reduce((sum, each) => sum + each.keys.length, keys.length)
  if (count <= describedKeysPerTenantMax) return
  throw badRequest(`A tenant can describe at most ${describedKeysPerTenantMax} keys. Remove some first.`)
}
