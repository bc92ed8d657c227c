/** Assets, as the wire carries them. */

import Type, { type Static } from 'typebox'
import { assignableFields, assignableInputFields, ownerFields } from '../assignables/assignable.ts'
import { relationSearch } from '../relations/relation.ts'
import { nullable, nullish, text } from '../schema-parts.ts'

export const asset = Type.Object({ ...assignableFields('ASSET'), label: nullable(text) })
export type Asset = Static<typeof asset>

export const assetInfo = Type.Object({ ...asset.properties, ...ownerFields })
export type AssetInfo = Static<typeof assetInfo>

export const assetInput = Type.Object({ ...assignableInputFields('ASSET'), label: nullish(text) })
export type AssetInput = Static<typeof assetInput>

export const assetSearchQuery = Type.Object({
  parameters: relationSearch,
  relationType: nullish(text),
  assetTypes: Type.Array(Type.String()),
})
export type AssetSearchQuery = Static<typeof assetSearchQuery>
