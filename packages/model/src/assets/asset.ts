/** Assets, as the wire carries them: plain entities with a label. */

import type { PlainEntity, PlainInfo, PlainInput, PlainSearch } from '../assignables/plain-entity.ts'
import { kindOf } from '../entities/entity-kinds.ts'

export type Asset = PlainEntity<'ASSET'>
export type AssetInfo = PlainInfo<'ASSET'>
export type AssetInput = PlainInput<'ASSET'>
export type AssetSearchQuery = PlainSearch<'ASSET'>

/** Of the assets that hold the statistics of queues. */
export const reservedAssetType = kindOf('ASSET').reservedType
