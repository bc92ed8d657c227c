/** Form of an asset: draft, validation and request body. */

import type { AssetInfo, AssetInput } from '@sonde/model/assets/asset'
import { reservedAssetType } from '@sonde/model/assets/reserved-type'
import {
  type AssignableDraft,
  assignableFaults,
  descriptionOf,
  infoWithDescription,
  labelFault,
} from '../../assignment/assignable-input.ts'

export interface AssetDraft extends AssignableDraft {
  readonly label: string
}

export const emptyAsset: AssetDraft = { name: '', type: '', label: '', description: '' }

export const assetFaults = (draft: AssetDraft) => ({
  ...assignableFaults(draft, reservedAssetType),
  label: labelFault(draft.label),
})

export const draftOf = (asset: AssetInfo): AssetDraft => ({
  name: asset.name,
  type: asset.type,
  label: asset.label ?? '',
  description: descriptionOf(asset),
})

/** Request body: the asset with the changes of the draft. */
export const inputOf = (draft: AssetDraft, asset: AssetInfo | null): AssetInput => ({
  ...(asset && { id: asset.id }),
  name: draft.name.trim(),
  type: draft.type.trim(),
  label: draft.label.trim() || null,
  additionalInfo: infoWithDescription(asset, draft.description),
})
