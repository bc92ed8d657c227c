/** API schemas of assets: plain entities with a label. */

import type { PlainEntity, PlainInfo, PlainInput, PlainSearch } from '../assignables/plain-entity.ts'
import { kindOf } from '../entities/entity-kinds.ts'

export type Asset = PlainEntity<'ASSET'>
export type AssetInfo = PlainInfo<'ASSET'>
export type AssetInput = PlainInput<'ASSET'>
export type AssetSearchQuery = PlainSearch<'ASSET'>

/** Type of the assets that store queue statistics. */
export const reservedAssetType = kindOf('ASSET').reservedType
