/** Adds an asset. */

import { NewEntityDialog } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAssetCalls } from './asset-calls.ts'
import { AssetFields } from './asset-form.tsx'
import { assetFaults, emptyAsset, inputOf } from './asset-input.ts'

interface AddAssetDialogProps {
  readonly onClose: () => void
  readonly onAdded: (assetId: string) => Promise<void>
}

export default function AddAssetDialog({ onClose, onAdded }: AddAssetDialogProps) {
  const t = useText()
  const assets = useAssetCalls()
  return (
    <NewEntityDialog
      title={t('assets.add')}
      initial={emptyAsset}
      faultsOf={assetFaults}
      create={async (draft) => onAdded((await assets.save(inputOf(draft, null), { ignoreErrors: true })).id.id)}
      onClose={onClose}
      size={480}
    >
      {({ draft, change, touch, faults }) => (
        <AssetFields draft={draft} onChange={change} onBlur={touch} faults={faults} />
      )}
    </NewEntityDialog>
  )
}
