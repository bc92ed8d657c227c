/** Assets in the relational store. */

import type { Asset } from '@sonde/model/assets/asset'
import { entityId } from '@sonde/model/ids'
import { createAssignableStore } from '../assignables/assignable-rows.ts'
import type { ListParts } from '../entity-query/entity-list.ts'
import type { AssetTable } from '../storage/schema.ts'

export type AssetStore = ReturnType<typeof createAssetStore>

export const createAssetStore = (lists: ListParts) =>
  createAssignableStore(lists, {
    table: 'asset',
    entityType: 'ASSET',
    many: 'Assets',
    texts: ['label'],
    of: assetOf,
    rowOf,
  })

const assetOf = (row: AssetTable): Asset => ({
  id: entityId('ASSET', row.id),
  createdTime: row.created_time,
  additionalInfo: row.additional_info === null ? null : JSON.parse(row.additional_info),
  tenantId: entityId('TENANT', row.tenant_id),
  customerId: entityId('CUSTOMER', row.customer_id),
  name: row.name,
  type: row.type,
  label: row.label,
})

const rowOf = (asset: Asset): AssetTable => ({
  id: asset.id.id,
  created_time: asset.createdTime,
  tenant_id: asset.tenantId.id,
  customer_id: asset.customerId.id,
  name: asset.name,
  type: asset.type,
  additional_info: asset.additionalInfo === null ? null : JSON.stringify(asset.additionalInfo),
  label: asset.label,
})
