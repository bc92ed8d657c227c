/** Assets: things that devices belong to, made, changed and deleted; found and assigned as all assignable things are. */

import type { Asset, AssetInput } from '@sonde/model/assets/asset'
import { reservedAssetType } from '@sonde/model/assets/reserved-type'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { assignableChange, assignableMessage, assignableWritten } from '../assignables/assignable-changes.ts'
import { type AssignableParts, createAssignableService } from '../assignables/assignable-service.ts'
import { newId } from '../ids.ts'
import type { EntityLimits } from '../limits/entity-limits.ts'
import type { Transaction } from '../storage/storage.ts'
import type { AssetStore } from './asset-store.ts'

export interface AssetParts extends Omit<AssignableParts<Asset>, 'entityType' | 'store'> {
  readonly store: AssetStore
  readonly quotas: EntityLimits
  /** Throws 400 while an entity view is of the asset. */
  readonly requireNoViews: (asset: Asset) => Promise<void>
}

/** Written in the same transaction as the asset, and told as it is. */
export type AssetExtras = (asset: Asset, nowMs: number) => Pick<Transaction, 'messages' | 'points' | 'attributes'>

export type AssetService = ReturnType<typeof createAssetService>

export function createAssetService(parts: AssetParts) {
  const { store, quotas, commit, clock, requireNoViews } = parts
  const assets = createAssignableService<Asset>({ ...parts, entityType: 'ASSET' })

  /** Creates without an id, changes with one; who it is assigned to stays. Throws 400 for a taken name. */
  async function save(scope: Scope, input: AssetInput, extras?: AssetExtras): Promise<Asset> {
    const before = input.id ? await assets.getFor(scope, 'WRITE', input.id.id) : undefined
    if (!before) assets.requireCreate(scope)
    const { name, type, label } = input
    checkEntityTexts('asset', { name, type }, { label })
    if (type === reservedAssetType) throw badRequest(`The type "${reservedAssetType}" is reserved; choose another.`)
    const nowMs = clock.nowMs()
    const asset: Asset = {
      id: before?.id ?? entityId('ASSET', newId(nowMs)),
      createdTime: before?.createdTime ?? nowMs,
      additionalInfo: input.additionalInfo ?? null,
      tenantId: entityId('TENANT', scope.tenantId),
      customerId: before?.customerId ?? entityId('CUSTOMER', await assets.newOwner(scope, input.customerId)),
      name,
      type,
      label: label ?? null,
    }
    const extra = extras?.(asset, nowMs)
    const write = () =>
      commit({
        ...extra,
        statements: [before ? store.update(asset) : store.insert(asset)],
        changes: [assignableChange(before ? 'updated' : 'created', asset)],
        messages: [
          assignableMessage(scope, before ? 'ENTITY_UPDATED' : 'ENTITY_CREATED', asset, nowMs),
          ...(extra?.messages ?? []),
        ],
      })
    await assignableWritten('asset', before ? write() : quotas.withRoom('ASSET', scope.tenantId, write))
    return asset
  }

  /**
   * One of the platform's own, to be made by the transaction that it is for: no rule chain hears of it and no limit counts
   * it.
   */
  function ofPlatform(tenantId: string, name: string, nowMs: number) {
    const asset: Asset = {
      id: entityId('ASSET', newId(nowMs)),
      createdTime: nowMs,
      additionalInfo: null,
      tenantId: entityId('TENANT', tenantId),
      customerId: entityId('CUSTOMER', NIL_UUID),
      name,
      type: reservedAssetType,
      label: null,
    }
    return { id: asset.id.id, statements: [store.insert(asset)], changes: [assignableChange('created', asset)] }
  }

  async function remove(scope: Scope, id: string): Promise<void> {
    const asset = await assets.getFor(scope, 'DELETE', id)
    await requireNoViews(asset)
    await assignableWritten(
      'asset',
      commit({
        statements: store.remove(asset),
        changes: [assignableChange('deleted', asset)],
        messages: [assignableMessage(scope, 'ENTITY_DELETED', asset, clock.nowMs())],
      }),
    )
  }

  return { ...assets, save, ofPlatform, remove, findByName: store.findByName }
}
